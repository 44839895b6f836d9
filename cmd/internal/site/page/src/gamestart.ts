import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { clocks, match, other, type Conditions, type Players, type Side } from "./game";
import { texts } from "./i18n";
import { setGameAside } from "./match";
import type { Fault } from "./messages";
import { prefer, preferences } from "./preferences";
import { askFault } from "./retry";
import { ask } from "./server";
import { changed, current, flipped, greeting, history, say, show, tree, view } from "./state";
import { add, last, mainLine, newTree, plyOf, setTag, tag, type Tree } from "./tree";
import { analysed, visit } from "./workspaces";

const moveTime = 1000; // milliseconds for a move of the engine where there is no clock

// onlyNext are conditions of the next game alone, which are not kept.
const onlyNext = signal<Partial<Conditions>>({});

// nextConditions are the conditions of the next game.
export const nextConditions = computed((): Conditions => ({ ...preferences.value.game, ...onlyNext.value }));

export function setConditions(change: Partial<Conditions>) {
  const rest = { ...onlyNext.value };
  for (const name of Object.keys(change) as (keyof Conditions)[]) delete rest[name];
  onlyNext.value = rest;
  prefer({ game: { ...preferences.value.game, ...change } });
}

// dealOpening returns a game that begins with an opening of a suite.
async function dealOpening(deck: string, id = ""): Promise<{ next: Tree; name: string }> {
  const dealt = await ask("deal", { deck, id }), next = newTree(dealt.start);
  let at = next.root;
  for (const move of dealt.moves) at = add(at, move);
  setTag(next, "Opening", `${dealt.id} ${dealt.name}`.trim());
  return { next, name: texts.play.dealt(dealt.id, dealt.name || dealt.moves.join(" ")) };
}

// fromAnalysis returns a game that begins with the position of the analysis.
async function fromAnalysis(): Promise<Tree> {
  const game = analysed();
  return newTree(game ? (await ask("position", { ...history(game.current), start: game.tree.start })).fen : "");
}

// While a game is set up the board shows the position in which it will begin.
let setUp = 0;
function showStart() {
  if (view.value !== "play" || match.value) return;
  const { side, opening } = nextConditions.value, turn = ++setUp;
  untracked(() => { flipped.value = side !== "White"; });
  const showIt = (next: Tree) => { if (turn === setUp && view.peek() === "play" && !match.peek()) untracked(() => show(next)); };
  if (opening !== "here") showIt(newTree());
  else untracked(fromAnalysis).then(showIt, () => {}); // the board that it shows does not begin it again
}
export const startSetUp = () => { effect(showStart); };

// engineName is the name of the engine in a game, with its strength.
function engineName(level: number): string {
  const name = greeting.value!.strengths.find(s => s.level === level)?.name ?? "";
  return level ? `Zonda (${name}, level ${level})` : `Zonda (${name})`;
}

// today writes the date as PDN does.
export function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(n => String(n).padStart(2, "0")).join(".");
}

// starting says that a game begins as soon as the engine is there.
export const starting = signal(false);

const engineReady = () => new Promise<void>(resolve => { effect(() => { if (greeting.value) resolve(); }); });

// startNewGame begins a game, when the engine is there. People and the engine take sides by the conditions, or else as they are told.
export async function startNewGame(players?: Players) {
  if (starting.value) return;
  if (!greeting.value) {
    starting.value = true;
    await engineReady();
    starting.value = false;
    if (view.value !== "play" || match.value) return; // the user went elsewhere
  }
  const conditions = nextConditions.value, { side, opening } = conditions;
  const human = players ?? (side === "Random" ? (Math.random() < 0.5 ? "Black" : "White") : side);
  const { next, name } = opening === "here" ? { next: await fromAnalysis(), name: "" }
    : opening === "start" ? { next: newTree(), name: "" } : await dealOpening(opening);
  onlyNext.value = {};
  beginWith(next, human, conditions);
  if (name) say(name);
}

// playOpening begins a game against the engine with one opening of a suite.
export async function playOpening(deck: string, id: string, side: Side) {
  const { next, name } = await dealOpening(deck, id);
  visit("play");
  beginWith(next, side, nextConditions.value);
  say(name);
}

// tryAgain begins a game against the engine where a fault was made, whose move is judged, and says what was played there: so does its first
// comment.
export function tryAgain(fault: Fault, move: string, said: string) {
  const next = newTree(fault.fen);
  askFault(next, fault, move);
  next.root.comments = [said];
  visit("play");
  beginWith(next, fault.side as Side, nextConditions.value);
  say(said);
}

// rematch begins another game with the same opening and the colours changed.
export function rematch() {
  const m = match.value!, old = tree.value, next = newTree(old.start);
  let at = next.root;
  for (const place of mainLine(old.root).slice(1, m.opening + 1)) at = add(at, place.move);
  setTag(next, "Opening", tag(old, "Opening"));
  if (m.human === "Both") for (const side of ["Black", "White"] as const) setTag(next, side, tag(old, other(side)));
  beginWith(next, m.human === "Black" || m.human === "White" ? other(m.human) : m.human, m.conditions);
}

// newGame shows the choice of conditions for another game.
export const newGame = setGameAside;

// playFromHere leads from an analysis to a game that begins with the position on its board.
export function playFromHere() {
  const side = (current.value.position?.turn ?? "Black") as Side;
  batch(() => {
    onlyNext.value = { opening: "here", side };
    visit("play");
    setGameAside();
  });
}

// beginWith begins a game behind its opening, which is on the board.
function beginWith(next: Tree, human: Players, conditions: Conditions) {
  const { level, minutes, seconds } = conditions, timed = minutes > 0 && human !== "None", w = texts.play;
  for (const side of ["Black", "White"] as const) if (human !== "Both") setTag(next, side, human === side ? w.you : engineName(level));
  setTag(next, "Date", today());
  const opening = plyOf(last(next.root));
  batch(() => {
    setGameAside();
    show(next, Array<number>(opening).fill(0));
    flipped.value = human !== "White";
    clocks.value = { Black: minutes * 60e3, White: minutes * 60e3 };
    match.value = { human, level, opening, increment: timed ? seconds * 1e3 : 0, moveTime: timed ? 0 : moveTime, left: [clocks.value],
      over: "", conditions };
    changed();
  });
}
