import { signal } from "@preact/signals";
import { judging } from "./analysis";
import type { Fault, Game, Problem, Progress, Report as Made } from "./messages";
import { shown } from "./score";
import { ask, on } from "./server";
import { numberOf } from "./sheet";
import { choose } from "./solving";
import { attempt, changed, go, say, tree, view } from "./state";
import { openMistakes } from "./suite";
import { along, fromGame, merge, standing, tag, toGame, type Place, type Tree } from "./tree";
import { apart } from "./undo";
import { named, words } from "./words";
import { analysed, visit } from "./workspaces";

// Judged is the report of a game: the game as it was sent, without marks of an earlier report, and what came back.
interface Judged { tree: Tree; sent: Game; made: Made; nodes: number }
const last = signal<Judged | null>(null);

// report is the report of the game on the board, null if it has none.
export const report = () => last.value?.tree === tree.value ? last.value : null;

// lineOf returns the places of the judged moves, as far as the game still has them.
export const lineOf = (r: Judged): Place[] => along(r.tree.root, r.sent.moves.map(node => node.move));

// faultAt returns what the report says of the move that leads to a place.
export function faultAt(at: Place): Fault | undefined {
  const r = report(), ply = r ? lineOf(r).indexOf(at) : -1;
  return ply > 0 ? r!.made.faults.find(fault => fault.ply === ply) : undefined;
}

// Work is how far a look of a report has come, and the time when the look began.
interface Work extends Progress { began: number }
export const work = signal<Work | null>(null);
const begun = (look: Progress): Work => ({ ...look, began: performance.now() });
on("progress", news => { if (work.value) work.value = news.look === work.value.look ? { ...work.value, ...news } : begun(news); });

// The nodes for each position. The first is the default of zonda analyze.
export const efforts = { quick: 50_000, careful: 500_000, deep: 5_000_000 };
export type Effort = keyof typeof efforts;

// signed returns the judged game with the signs alone: comments and better lines wait until the user wants them.
const signed = (sent: Game, judged: Game): Game =>
  ({ ...sent, moves: sent.moves.map((node, i) => ({ ...node, nags: judged.moves[i].nags })) });

const copied = (game: Tree): Tree => fromGame(JSON.parse(JSON.stringify(toGame(game))));

// isWritten reports whether the comments of a report stand in the game.
export function isWritten(r: Judged): boolean {
  return lineOf(r).slice(1).some((place, i) =>
    r.made.game.moves[i].comments.some(text => place.comments.includes(text) && !r.sent.moves[i].comments.includes(text)));
}

// clear takes what a report has written out of a game.
const clear = (game: Tree, r: Judged) => merge(game, r.made.game, r.sent);

// free says whether a report can be made, and tells the user if another one is being made.
export function free(): boolean {
  if (judging.value) say(words.report.busy, true);
  return !judging.value;
}

// make judges the game on the board, as zonda analyze does.
export async function make(nodes: number) {
  if (!free()) return;
  const game = tree.value, bare = copied(game), before = report();
  if (before) clear(bare, before);
  const sent = toGame(bare);
  work.value = begun({ look: 0, last: false, done: 0, total: sent.moves.length + 1 });
  judging.value = true;
  const made = await attempt(() => ask("report", { game: sent, nodes }));
  judging.value = false;
  work.value = null;
  if (made) take(game, { tree: game, sent, made, nodes });
}

export const stop = () => attempt(() => ask("stopReport", {}));

// take takes the report of a game: the signs go into the game as it is now, whatever view is open.
function take(game: Tree, r: Judged) {
  const on = analysed(), w = words.report, before = last.value;
  if (on?.tree !== game) return say(w.otherGame, true);
  let gone = 0;
  apart(() => {
    const whole = before?.tree === game && isWritten(before);
    if (before?.tree === game) clear(game, before);
    gone = merge(game, r.sent, whole ? r.made.game : signed(r.sent, r.made.game));
    changed();
  });
  on.current = standing(on.current); // an earlier better line may be gone
  if (tree.value === game) go(on.current);
  last.value = r;
  if (gone) say(w.changed(gone), true);
  else if (view.value !== "analyse") say(w.ready);
}

// change changes the game of a report, and says so with an undo.
function change(make: () => void, text: string) {
  apart(() => {
    make();
    changed();
  });
  go(standing(analysed()!.current));
  say(text, false, true);
}

// write writes the comments and the better lines of a report into the game.
export const write = (r: Judged) => change(() => { clear(r.tree, r); merge(r.tree, r.sent, r.made.game); }, words.report.written);

// unmark takes the signs, comments and better lines of a report out of the game.
export const unmark = (r: Judged) => change(() => { clear(r.tree, r); }, words.report.unmarked);

// moveOf returns the move of a fault with its number.
export const moveOf = (r: Judged, fault: Fault) => `${numberOf(fault.ply, true)} ${shown(r.sent.moves[fault.ply - 1].move)}`;

export const nameOf = (r: Judged, side: string) => tag(r.tree, side) || named(side);

// learn makes problems of the faults: positions in which a better move has to be found.
export function learn(r: Judged) {
  const problems: Problem[] = r.made.faults.map(fault => ({
    id: `fault ${fault.ply}`, name: moveOf(r, fault), source: nameOf(r, fault.side), fen: fault.fen, plies: 0, result: "unknown",
    keys: fault.better.slice(0, 1), avoid: [r.sent.moves[fault.ply - 1].move], expect: fault.expect,
    claim: "", line: [], themes: [], rating: 0, idea: "",
  }));
  openMistakes(words.problems.mistakes(nameOf(r, "Black"), nameOf(r, "White")), problems);
  visit("problems");
  choose(0);
}
