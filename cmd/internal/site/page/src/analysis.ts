import { computed, effect, signal } from "@preact/signals";
import type { Lines, Position } from "./messages";
import { preferences } from "./preferences";
import { ask, on, whenOpen } from "./server";
import { standalone } from "./socket";
import { attempt, current, greeting, history, position, say, view, type View } from "./state";
import { connection } from "./transport";
import type { Place } from "./tree";

// What the databases and the engine say of the current place.

// databases counts how often what is known of positions has changed, as when databases are opened: what was asked before is asked again.
export const databases = signal(0);

export const engineOn = signal(false);
export const lines = signal<Lines | null>(null);
export const judging = signal(false); // a game is judged, and the engine rests meanwhile
export const evaluating = signal(false); // in a game
export const paused = signal(false); // the page is hidden for long
const analyses: View[] = ["analyse", "games"];
export const analysing = computed(() =>
  view.value === "play" ? evaluating.value : engineOn.value && !paused.value && analyses.includes(view.value));

// loadPosition asks for the position of a place, once for the databases that are open. Who asks meanwhile gets the answer at the same
// time: nobody may move before the board shows it.
const asked = new WeakMap<Place, { databases: number; found: Promise<Position> }>();
export function loadPosition(at: Place): Promise<Position> {
  const before = asked.get(at);
  if (before?.databases === databases.peek()) return before.found;
  const found = ask("position", history(at)).then(found => at.position = found);
  asked.set(at, { databases: databases.peek(), found });
  found.catch(() => asked.delete(at));
  return found;
}

// restartAnalysis starts the search anew, after an option has changed.
export const restartAnalysis = () => { preferences.value = { ...preferences.value }; };

// startAnalysis starts what follows the current place, the engine and its data.
export function startAnalysis() {
  on("databases", () => { databases.value++; });
  effect(followPosition);
  effect(followLines);
  on("lines", news => {
    if (news.search !== search) return;
    lines.value = news;
    if (news.error) say(news.error, true);
  });
  whenOpen(greet);
}

function followPosition() {
  const at = current.value;
  void databases.value;
  if (at.position) position.value = at.position;
  loadPosition(at).then(found => { if (current.value === at) position.value = found; }, error => {
    if (current.value === at) say(error.message, true);
  });
}

// The engine analyses the current place, where the page analyses.
let search = 0, running = false;
function followLines() {
  const at = current.value, multiPV = preferences.value.multiPV;
  if (connection.value !== "open" || !greeting.value) return;
  search++;
  if (!analysing.value || judging.value) {
    lines.value = null;
    if (running) void ask("stop", {}).catch(() => {});
    running = false;
    return;
  }
  running = true;
  lines.value = null;
  void attempt(() => ask("analyze", { ...history(at), search, multiPV }));
}

// greet gives a new engine the user's options, and asks what it can do.
const memoryOptions = ["Hash", "Solver"]; // options that an engine did not survive, perhaps
async function greet() {
  greeting.value = null;
  for (const [name, value] of Object.entries(preferences.value.options)) {
    if (standalone?.restarts.value && memoryOptions.includes(name)) continue;
    await ask("set", { name, value }).catch(() => {});
  }
  greeting.value = await ask("hello", {});
}
