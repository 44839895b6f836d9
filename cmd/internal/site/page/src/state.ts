import { batch, signal } from "@preact/signals";
import type { IconName } from "./icon";
import type { Arrow } from "./marks";
import type { Game, Greeting, Move, Origin, Position, Requests } from "./messages";
import { add, fromGame, follow, last, movesTo, newTree, type Place, type Tree } from "./tree";

// The state of the page: signals, and functions that change them. Nothing here has an effect of its own. Other parts of the state are
// workspaces.ts (the games of the views), analysis.ts (what the engine and the databases say), game.ts (the game against the engine),
// preferences.ts, and session.ts, which saves and restores them.

export type View = "analyse" | "play" | "games" | "problems" | "lab" | "settings" | "setup";

export const view = signal<View>("analyse");
export const tree = signal<Tree>(newTree()); // changes in place; version rises with every change
export const current = signal<Place>(tree.value.root);
export const version = signal(0);
export const position = signal<Position | null>(null); // of the current place
export const flipped = signal(false);
export const hint = signal<number[]>([]);
export const moveText = signal(""); // in the field of moves
interface Preview { pieces: string; last?: Move; arrows?: Arrow[]; taken?: number[] }
export const preview = signal<Preview | null>(null); // shown in place of the position
export const tabWanted = signal<"" | "book" | "endings" | "report">(""); // of Analyse: another view wants to see it
export const restored = signal(false); // the page shows the session that it began with

export const greeting = signal<Greeting | null>(null); // what the engine says of itself; null until it is there
// serves reports whether the engine's side answers a kind of request: a page without a server has no processes.
export const serves = (kind: keyof Requests) => !greeting.value || greeting.value.kinds.includes(kind);

// A message; undo takes back what it tells of, or says that the user can do so in the game.
interface Message { text: string; bad: boolean; undo?: boolean | (() => void); icon?: IconName }
export const notice = signal<Message | null>(null);

export function say(text: string, bad = false, undo: Message["undo"] = false, icon?: IconName) {
  notice.value = { text, bad, undo, icon };
}

// attempt runs work and shows its error.
export async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    const text = (error as Error).message;
    if (text !== "stopped") say(text, true);
    return undefined;
  }
}

export const changed = () => { version.value++; };

export const history = (at: Place = current.value) => ({ start: tree.value.start, moves: movesTo(at) });

export function go(at: Place) {
  batch(() => {
    current.value = at;
    hint.value = [];
    preview.value = null;
    if (at.position) position.value = at.position;
  });
}

export const back = () => { if (current.value.parent) go(current.value.parent); };
export const forward = () => { if (current.value.children.length) go(current.value.children[0]); };
export const toStart = () => go(tree.value.root);
export const toEnd = () => go(last(current.value));

// play plays a legal move at the current place.
export function play(move: string) {
  const next = add(current.value, move);
  changed();
  go(next);
  notice.value = null;
  moveText.value = "";
}

// addLine adds moves after a place and returns the places.
export function addLine(from: Place, moves: string[]): Place[] {
  const places: Place[] = [];
  let at = from;
  for (const move of moves) places.push(at = add(at, move));
  changed();
  return places;
}

// show puts a game on the board.
export function show(next: Tree, path: number[] = []) {
  batch(() => {
    if (next !== tree.value) moveText.value = ""; // what was typed belongs to its game
    tree.value = next;
    position.value = null;
    go(follow(next.root, path));
    changed();
  });
}

// scrollToTop shows the board where the page scrolls, at a press and not when an answer comes: until then the user aims the next press.
export const scrollToTop = () => scrollTo({ top: 0, behavior: "instant" });

export const showGame = (game: Game, path: number[] = [], origin?: Origin) => show({ ...fromGame(game), origin }, path);
