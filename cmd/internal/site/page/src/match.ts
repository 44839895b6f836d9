import { batch, computed, effect, signal } from "@preact/signals";
import { evaluating } from "./analysis";
import { announce } from "./announcements";
import { pressClock, resumeClock, startClock, tick } from "./clock";
import { clocks, earlier, going, isHuman, latest, match, mayMove, other, turn, won, type Side } from "./game";
import { sentences, texts } from "./i18n";
import { preferences } from "./preferences";
import { efforts, canMakeReport, makeReport } from "./reports";
import { judgeMove, weighing } from "./retry";
import { ask } from "./server";
import {
  attempt, changed, current, flipped, go, greeting, hint, history, notice, play, position, say, show, showGame, tabWanted, toEnd, tree,
} from "./state";
import { connection } from "./transport";
import { add, last, pathOf, plyOf, toGame, type Place, type Tree } from "./tree";
import { visit } from "./workspaces";

// The game against the engine, or of two people, or of the engine with itself. It rests while another view is open.
const askedAt = signal<Place | null>(null); // where the engine was asked for its move last

const thinking = () => !!askedAt.value && askedAt.value === latest.value?.at;

// whyWait says why the user may not move, "" if the user may.
export function whyWait(): string {
  const w = texts.play;
  if (!match.value) return w.notBegun;
  if (match.value.over) return w.isOver(match.value.over);
  if (mayMove()) return "";
  return current.value === latest.value?.at ? w.notYourTurn : w.earlier;
}

// thinksLong says that the engine has thought for so long that the page says so.
const patience = 400;
export const thinksLong = signal(false);
function followThinking() {
  thinksLong.value = false;
  if (!going() || !thinking()) return;
  const timer = setTimeout(() => { thinksLong.value = true; }, patience);
  return () => clearTimeout(timer);
}

export function finish(text: string, result: string) {
  if (!going()) return;
  batch(() => {
    stopThinking();
    match.value = { ...match.value!, over: text };
    notice.value = null; // it would stand in the place of the end
    tree.value.result = result;
    question.value = "";
    changed();
  });
}

function stopThinking() {
  if (thinking()) void ask("stop", {}).catch(() => {});
  askedAt.value = null;
}

const minTime = 700; // milliseconds that a move of the engine against itself is seen
const full = 0; // the level of full strength

// engineMoves asks the engine for a move when it is its turn.
function engineMoves() {
  const m = match.value, s = latest.value;
  if (!m || m.over || !s || connection.value !== "open" || !greeting.value) return;
  if (s.position.over) return finish(sentences(s.position.over), s.position.result);
  const side = turn()!;
  if (isHuman(side) || weighing.value || askedAt.value === s.at) return;
  const { at } = s, left = clocks.peek()[side], seen = m.human === "None" && !document.hidden;
  askedAt.value = at;
  const rest = seen && new Promise(done => setTimeout(done, minTime));
  const { level, moveTime, increment } = m, remaining = moveTime ? 0 : Math.max(1, Math.round(left));
  ask("think", { ...history(at), level, moveTime, remaining, increment }).then(async thought => {
    await rest;
    tick();
    if (askedAt.value !== at) return;
    if (latest.value?.at !== at || match.value?.over) { // another view is open; back here the engine is asked again
      askedAt.value = null;
      return;
    }
    pressClock(side);
    const next = add(at, thought.move), watched = current.value === at;
    changed();
    if (watched) go(next);
  }, (error: Error) => {
    // Another search has stopped this one, because the user looked at another view: the engine is asked again.
    if (error.message !== "stopped") say(error.message, true);
    else if (askedAt.value === at) askedAt.value = null;
  });
}

// The evaluation is shown while the engine does not think about its move.
function showEvaluation() {
  const m = match.value;
  evaluating.value = preferences.value.evaluation && !!m && m.human !== "None" && (!!m.over || isHuman(turn()));
}

// The board of two people turns to the one whose turn it is, where they want it.
function turnBoard() {
  if (match.value?.human === "Both" && preferences.value.turning && going()) flipped.value = (turn() ?? "Black") === "Black";
}

// startMatch starts the clock, and what follows the game.
export function startMatch() {
  startClock(finish);
  effect(followThinking);
  effect(engineMoves);
  effect(showEvaluation);
  effect(turnBoard);
}

// humanMoves plays a move of the user.
export function humanMoves(move: string) {
  tick();
  if (!mayMove()) return;
  earlier.value = null;
  question.value = "";
  pressClock(turn()!);
  play(move);
  void judgeMove(current.value);
}

