// The browser's own voice. Where it has none, nothing is said.

const voice = window.speechSynthesis;

export function speak(text) {
  if (!voice || !text) return;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = "en";
  voice.speak(words);
}

export const hush = () => voice?.cancel();
