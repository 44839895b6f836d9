import { batch, computed, effect, signal } from "@preact/signals";
import type { Game, Greeting, Lines, Position } from "./messages";
import { ask, connection, on, whenOpen } from "./server";
import { add, follow, fromGame, mainLine, movesTo, newTree, pathOf, toGame, type Place, type Tree } from "./tree";

export type View = "analyse" | "play" | "games" | "problems" | "matches" | "proofs" | "setup";

// What the page shows. The tree itself changes in place; version rises with every change.
export const view = signal<View>("analyse");
export const tree = signal<Tree>(newTree());
export const current = signal<Place>(tree.value.root);
export const version = signal(0);
export const position = signal<Position | null>(null);
export const greeting = signal<Greeting | null>(null);
export const flipped = signal(false);
export const engineOn = signal(false);
export const lines = signal<Lines | null>(null);
export const notice = signal<{ text: string; bad: boolean } | null>(null);
export const hint = signal<number[]>([]);

// What the user prefers, on this machine.
export interface Preferences {
  theme: "auto" | "light" | "dark";
  numbers: boolean;
  arrows: boolean;
  multiPV: number;
  options: Record<string, string>;
}
const preferencesKey = "zonda-preferences", gameKey = "zonda-game";
const usual: Preferences = { theme: "auto", numbers: true, arrows: true, multiPV: 3, options: {} };
export const preferences = signal<Preferences>({ ...usual, ...stored(localStorage, preferencesKey) });

function stored(place: Storage, key: string) {
  try {
    return JSON.parse(place.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}

function keep(place: Storage, key: string, value: unknown) {
  try {
    place.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage loses nothing but what a reload would bring back.
  }
}

export function prefer(change: Partial<Preferences>) {
  preferences.value = { ...preferences.value, ...change };
  keep(localStorage, preferencesKey, preferences.value);
}

export function say(text: string, bad = false) {
  notice.value = { text, bad };
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

export const history = (at: Place = current.value) => ({ start: tree.value.start, moves: movesTo(at) });

export const changed = () => { version.value++; };

// load asks for the position of a place, once.
export async function load(at: Place): Promise<Position> {
  if (!at.position || !at.position.database) at.position = await ask("position", history(at));
  return at.position;
}

export function go(at: Place) {
  batch(() => {
    current.value = at;
    hint.value = [];
    if (at.position) position.value = at.position;
  });
}

// play plays a legal move at the current place.
export function play(move: string) {
  const next = add(current.value, move);
  changed();
  go(next);
  notice.value = null;
}

// typed plays a move that the user has typed; the server reads it.
export async function typed(text: string): Promise<boolean> {
  const at = current.value;
  const answer = await attempt(() => ask("walk", { ...history(at), line: [text.trim()] }));
  if (!answer || at !== current.value) return false;
  play(answer.lasts[0].text);
  return true;
}

// addLine adds moves after a place and returns the places.
export function addLine(from: Place, moves: string[]): Place[] {
  const places: Place[] = [];
  let at = from;
  for (const move of moves) places.push(at = add(at, move));
  changed();
  return places;
}

export function show(next: Tree, path: number[] = []) {
  batch(() => {
    tree.value = next;
    position.value = null;
    go(follow(next.root, path));
    changed();
  });
}

export const showGame = (game: Game, path: number[] = []) => show(fromGame(game), path);

export const back = () => { if (current.value.parent) go(current.value.parent); };
export const forward = () => { if (current.value.children.length) go(current.value.children[0]); };
export const toStart = () => go(tree.value.root);
export const toEnd = () => {
  const ahead = mainLine(current.value);
  go(ahead[ahead.length - 1]);
};

// The position follows the current place.
effect(() => {
  const at = current.value;
  if (at.position?.database) {
    position.value = at.position;
    return;
  }
  load(at).then(found => { if (current.value === at) position.value = found; }, error => {
    if (current.value === at) say(error.message, true);
  });
});

// The engine follows the position, where the page analyses.
export const analysing = computed(() => engineOn.value && (view.value === "analyse" || view.value === "games" || view.value === "matches"));
let search = 0, running = false;
effect(() => {
  const at = current.value, multiPV = preferences.value.multiPV;
  if (connection.value !== "open" || !greeting.value) return;
  search++;
  if (!analysing.value) {
    lines.value = null;
    if (running) void ask("stop", {}).catch(() => {});
    running = false;
    return;
  }
  running = true;
  lines.value = null;
  void attempt(() => ask("analyze", { ...history(at), search, multiPV }));
});
on("lines", news => { if (news.search === search) lines.value = news; });

// again starts the search anew, after an option has changed.
export const again = () => { preferences.value = { ...preferences.value }; };

whenOpen(async () => {
  greeting.value = null;
  for (const [name, value] of Object.entries(preferences.value.options)) {
    await ask("set", { name, value }).catch(() => {});
  }
  greeting.value = await ask("hello", {});
});

// The game is kept while the tab is open, so that a page that is loaded again is where it was.
const keepDelay = 150;
let keeping: ReturnType<typeof setTimeout> | undefined;
function keepGame() {
  const state = { view: view.peek(), flipped: flipped.peek(), engineOn: engineOn.peek(), path: pathOf(current.peek()) };
  keep(sessionStorage, gameKey, { ...state, game: toGame(tree.peek()) });
}
effect(() => {
  void [version.value, view.value, flipped.value, engineOn.value, current.value];
  clearTimeout(keeping);
  keeping = setTimeout(keepGame, keepDelay);
});
addEventListener("pagehide", keepGame);

export function restore(kept = stored(sessionStorage, gameKey)) {
  if (!kept.game) return;
  batch(() => {
    showGame(kept.game, kept.path);
    view.value = kept.view === "setup" ? "analyse" : kept.view;
    flipped.value = kept.flipped;
    engineOn.value = kept.engineOn;
  });
}
restore();
