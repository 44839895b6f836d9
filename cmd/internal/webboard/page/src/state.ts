import { batch, computed, effect, signal } from "@preact/signals";
import type { Game, Greeting, Lines, Move, Position } from "./messages";
import { ask, connection, on, whenOpen } from "./server";
import { add, follow, fromGame, last, movesTo, newTree, pathOf, toGame, type Place, type Tree } from "./tree";

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
export const preview = signal<{ pieces: string; last: Move } | null>(null); // shown in place of the position

// A desk has a game of its own: problems, matches and games against the engine leave the analysis as it is.
type Desk = "analysis" | "play" | "problems" | "matches";
const deskOf: Record<View, Desk> = { analyse: "analysis", setup: "analysis", games: "analysis", proofs: "analysis", play: "play", problems: "problems", matches: "matches" };
interface Lying { tree: Tree; current: Place; flipped: boolean }
const desks = new Map<Desk, Lying>();
const lying = (): Lying => ({ tree: tree.peek(), current: current.peek(), flipped: flipped.peek() });

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
export const preferences = signal<Preferences>({ ...usual, ...kept<Partial<Preferences>>(localStorage, preferencesKey, {}) });

// kept returns what was kept under a key, or what is usual where nothing was.
export function kept<T>(place: Storage, key: string, usual: T): T {
  try {
    return JSON.parse(place.getItem(key) ?? "") as T;
  } catch {
    return usual;
  }
}

// keep keeps a value and reports whether there was room. A full or forbidden storage loses nothing but what a reload would
// bring back.
export function keep(place: Storage, key: string, value: unknown): boolean {
  try {
    place.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
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
    preview.value = null;
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
export async function typed(text: string, take = play): Promise<boolean> {
  const at = current.value;
  const answer = await attempt(() => ask("walk", { ...history(at), line: [text.trim()] }));
  if (!answer || at !== current.value) return false;
  take(answer.lasts[0].text);
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
export const toEnd = () => go(last(current.value));

// visit opens a view with the game of its desk.
export function visit(next: View) {
  batch(() => {
    const from = deskOf[view.value], to = deskOf[next];
    view.value = next;
    hint.value = [];
    notice.value = null;
    if (from === to) return;
    desks.set(from, lying());
    const fresh = newTree();
    lay(desks.get(to) ?? { tree: fresh, current: fresh.root, flipped: false });
  });
}

function lay(on: Lying) {
  tree.value = on.tree;
  position.value = null;
  flipped.value = on.flipped;
  go(on.current);
  changed();
}

// analysed returns the game on the desk of the analysis, undefined if nothing was analysed.
export const analysed = () => deskOf[view.value] === "analysis" ? lying() : desks.get("analysis");

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

// The games are kept while the tab is open, so that a page that is loaded again is where it was.
const keepDelay = 150;
let keeping: ReturnType<typeof setTimeout> | undefined;
interface State { view: View; engineOn: boolean; games: Partial<Record<Desk, { game: Game; path: number[]; flipped: boolean }>> }
function keepGames() {
  desks.set(deskOf[view.peek()], lying());
  const games: State["games"] = {};
  for (const [name, d] of desks) games[name] = { game: toGame(d.tree), path: pathOf(d.current), flipped: d.flipped };
  keep(sessionStorage, gameKey, { view: view.peek(), engineOn: engineOn.peek(), games } satisfies State);
}
effect(() => {
  void [version.value, view.value, flipped.value, engineOn.value, current.value];
  clearTimeout(keeping);
  keeping = setTimeout(keepGames, keepDelay);
});
addEventListener("pagehide", keepGames);

function restore() {
  const state = kept<State | null>(sessionStorage, gameKey, null);
  if (!state?.games) return;
  for (const [name, k] of Object.entries(state.games)) {
    const restored = fromGame(k.game);
    desks.set(name as Desk, { tree: restored, current: follow(restored.root, k.path), flipped: k.flipped });
  }
  batch(() => {
    view.value = state.view === "setup" ? "analyse" : state.view;
    const here = desks.get(deskOf[view.value]);
    if (here) lay(here);
    engineOn.value = state.engineOn;
  });
}
restore();
