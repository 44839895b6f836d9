import { batch, effect, signal } from "@preact/signals";
import { current, restored, show, tree, version, view } from "./state";
import { fromGame, pathOf, toGame, type Place, type Tree } from "./tree";

// Step is the analysed game before or after a change. A game keeps its tree, so that what belongs to it is found again.
interface Step { tree: Tree; text: string; path: number[] }

const maxSteps = 500, maxCharacters = 50e6; // of the steps that are kept

let now: Step | undefined; // the game on the board, and where the board is
let seen = -1; // the version of which now is the text
let quiet = false; // what changes is no step
let field: Element | null = null; // of text, in which the last change was made
let place: Place | null = null; // on the board at that change
const past: Step[] = [], future: Step[] = [];

// canUndo and canRedo say whether there is a step back, and one forward again.
export const canUndo = signal(false), canRedo = signal(false);
export const undo = () => step(past, future);
export const redo = () => step(future, past);

// undoable says whether the open view shows the moves of the analysed game.
export const undoable = () => view.value === "analyse" || view.value === "games";

// asOneStep makes a change that is one step of undo, also while a text is written.
export function asOneStep(change: () => void) {
  field = null;
  change();
  field = null;
}

// withoutStep makes a change that the user has not made: it belongs to the step before.
export function withoutStep(change: () => void) {
  quiet = true;
  try {
    change();
  } finally {
    quiet = false;
  }
}

const gameText = () => JSON.stringify(toGame(tree.peek()));

// Whatever changes the analysed game, the game before is kept. The letters that are written into one field at one
// move are one change.
effect(() => {
  const at = current.value, count = version.value;
  if (!restored.value || !undoable()) return;
  if (count !== seen) {
    const text = gameText(), before = field, there = place;
    field = document.activeElement?.closest(".annotate textarea, .tags input") ?? null;
    place = at;
    if (now && now.text !== text && !quiet) {
      if (!field || field !== before || at !== there) past.push(now);
      future.length = 0;
      dropOldest();
    }
    now = { tree: tree.value, text, path: [] };
    seen = count;
    updateSignals();
  }
  now!.path = pathOf(at);
});

// dropOldest drops the oldest steps when there are too many.
function dropOldest() {
  let characters = past.reduce((sum, { text }) => sum + text.length, 0);
  while (past.length > maxSteps || past.length > 1 && characters > maxCharacters) characters -= past.shift()!.text.length;
}

function updateSignals() {
  batch(() => { canUndo.value = past.length > 0; canRedo.value = future.length > 0; });
}

// step takes the game from one list, and leaves the one on the board in the other.
function step(from: Step[], to: Step[]) {
  const next = from.pop();
  if (!next || !now) return;
  to.push(now);
  field = null;
  now = next;
  show(Object.assign(next.tree, fromGame(JSON.parse(next.text))), next.path);
  updateSignals();
}

// Ctrl+Z, and Ctrl+Shift+Z or Ctrl+Y; while a text is written these keys belong to the text.
addEventListener("keydown", event => {
  const key = event.key.toLowerCase(),
    text = (event.target as HTMLElement).closest("textarea, dialog, input:not([type=checkbox], #move:placeholder-shown)");
  if (!(event.ctrlKey || event.metaKey) || event.altKey || text || !undoable() || key !== "z" && key !== "y") return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) redo();
  else undo();
});
