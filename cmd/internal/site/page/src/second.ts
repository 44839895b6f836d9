import { effect, signal, untracked } from "@preact/signals";
import { analysing, judging } from "./analysis";
import type { Engines, Lines } from "./messages";
import { ask } from "./server";
import { current, history, say } from "./state";
import { connection } from "./transport";
import type { Place } from "./tree";

// The second engine is one of the user's list. It is asked beside the page's own engine, for longer each time.

// listedEngines are the engines of the user's list, null until they are known.
export const listedEngines = signal<Engines | null>(null);
export const loadEngines = async () => { listedEngines.value = await ask("engines", {}); };

export const secondEngine = signal(""); // its name, "" for none
export const secondLines = signal<Lines | null>(null); // what it thinks of the current place

const times = [500, 2000, 8000, 30_000]; // milliseconds
let looks = 0, runs = false;

async function look(number: number, at: Place, engine: string) {
  if (!engine && !runs) return;
  runs = !!engine;
  for (const moveTime of engine ? times : [0]) {
    try {
      const found = await ask("second", { ...history(at), engine, moveTime });
      if (number !== looks) return;
      secondLines.value = found;
    } catch (error) {
      if (number === looks) say((error as Error).message, true);
      return;
    }
  }
}

// startSecond lets the second engine follow the board while the page analyses.
export function startSecond() {
  effect(() => {
    const at = current.value, engine = analysing.value && !judging.value ? secondEngine.value : "";
    if (connection.value !== "open") return;
    secondLines.value = null;
    untracked(() => { void look(++looks, at, engine); });
  });
}
