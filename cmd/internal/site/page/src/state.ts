import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { home } from "./home";
import type { Game, Greeting, Lines, Move, Origin, Position, Requests } from "./messages";
import type { IconName } from "./icon";
import type { NumberPlace } from "./marks";
import { alone, ask, connection, on, whenOpen } from "./server";
import { forgetAll, keep, kept, makeMissed, store, tabKeeps, update, type Name } from "./store";
import { sentences, words } from "./words";
import { add, follow, fromGame, last, movesTo, newTree, pathOf, toGame, type Place, type Tree } from "./tree";

export type View = "analyse" | "play" | "games" | "problems" | "lab" | "settings" | "setup";

// What the page shows. The tree itself changes in place; version rises with every change.
export const view = signal<View>("analyse");
export const tree = signal<Tree>(newTree());
export const current = signal<Place>(tree.value.root);
export const version = signal(0);
export const position = signal<Position | null>(null);
export const greeting = signal<Greeting | null>(null);
// serves reports whether the engine's side answers a kind of request: a page without a server has no processes.
export const serves = (kind: keyof Requests) => !greeting.value || greeting.value.kinds.includes(kind);
export const flipped = signal(false);
export const engineOn = signal(false);
export const lines = signal<Lines | null>(null);
export const notice = signal<Message | null>(null);
// A message; undo takes back what it tells of, or says that the user can do so in the game.
interface Message { text: string; bad: boolean; undo?: boolean | (() => void); icon?: IconName }
export const hint = signal<number[]>([]);
export const moveText = signal(""); // in the field of moves
export const tabWanted = signal<"" | "book" | "endings" | "report">(""); // of Analyse: another view wants to see it
export const preview = signal<{ pieces: string; last: Move } | null>(null); // shown in place of the position

// A desk has a game of its own: problems, matches and games against the engine leave the analysis as it is.
type Desk = "analysis" | "play" | "problems" | "matches";
const deskOf: Partial<Record<View, Desk>> = {
  analyse: "analysis", setup: "analysis", games: "analysis", play: "play", problems: "problems", lab: "matches",
};
let lastDesk: Desk = "analysis"; // the settings leave the game of the view before on the board
export const desk = () => lastDesk = deskOf[view.value] ?? lastDesk;
interface Lying { tree: Tree; current: Place; flipped: boolean }
const desks = new Map<Desk, Lying>();
const lying = (): Lying => ({ tree: tree.peek(), current: current.peek(), flipped: flipped.peek() });

export type Side = "Black" | "White";

// Conditions are what the user chooses for a game: minutes and seconds a move on the clock, 0 minutes for no clock; the opening is
// "start", "here" for the position of the analysis, or a deck.
export interface Conditions { side: Side | "Random"; minutes: number; seconds: number; opening: string; level: number }

// Players says which sides people have.
export type Players = Side | "Both" | "None";

// A game against the engine: increment and time for a move in milliseconds, the value of option Level, the plies of its opening,
// what the clocks showed before each move behind the opening, how it ended, and its conditions.
export interface Match {
  human: Players;
  increment: number;
  moveTime: number;
  level: number;
  opening: number;
  left: Record<Side, number>[];
  over: string;
  conditions: Conditions;
}
export const match = signal<Match | null>(null);
export const clocks = signal<Record<Side, number>>({ Black: 0, White: 0 }); // milliseconds left

// A new game puts the one before aside, until the user has moved.
interface Before { tree: Tree; match: Match; clocks: Record<Side, number>; flipped: boolean }
export const earlier = signal<Before | null>(null);

