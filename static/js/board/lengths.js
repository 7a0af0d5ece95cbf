// Lengths as this table shows them: to the nearest eighth of what it lays out for an inch, in its unit. (ARAP-GEN-04)
// The same as `length_text` in tabletop/ui/lengths.py.

const EIGHTHS = ["", "⅛", "¼", "⅜", "½", "⅝", "¾", "⅞"];
const stepCm = Number(document.body.dataset.stepCm ?? 0); // 0 where the table measures in inches

// A length of the rules in the table's unit, and the other way round.
export const onTable = (inches) => inches * (stepCm || 1);
export const fromTable = (length) => length / (stepCm || 1);

export function lengthText(inches) {
  const eighths = Math.floor(Math.abs(inches) * 8 + 0.5);
  const sign = inches < 0 && eighths ? "−" : "";
  if (stepCm) return `${sign}${Math.floor((eighths / 8) * stepCm * 10 + 0.5) / 10}\u00a0cm`;
  return `${sign}${Math.floor(eighths / 8) || ""}${EIGHTHS[eighths % 8]}″`.replace(/^″/, "0″");
}

// What somebody typed as a length of this table, in inches: "3.5", "3½", "3 1/2", with its unit or without; null where
// it is none.
export function lengthOf(typed) {
  const [, whole, part] =
    /^(\d+(?:[.,]\d+)?)?\s*([⅛¼⅜½⅝¾⅞]|[1-9]\/[1-9]\d?)?\s*(?:[″"]|in|cm)?$/.exec(typed.trim()) ?? [];
  if (whole === undefined && part === undefined) return null;
  const [over, under] = EIGHTHS.includes(part) ? [EIGHTHS.indexOf(part), 8] : (part ?? "0/1").split("/").map(Number);
  return fromTable(Number((whole ?? "0").replace(",", ".")) + over / under);
}
