import { effect, signal, untracked } from "@preact/signals";
import { judging } from "./analysis";
import { announce, clearAnnouncement } from "./announcements";
import { asRead } from "./collection";
import { askUser } from "./dialog";
import { other, type Side } from "./game";
import { sideName, texts } from "./i18n";
import type { Fault, Game, Progress, Report as Made } from "./messages";
import { displayMove, percent } from "./score";
import { ask, on } from "./server";
import { numberOf } from "./sheet";
import { attempt, changed, go, restored, say, tree, version, view } from "./state";
import { trainee } from "./trainee";
import { connection } from "./transport";
import { placesAlong, fromGame, last, merge, movesTo, nearestKept, tag, toGame, type Place, type Tree } from "./tree";
import { asOneStep, withoutStep } from "./undo";
import { analysed, workspace } from "./workspaces";

// Judged is the report of a game: the game as it was sent, without marks of an earlier report, and what came back.
interface Judged { tree: Tree; sent: Game; made: Made; nodes: number }
const lastReport = signal<Judged | null>(null);

// report is the report of the game on the board, null if it has none.
export const report = () => lastReport.value?.tree === tree.value ? lastReport.value : null;

// startReports looks for the report that is kept of the game on the board. A game that was changed since has it too: what still fits.
const lookDelay = 200; // milliseconds
export function startReports() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    if (restored.value) untracked(() => { signed.add(analysed()?.tree ?? tree.value); }); // the page was left with the signs that the user wants
  });
  effect(() => {
    void [version.value, connection.value, lastReport.value];
    const game = tree.value;
    clearTimeout(timer);
    if (connection.value !== "open" || workspace() !== "analysis" || judging.value || report() || !game.root.children.length) return;
    timer = setTimeout(() => void findReport(), lookDelay);
  });
}

async function findReport() {
  const game = tree.value, { kept } = await ask("keptReport", mainGame(game)).catch(() => ({ kept: undefined }));
  if (!kept || tree.value !== game || report()) return;
  lastReport.value = { tree: game, sent: kept.game, made: kept.report, nodes: kept.nodes };
  if (!signed.has(game)) showSigns(lastReport.value);
}

// signed are the games that have had the signs of their report: who has taken them away does not want them again.
const signed = new WeakSet<Tree>();

// showSigns puts the signs of a kept report into a game that was read without them.
function showSigns(r: Judged) {
  signed.add(r.tree);
  const given = (i: number) => r.made.game.moves[i].nags.filter(n => !r.sent.moves[i].nags.includes(n));
  if (lineOf(r).slice(1).some((at, i) => given(i).some(n => at.nags.includes(n)))) return;
  asRead(() => withoutStep(() => {
    merge(r.tree, r.sent, withSigns(r.sent, r.made.game));
    changed();
  }));
}

// openReport takes the report that is kept of the game on the board, or else makes the quick one.
export async function openReport() {
  const game = tree.value;
  if (report() || judging.value || !game.root.children.length) return;
  await findReport();
  if (tree.value === game && !report()) await makeReport(efforts.quick);
}

// mainGame is a game without names, words and variations.
function mainGame({ start, root }: Tree): Game {
  const moves = movesTo(last(root)).map(move => ({ move, nags: [], comments: [], variations: [] }));
  return { tags: [], start, comments: [], moves, result: "*" };
}

// ownSide is the side of the user in a game against the program.
const sides: Side[] = ["Black", "White"];
export function ownSide(game: Tree): Side | undefined {
  const program = (side: Side) => tag(game, side).startsWith("Zonda");
  return sides.find(side => program(other(side)) && !program(side));
}

// learnFaults makes cards of the faults of a side, which come back as the problems do that were not solved.
export const learnFaults = (r: Judged, side: Side) =>
  ask("learnFaults", { ...trainee(), game: r.sent, side, title: `${nameOf(r, "Black")} – ${nameOf(r, "White")}` });

// forgetReport forgets the report of a game, and its cards if the user wants that. The signs stay in the game.
export const forgetReport = (r: Judged) => attempt(async () => {
  const { cards: count } = await ask("keptReport", r.sent), w = texts.faults;
  const answer = count ? await askUser(w.forgetCards(count), w.keepThem, w.forgetThem) : w.keepThem;
  if (!answer) return;
  await ask("forgetReport", { ...trainee(), game: r.sent, cards: answer === w.forgetThem });
  lastReport.value = null;
  say(texts.faults.forgotten);
});

// lineOf returns the places of the judged moves, as far as the game still has them.
export const lineOf = (r: Judged): Place[] => placesAlong(r.tree.root, r.sent.moves.map(node => node.move));

// faultAt returns what the report says of the move that leads to a place.
export function faultAt(at: Place): Fault | undefined {
  const r = report(), ply = r ? lineOf(r).indexOf(at) : -1;
  return ply > 0 ? r!.made.faults.find(fault => fault.ply === ply) : undefined;
}

// Work is the progress of a report, and the time when it began.
interface Work extends Progress { began: number }
export const work = signal<Work | null>(null);
on("progress", news => { if (work.value) work.value = { ...work.value, ...news }; });

// The nodes for each position. The first is the default of zonda analyze.
export const efforts = { quick: 50_000, careful: 500_000, deep: 5_000_000 };
export type Effort = keyof typeof efforts;

