// What lies on what, in pixels: for names, plates and odds, which keep clear of models, flags and each other.

export const GAP = 3; // between two things that keep clear of each other

export const boxOf = (element) => element.getBoundingClientRect();
export const moved = (box, dx, dy) => new DOMRect(box.x + dx, box.y + dy, box.width, box.height);
export const covered = (box, others) => others.reduce((sum, other) => sum + overlap(box, other), 0);

export function overlap(a, b) {
  const wide = Math.min(a.right, b.right + GAP) - Math.max(a.left, b.left - GAP);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}
