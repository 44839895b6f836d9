import { effect, untracked } from "@preact/signals";
import { prefer, preferences, restored, say, view } from "./state";
import { words } from "./words";

// A new user is told once what a view is for.
effect(() => {
  const here = view.value, { hints } = preferences.value;
  if (!restored.value || !hints.includes(here)) return;
  untracked(() => {
    prefer({ hints: hints.filter(other => other !== here) });
    say(words.rules.hints[here] ?? "");
  });
});
