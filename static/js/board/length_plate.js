// A length in a small plate on the board, of one size at every zoom. `at` is in tenths of an inch: "12.0 8.5".

const LETTER = 5;

// Half its width in pixels.
export const halfWidth = (text) => (text.length * LETTER + 10) / 2;

// Above the end of a line.
export function plate(at, text) {
  const half = halfWidth(text);
  const box = `<rect x="${-half}" y="-20" width="${half * 2}" height="13" rx="2"/>`;
  return `<g class="lbl mk" transform="translate(${at})"><g class="z">${box}<text y="-10.3">${text}</text></g></g>`;
}

// On the middle of a line.
export function plateOn(at, text) {
  const half = halfWidth(text);
  const box = `<rect x="${-half}" y="-6.5" width="${half * 2}" height="13" rx="2"/><text y="3.2">${text}</text>`;
  return `<g class="lbl mk" transform="translate(${at})"><g class="z">${box}</g></g>`;
}

// Beside the corner of a frame.
export function plateBeside(at, text) {
  const half = halfWidth(text);
  const box = `<rect x="${-half}" width="${half * 2}" height="13" rx="2"/><text y="9.7">${text}</text>`;
  const aside = `<g transform="translate(${half + 10} -6)">${box}</g>`;
  return `<g class="lbl mk" aria-hidden="true" transform="translate(${at})"><g class="z">${aside}</g></g>`;
}