// question is what a row of the game asks before it is done.
export const question = signal<"" | "resign" | "draw">("");

export function takeBack() {
  const m = match.value!;
  let at = latest.value?.at, side = turn();
  if (!at || !side) return;
  do {
    if (!at.parent || plyOf(at) <= m.opening) return say(texts.play.nothingToTakeBack, true);
    at = at.parent;
    side = other(side);
  } while (!isHuman(side));
  const to = at;
  announce(texts.play.tookBack(to.children[0].move));
  batch(() => {
    stopThinking();
    question.value = "";
    to.children = [];
    latest.value = null;
    resumeClock(m.left[plyOf(to) - m.opening]);
    go(to);
    changed();
  });
}

// offerDraw asks the engine for a draw. Two people agree between themselves.
export async function offerDraw() {
  const { human } = match.value!;
  if (human === "Both") return agreeDraw();
  const game = tree.value, answer = await attempt(() => ask("offer", { ...history(), engine: other(human as Side) }));
  if (!answer || tree.value !== game || !going()) return;
  if (answer.accepted) agreeDraw();
  else say(answer.text, false, false, "draw");
}

export const agreeDraw = () => finish(texts.play.drawAgreed, "1/2-1/2");

// resign ends the game for the user; of two people it is the one whose turn it is.
export function resign() {
  const loser = match.value!.human === "Both" ? turn()! : match.value!.human as Side;
  finish(match.value!.human === "Both" ? texts.play.oneResigned(other(loser), loser) : texts.play.youResigned(other(loser)),
    won(other(loser)));
}

// advice is a good move at a place, found at full strength.
const adviceTime = 1000; // milliseconds
const advice = signal<{ at: Place; move: string } | null>(null);
export const advising = signal(false);
export const advised = computed(() => advice.value?.at === current.value && hint.value.length > 0);

async function advise(): Promise<string | undefined> {
  const at = current.value;
  if (advice.value?.at === at) return advice.value.move;
  if (!mayMove() || advising.value) return undefined;
  advising.value = true;
  const thought = await attempt(() => ask("think", { ...history(at), level: full, moveTime: adviceTime, remaining: 0, increment: 0 }));
  advising.value = false;
  if (!thought || current.value !== at || !mayMove()) return undefined;
  advice.value = { at, move: thought.move };
  return thought.move;
}

// giveHint marks the piece to move, or with its whole way the move.
export async function giveHint(whole = false) {
  if (!mayMove()) return say(whyWait(), true);
  const move = await advise(), path = position.value?.moves.find(m => m.text === move)?.paths[0];
  if (path) hint.value = whole ? path : path.slice(0, 1);
}

// moveForMe plays a good move in the user's place.
export async function moveForMe() {
  if (!mayMove()) return say(whyWait(), true);
  const move = await advise();
  if (move) humanMoves(move);
}

// analyseGame opens a game in Analyse, at the move on the board.
export function analyseGame(game: Tree = tree.value) {
  const path = game === tree.value ? pathOf(current.value) : [], turned = flipped.value;
  visit("analyse");
  const replaced = tree.value.root.children.length > 0;
  showGame(toGame(game), path);
  flipped.value = turned;
  if (replaced) say(texts.play.opened, false, true);
}

// report opens a game in Analyse, and judges it.
export function report(game: Tree = tree.value) {
  if (!canMakeReport()) return;
  analyseGame(game);
  tabWanted.value = "report";
  void makeReport(efforts.quick);
}

// restoreEarlier brings back the game that another one has taken the place of. That one can come back in turn.
export function restoreEarlier() {
  const before = earlier.value;
  if (!before) return;
  batch(() => {
    setGameAside();
    if (earlier.value === before) earlier.value = null;
    show(before.tree);
    toEnd();
    match.value = before.match;
    resumeClock(before.clocks);
    flipped.value = before.flipped;
  });
}

// setGameAside makes room for another game. The one on the board can come back until the user has moved; one without a move leaves that to
// the game before it.
export function setGameAside() {
  const m = match.value, moved = !!m && plyOf(last(tree.value.root)) > m.opening;
  batch(() => {
    notice.value = null;
    stopThinking();
    latest.value = null; // the end of this game is not the end of the next one
    if (m && (moved || !earlier.value)) earlier.value = { tree: tree.value, match: m, clocks: clocks.value, flipped: flipped.value };
    match.value = null;
    question.value = "";
  });
}
