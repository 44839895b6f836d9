import { speech, texts } from "./i18n";
import { preferences } from "./preferences";

// The moves of a game are spoken if the user wants it and the browser can, in the language of the page.
export const canSpeak = "speechSynthesis" in globalThis;

// speak says a text, in which moves are spoken as numbers of squares.
export function speak(text: string) {
  if (!preferences.value.speech || !canSpeak) return;
  const { to, takes } = texts.play, said = text.replace(/(\d)-(?=\d)/g, `$1 ${to} `).replace(/(\d)[x×](?=\d)/g, `$1 ${takes} `);
  const utterance = new SpeechSynthesisUtterance(said);
  utterance.lang = speech.value.language;
  speechSynthesis.speak(utterance);
}

// hush ends what is being spoken.
export const hush = () => { if (preferences.value.speech && canSpeak) speechSynthesis.cancel(); };
