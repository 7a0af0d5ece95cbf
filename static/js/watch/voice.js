// The browser's own voice. Where it has none, nothing is said.

const voice = window.speechSynthesis;

export function speak(text) {
  if (!voice || !text) return;
  const words = new SpeechSynthesisUtterance(spoken(text));
  words.lang = "en";
  voice.speak(words);
}

export const hush = () => voice?.cancel();

const PARTS = {
  "⅛": "an eighth",
  "¼": "a quarter",
  "⅜": "three eighths",
  "½": "a half",
  "⅝": "five eighths",
  "¾": "three quarters",
  "⅞": "seven eighths",
};

// Signs that a voice reads wrongly or not at all, in words.
export function spoken(text) {
  return text
    .replace(/(\d)?([⅛¼⅜½⅝¾⅞])/g, (_, whole, part) => (whole ? `${whole} and ${PARTS[part]}` : PARTS[part]))
    .replace(/(^|\s)[+](?=\d)/g, "$1plus ")
    .replace(/−(?=\d)/g, "minus ")
    .replaceAll("″", " inches")
    .replace(/\b1 inches\b/g, "1 inch")
    .replaceAll("Acc/Dec", "acceleration and deceleration")
    .replaceAll("°", " degrees")
    .replaceAll("%", " percent")
    .replaceAll("×", " times ");
}
