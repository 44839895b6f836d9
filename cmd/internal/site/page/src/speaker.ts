import { effect, untracked } from "@preact/signals";
import { speech, texts } from "./i18n";
import { preferences } from "./preferences";
import { current, view } from "./state";
import type { Place } from "./tree";

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

// Who steps through a game hears the move to which a step leads. A quick step ends what was said before.
let before: Place | undefined;
effect(() => {
  const at = current.value, from = before;
  before = at;
  untracked(() => {
    if (at.parent !== from || !from || view.value !== "analyse" && view.value !== "games") return;
    if (canSpeak && preferences.value.speech) speechSynthesis.cancel();
    speak(at.move);
  });
});