// What the user prefers.
export interface Preferences {
  theme: "auto" | "light" | "dark";
  board: "tournament" | "walnut" | "slate";
  pieces: "black" | "red"; // the colour of the side that is called Black
  motion: "usual" | "calm" | "none"; // how pieces move
  sound: boolean;
  confirm: boolean; // in a game against the engine, a move is made with a second press on its last square
  numbers: NumberPlace;
  arrows: boolean;
  must: boolean; // pieces that must capture are marked
  language: "auto" | "en" | "de"; // auto is that of the browser
  hints: View[]; // views that a new user has not seen yet
  evaluation: boolean; // is shown in a game against the engine
  played: string; // the file in which finished games are kept
  multiPV: number;
  split: number; // the share of the side that stands below the moves, in percent; 0 is as the page places it
  turning: boolean; // two people play, and the board turns to the one whose turn it is
  game: Conditions; // those that were chosen last
  options: Record<string, string>;
}
const gameKey = "zonda-game";
export const usual: Preferences = {
  theme: "auto", board: "tournament", pieces: "black", motion: "usual", sound: false, confirm: false, numbers: "inside", arrows: true,
  must: true, language: "auto", hints: [], evaluation: false, played: "played.pdn", multiPV: 3, split: 0, turning: false,
  game: { side: "Black", minutes: 0, seconds: 0, opening: "start", level: 3 }, options: {},
};
export const preferences = signal<Preferences>(usual);

export function prefer(change: Partial<Preferences>) {
  preferences.value = { ...preferences.value, ...change };
  update("settings", before => ({ ...before as Partial<Preferences>, ...change }));
}

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

export const history = (at: Place = current.value) => ({ start: tree.value.start, moves: movesTo(at) });

export const changed = () => { version.value++; };

// databases counts how often what is known of positions has changed, as when databases are opened: what was asked before is asked again.
export const databases = signal(0);
on("databases", () => { databases.value++; });

// load asks for the position of a place, once for the databases that are open. Who asks meanwhile hears of it at the same time: nobody
// may move before the board shows it.
const asked = new WeakMap<Place, { databases: number; found: Promise<Position> }>();
export function load(at: Place): Promise<Position> {
  const before = asked.get(at);
  if (before?.databases === databases.peek()) return before.found;
  const found = ask("position", history(at)).then(found => at.position = found);
  asked.set(at, { databases: databases.peek(), found });
  found.catch(() => asked.delete(at));
  return found;
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
  moveText.value = "";
}

// What was typed belongs to its game.
effect(() => { void tree.value; moveText.value = ""; });

// why says why a move of the piece on a square, or another move of it, cannot be made.
export function why(square: number): string {
  const p = position.value!, kind = p.pieces[square - 1] ?? ".", side = kind.toLowerCase() === "b" ? "Black" : "White", w = words.board;
  const ends = new Set(p.moves.flatMap(move => move.paths).filter(path => path[0] === square).map(path => path[path.length - 1]));
  if (p.over) return words.play.isOver(sentences(p.over));
  if (kind === ".") return w.noPiece(square);
  if (side !== p.turn) return w.notTurn(square, side, p.turn);
  const can = ends.size ? w.canGo(square, [...ends]) : "";
  if (p.must) return `${w.mustCapture(p.turn)} ${can || w.onlyRings}`;
  return can || w.stuck(square);
}

// explained returns a function that throws an error about a typed move again, with the reason if the move is illegal.
export const explained = (text: string) => (error: Error): never => {
  const from = /^\s*(\d\d?)(?=\D|\d\d$)/.exec(text)?.[1];
  throw from && position.value && /illegal/.test(error.message) ? new Error(words.board.illegal(text.trim(), why(Number(from)))) : error;
};