// The players for whom a report can be made, by their ratings: the user, perfect play, and the strengths whose chances were measured.
const own = 0;
export const readers = [own, -1, 415, 684, 1175, 1675];
export const readerOf = (r: Judged) => readers.includes(r.made.rating) ? r.made.rating : own;

// withSigns returns the judged game with the signs alone: comments and better lines wait until the user wants them.
const withSigns = (sent: Game, judged: Game): Game =>
  ({ ...sent, moves: sent.moves.map((node, i) => ({ ...node, nags: judged.moves[i].nags })) });

const copyOf = (game: Tree): Tree => fromGame(JSON.parse(JSON.stringify(toGame(game))));

// isWritten reports whether the comments of a report stand in the game.
export function isWritten(r: Judged): boolean {
  return lineOf(r).slice(1).some((place, i) =>
    r.made.game.moves[i].comments.some(text => place.comments.includes(text) && !r.sent.moves[i].comments.includes(text)));
}

// takeOut takes what a report has written out of a game.
const takeOut = (game: Tree, r: Judged) => merge(game, r.made.game, r.sent);

// withReport returns a copy of the game of a report with what another judged game has in the place of its marks.
export function withReport(r: Judged, judged: Game): Tree {
  const copy = copyOf(r.tree);
  takeOut(copy, r);
  merge(copy, r.sent, judged);
  return copy;
}

// canMakeReport says whether a report can be made, and tells the user if another one is being made.
export function canMakeReport(): boolean {
  if (judging.value) say(texts.faults.busy, true);
  return !judging.value;
}

// makeReport judges the game on the board, as zonda analyze does, for the players of the report before if nobody says for whom.
export async function makeReport(nodes: number, reader?: number) {
  if (!canMakeReport()) return;
  const game = tree.value, bare = copyOf(game), before = report(), rating = reader ?? (before ? readerOf(before) : own);
  if (before) takeOut(bare, before);
  const sent = toGame(bare);
  work.value = { share: 0, began: performance.now() };
  judging.value = true;
  announce(texts.faults.begun);
  const made = await attempt(() => ask("report", { ...trainee(), game: sent, nodes, rating }));
  judging.value = false;
  work.value = null;
  if (!made) return;
  const r = { tree: game, sent, made, nodes }, side = ownSide(game);
  applyReport(game, r);
  if (side && rating === own && !made.unkept) void attempt(() => learnFaults(r, side));
}

export const stopReport = () => attempt(() => ask("stopReport", {}));

// applyReport takes the report of a game: the signs go into the game as it is now, whatever view is open.
function applyReport(game: Tree, r: Judged) {
  const on = analysed(), w = texts.faults, before = lastReport.value;
  signed.add(game);
  if (on?.tree !== game) return say(w.otherGame, true);
  let gone = 0;
  asOneStep(() => {
    const whole = before?.tree === game && isWritten(before);
    if (before?.tree === game) takeOut(game, before);
    gone = merge(game, r.sent, whole ? r.made.game : withSigns(r.sent, r.made.game));
    changed();
  });
  on.current = nearestKept(on.current); // an earlier better line may be gone
  if (tree.value === game) go(on.current);
  lastReport.value = r;
  if (r.made.unkept) say(w.unkept(r.made.unkept), true);
  else if (gone) say(w.changed(gone), true);
  else say(view.value === "analyse" ? w.readyHere(countOf(r, "Black"), countOf(r, "White")) : w.ready);
  clearAnnouncement();
}

// countOf names a side, and counts its faults.
const countOf = (r: Judged, side: Side) => `${nameOf(r, side)} ${r.made.faults.filter(fault => fault.side === side).length}`;

// changeGame changes the game of a report, and says so with an undo.
function changeGame(make: () => void, text: string) {
  asOneStep(() => {
    make();
    changed();
  });
  go(nearestKept(analysed()!.current));
  say(text, false, true);
}

// writeReport writes the comments and the better lines of a report into the game.
export const writeReport = (r: Judged) => changeGame(() => { takeOut(r.tree, r); merge(r.tree, r.sent, r.made.game); }, texts.faults.written);

// removeReport takes the signs, comments and better lines of a report out of the game.
export const removeReport = (r: Judged) => changeGame(() => { takeOut(r.tree, r); }, texts.faults.unmarked);

// moveOf returns the move of a fault with its number.
export const moveOf = (r: Judged, fault: Fault) => `${numberOf(fault.ply, true)} ${displayMove(r.sent.moves[fault.ply - 1].move)}`;

export const nameOf = (r: Judged, side: string) => tag(r.tree, side) || sideName(side);

// short tells what a fault changed, in percent: one number where nothing changed.
export function short(fault: Fault): string {
  const own = fault.side === "Black" ? "black" : "white", opponent = other(fault.side as Side), likely = 0.5;
  const [who, share] = fault.before[own] >= likely ? [fault.side, own] as const : [opponent, own === "black" ? "white" : "black"] as const;
  const [was, is] = [percent(fault.before[share]), percent(fault.after[share])];
  return `${texts.faults.wins(who)} ${was === is ? is : `${was} → ${is}`} %`;
}

// teller tells what is wrong with a fault. Its sentences come with the view of reports.
export const teller = { tell: short };
