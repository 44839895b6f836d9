import { effect, signal } from "@preact/signals";
import { texts } from "./i18n";
import { current, forward, say, toStart, view } from "./state";

// replaying says that the page plays through the game.
const replaying = signal(false);
const pace = 2000; // milliseconds a move
let timer: ReturnType<typeof setInterval> | undefined;

const stop = () => { replaying.value = false; };

// replay plays through the game from here on, or from the start if here is the end. Any key and any press stop it.
export function replay() {
  stop();
  if (!current.value.children.length) toStart();
  let at = current.value;
  const begun = view.value;
  const step = () => {
    if (current.value !== at || view.value !== begun || !at.children.length) return stop();
    forward();
    at = current.value;
    if (!at.children.length) stop();
  };
  replaying.value = true;
  say(texts.frame.replay);
  timer = setInterval(step, pace);
}

effect(() => {
  if (replaying.value) return;
  clearInterval(timer);
});
addEventListener("keydown", stop, true);
addEventListener("pointerdown", stop, true);
