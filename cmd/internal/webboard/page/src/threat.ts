import { effect, signal } from "@preact/signals";
import type { Threat } from "./messages";
import { again, attempt, current, history, view } from "./state";
import { ask, connection } from "./server";

// threatOn says that the board shows what the side that is not to move would do; threat is what it would do here.
export const threatOn = signal(false);
export const threat = signal<Threat | null>(null);

export const turnThreat = () => { threatOn.value = !threatOn.value; };

let looks = 0; // so that a late answer to an old question is dropped

// The search for the threat takes the place of the search for lines for a moment, which begins anew after it.
effect(() => {
  const at = current.value, look = ++looks;
  threat.value = null;
  if (!threatOn.value || connection.value !== "open" || view.value !== "analyse") return;
  void attempt(() => ask("threat", history(at))).then(found => {
    if (look !== looks || !found) return;
    threat.value = found;
    again();
  });
});
