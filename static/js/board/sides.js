// Whose a unit is: its token says so, since vehicles change hands; of who has none the number does.

const SIDE = "side-";

export function sideOf(unit) {
  const classes = [...(document.getElementById(`unit-${unit}`)?.classList ?? [])];
  return classes.find((name) => name.startsWith(SIDE))?.slice(SIDE.length) ?? unit?.[0] ?? "";
}