// typed plays a move that the user has typed; the server reads it.
export async function typed(text: string, take = play): Promise<boolean> {
  const at = current.value;
  const answer = await attempt(() => ask("walk", { ...history(at), line: [text.trim()] }).catch(explained(text)));
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

export const showGame = (game: Game, path: number[] = [], origin?: Origin) => show({ ...fromGame(game), origin }, path);

export const back = () => { if (current.value.parent) go(current.value.parent); };
export const forward = () => { if (current.value.children.length) go(current.value.children[0]); };
export const toStart = () => go(tree.value.root);
export const toEnd = () => go(last(current.value));

let before: View = "analyse"; // the settings were opened
export const viewBefore = () => before;

// visit opens a view with the game of its desk.
export function visit(next: View) {
  batch(() => {
    const from = desk();
    if (view.value !== "settings") before = view.value;
    view.value = next;
    const to = desk();
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
export const analysed = () => desk() === "analysis" ? lying() : desks.get("analysis");

// The position follows the current place.
effect(() => {
  const at = current.value;
  void databases.value;
  if (at.position) position.value = at.position;
  load(at).then(found => { if (current.value === at) position.value = found; }, error => {
    if (current.value === at) say(error.message, true);
  });
});

// The engine follows the position, where the page analyses, and rests while a game is judged.
export const judging = signal(false);
export const evaluating = signal(false); // in a game
const analyses: View[] = ["analyse", "games"];
const resting = signal(false); // the page is hidden for long
export const analysing = computed(() =>
  view.value === "play" ? evaluating.value : engineOn.value && !resting.value && analyses.includes(view.value));
let search = 0, running = false;
effect(() => {
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
});
on("lines", news => {
  if (news.search !== search) return;
  lines.value = news;
  if (news.error) say(news.error, true);
});

// Where the engine is in the page, an analysis rests in a page that is hidden for long. A game goes on.
let hiding: ReturnType<typeof setTimeout> | undefined;
document.addEventListener("visibilitychange", () => {
  clearTimeout(hiding);
  if (document.hidden && alone) hiding = setTimeout(() => { resting.value = analysing.value && view.value !== "play"; }, alone.rest);
  else if (resting.value) {
    resting.value = false;
    say(words.alone.rested);
  }
});

// What goes wrong with an engine in the page is said once.
effect(() => { if (alone?.restarts.value) untracked(() => say(words.alone.restarted, true)); });
const missing = computed(() => alone?.parts.value.find(part => part.state === "failed")?.name ?? "");
effect(() => {
  const name = missing.value;
  if (name) untracked(() => say(words.alone.missing(words.alone.parts[name] ?? name), true));
});
// A part that has come changes what is known of the position.
const come = computed(() => alone?.parts.value.filter(part => part.state === "there").length ?? 0);
effect(() => { if (come.value) databases.value = untracked(() => databases.value) + 1; });

// again starts the search anew, after an option has changed.
export const again = () => { preferences.value = { ...preferences.value }; };

whenOpen(makeMissed);
const needMemory = ["Hash", "Solver"]; // options that an engine did not survive, perhaps
whenOpen(async () => {
  greeting.value = null;
  for (const [name, value] of Object.entries(preferences.value.options)) {
    if (alone?.restarts.value && needMemory.includes(name)) continue;
    await ask("set", { name, value }).catch(() => {});
  }
  greeting.value = await ask("hello", {});
});

// The tab keeps its games, so that a page that is loaded again is where it was. The store keeps them too, from the first change
// of a game on, for a page that is opened when this one is closed.
const keepDelay = 150;
let keeping: ReturnType<typeof setTimeout> | undefined;
interface State {
  view: View;
  engineOn: boolean;
  games: Partial<Record<Desk, { game: Game; path: number[]; flipped: boolean; origin?: Origin }>>;
  match: Match | null;
  clocks: Record<Side, number>;
  before?: Omit<Before, "tree"> & { game: Game };
}
let found = ""; // the games with which the page began
export const restored = signal(false); // the page has begun
let stored = ""; // the state that the store has from this page

const played = (state: State) =>
  JSON.stringify(Object.values(state.games).map(k => k.game).filter(game => game.moves.length || game.tags.length));

function stateNow(): State {
  desks.set(desk(), lying());
  const games: State["games"] = {};
  for (const [name, d] of desks) games[name] = { game: toGame(d.tree), path: pathOf(d.current), flipped: d.flipped, origin: d.tree.origin };
  const { tree: old, ...rest } = earlier.peek() ?? {}, aside = old && { ...rest as Omit<Before, "tree">, game: toGame(old) };
  return { view: view.peek(), engineOn: engineOn.peek(), games, match: match.peek(), clocks: clocks.peek(), before: aside };
}

function keepGames() {
  if (!restored.value) return;
  const state = stateNow(), text = JSON.stringify(state);
  keep(gameKey, state);
  if (text === stored || !stored && played(state) === found) return;
  stored = text;
  store.put("games", state).catch((error: Error) => {
    stored = "again"; // the server is lost, or refuses
    if (connection.value === "open") say(error.message, true);
  });
}
effect(() => {
  void [version.value, view.value, flipped.value, engineOn.value, current.value, match.value, earlier.value, connection.value];
  clearTimeout(keeping);
  keeping = setTimeout(keepGames, keepDelay);
});
addEventListener("pagehide", keepGames);

// takeUp lays the games of a state on their desks. A game that goes on is shown at its end.
function takeUp(state: State) {
  const lain = Object.entries(state.games).map(([name, k]) => {
    const restored = { ...fromGame(k.game), origin: k.origin };
    const runs = name === "play" && state.match && !state.match.over;
    const current = runs ? last(restored.root) : follow(restored.root, k.path);
    return [name as Desk, { tree: restored, current, flipped: k.flipped }] as const;
  });
  if (!(state.view in words.views)) throw new Error("no view");
  for (const [name, on] of lain) desks.set(name, on);
  batch(() => {
    view.value = state.view === "setup" || state.view === "settings" ? "analyse" : state.view;
    const here = desks.get(desk());
    if (here) lay(here);
    engineOn.value = state.engineOn;
    const unknown: Partial<Match> = { level: 0, left: [], conditions: preferences.value.game }; // to an earlier version of the page
    match.value = state.match && { ...unknown, ...state.match };
    if (state.before) earlier.value = { ...state.before, tree: fromGame(state.before.game) };
    clocks.value = state.clocks ?? clocks.value;
  });
}

// taken gives what was kept under a name to a function, and reports whether there was nothing. What it cannot take is set aside.
export async function taken(name: Name, take: (value: never) => void): Promise<boolean> {
  const nothing = await attempt(async () => {
    const value = await store.get(name);
    if (value === undefined) return true;
    try {
      take(value as never);
    } catch {
      await store.discard(name);
    }
    return false;
  });
  return !!nothing;
}

function takePreferences(value: Partial<Preferences>) {
  const fits = (key: keyof Preferences) => key in value && typeof value[key] === typeof usual[key] && value[key] !== null;
  const keys = (Object.keys(usual) as (keyof Preferences)[]).filter(fits);
  if (!keys.length && Object.keys(value).length) throw new Error("no settings");
  const taken = { ...usual, ...Object.fromEntries(keys.map(key => [key, value[key]])) };
  preferences.value = { ...taken, game: { ...usual.game, ...taken.game } };
}

// Another page of this browser has changed the settings.
home.alone?.hear(name => { if (name === "settings") void taken("settings", takePreferences); });

// loadEverything puts what a file holds in the place of everything that the browser keeps, and begins anew with it.
export async function loadEverything(file: Blob) {
  await home.alone!.load(file);
  restored.value = false; // the games on the board are not kept
  forgetAll();
  location.reload();
}

// restore begins with the games of the tab, or else with those of a page that was closed.
export async function restore() {
  const newcomer = await taken("settings", takePreferences);
  const own = kept<State | null>(gameKey, null);
  if (!own?.games || !await attempt(async () => { takeUp(own); return true; })) await taken("games", takeUp);
  if (newcomer) prefer({ hints: ["analyse", "problems", "games"] });
  if (!desks.size && preferences.value.hints.length) view.value = "play"; // a new user begins with a game
  found = played(stateNow());
  restored.value = true;
  if (home.alone ? !await home.alone.lasting() : !tabKeeps) say(home.alone ? words.alone.notKept : words.frame.notKept, true);
}
