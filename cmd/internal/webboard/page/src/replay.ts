import { effect, signal } from "@preact/signals";
import { current, forward, say, toStart, view } from "./state";
import { words } from "./words";

// replaying is the pace at which the page plays through the game, in seconds a move, 0 if it does not.
const replaying = signal(0);
let timer: ReturnType<typeof setInterval> | undefined;

const stop = () => { replaying.value = 0; };

// replay plays through the game from here on, or from the start if here is the end. Any key and any press stop it.
export function replay(seconds: number) {
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
  replaying.value = seconds;
  say(words.frame.replay(seconds));
  timer = setInterval(step, 1000 * seconds);
}

effect(() => {
  if (replaying.value) return;
  clearInterval(timer);
});
addEventListener("keydown", stop, true);
addEventListener("pointerdown", stop, true);
