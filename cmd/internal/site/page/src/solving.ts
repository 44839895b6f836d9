import { computed, effect, signal, untracked } from "@preact/signals";
import { texts } from "./i18n";
import { playTyped, withReason } from "./illegal";
import type { Judgement, Problem } from "./messages";
import { readRepertoire } from "./repertoire";
import { ask } from "./server";
import { attempt, changed, current, flipped, go, hint, history, notice, play, preview, say, scrollToTop, show, toEnd, tree } from "./state";
import { type How, type Panel, at, best, counts, endStreak, count, savePlace, savedPlace, openBuiltIn, problem, restoreSolved, restoreSuite, scoreNow, suite, trains } from "./suite";
import { dueLessons, nextExercise, outcome, record } from "./training";
import { add, last, movesTo, newTree, remove, type Place } from "./tree";
import { workspace } from "./workspaces";

// Feedback is what the view says about the last move: that it was right, wrong, or shown.
interface Feedback { kind: "right" | "wrong" | "hint" | "solved"; move: string; square?: number; judged?: Judgement; late?: boolean } // late: after a fault
export const feedback = signal<Feedback | null>(null);
export const thinking = signal(false), solved = signal(false); // solved: done, also where it was shown
export const how = signal<How>("alone"); // the open problem is done so far
const counted = signal(false); // the trainer has the answer: the first try counts alone

// The line that solves the problem, from its position on, as far as the engine was asked.
const plan = signal<{ problem: Problem; moves: string[] } | null>(null);
const answerDelay = 450, wrongDelay = 900; // milliseconds until the engine answers, and until a wrong move goes back

export const sideOf = (p: Problem) => p.fen.startsWith("B") ? "Black" : "White";
// isFault says that a problem is a fault of a game. In a lost game no points were to be expected.
export const isFault = (p: Problem) => p.expect > 0 || !!p.told;
export const taskText = (p: Problem) => texts.problems.task(sideOf(p), p.result, isFault(p), p.claim);

const movesMade = () => movesTo(last(tree.value.root));
const startsWith = (line: string[], moves: string[]) => moves.every((move, i) => line[i] === move);
const isNow = (p: Problem, game: unknown) => problem.value === p && tree.value === game;

// steps counts the solver's moves: those that were found, and those of the whole solution, 0 while it is not known.
export function steps() {
  const found = Math.ceil(movesMade().length / 2), p = plan.value;
  const all = p && p.problem === problem.value && p.problem.claim !== "lesson" ? Math.ceil(p.moves.length / 2) : 0;
  return { found, all: solved.value ? found : all && Math.max(all, found + 1) };
}

// progressText says which problem of the list is open, and how far it is solved.
export function progressText() {
  const w = texts.problems, { found, all } = steps(), n = w.place(at.value + 1, suite.value!.problems.length);
  return `${trains() ? w.panels[suite.value!.kind as Panel] : n} · ${solved.value ? how.value === "shown" ? w.shownLow : w.solvedLow : w.stepLow(Math.min(found + 1, all || found + 1), all)}`;
}

// nextMove returns the next move of the solution, from the plan or else from the engine.
async function nextMove(p: Problem): Promise<string | undefined> {
  const moves = movesMade();
  if (plan.value?.problem !== p || !startsWith(plan.value.moves, moves) || plan.value.moves.length <= moves.length) {
    const found = await ask("solution", { problem: p, moves });
    if (problem.value !== p) return undefined;
    plan.value = { problem: p, moves: [...moves, ...found.moves] };
  }
  return plan.value.moves[moves.length];
}

// prefetchSolution asks for the solution before it is needed, so that its length is known and a hint comes at once.
const prefetchSolution = (p: Problem) => { if (!solved.value) void nextMove(p).catch(() => {}); };

const saveNow = () => { if (problem.value) savePlace({
  id: problem.value.id, how: how.value, solved: solved.value, counted: counted.value, late: feedback.value?.late,
}); };

// recordAttempt tells the trainer how a problem went, once.
function recordAttempt(p: Problem, score: number) {
  if (!counts() || counted.value) return;
  counted.value = true;
  saveNow();
  void attempt(async () => {
    await record(p.id, score);
    if (suite.value!.kind === "openings") await readRepertoire();
  });
}
const solvedAlone = 1, withHint = 0.5, failed = 0;

function resetFeedback() {
  feedback.value = null;
  solved.value = thinking.value = false;
  how.value = "alone";
}

// What was said of a problem is gone as soon as another one comes: a moment later it would be heard with the reason of the next one.
const openProblem = computed(() => problem.value?.id);
effect(() => {
  void openProblem.value;
  untracked(resetFeedback);
});

// choose opens a problem of the list.
export function choose(i: number) {
  restorePending = false;
  at.value = i;
  const p = problem.value!;
  resetFeedback();
  counted.value = false;
  outcome.value = null;
  notice.value = null; // of the problem before
  plan.value = null;
  show(newTree(p.fen));
  flipped.value = sideOf(p) === "Black";
  saveNow();
  prefetchSolution(p);
}

// startOver takes the moves of the problem back. A hint that was given stays given.
export function startOver() {
  const p = problem.value!, had = solved.value ? "alone" : how.value;
  resetFeedback();
  how.value = had;
  show(newTree(p.fen));
  saveNow();
  prefetchSolution(p);
}

// next opens the next problem that is not solved yet.
export function next() {
  scrollToTop();
  if (suite.value!.kind === "train") return void attempt(train);
  if (suite.value!.kind === "openings") return nextQuestion();
  const all = suite.value!.problems, s = scoreNow(), open = (i: number) => (best(s, all[i].id) ?? "shown") === "shown";
  const order = all.map((_, i) => (at.value + 1 + i) % all.length), again = (i: number) => dueLessons.value.includes(all[i].id);
  choose((suite.value!.kind === "lessons" ? order.find(again) : undefined) ?? order.find(open) ?? order[0]);
}

// nextQuestion asks the next move of the repertoire.
function nextQuestion() {
  if (at.value + 1 < suite.value!.problems.length) return choose(at.value + 1);
  say(texts.training.asked);
  void attempt(readRepertoire);
}

// train opens the problem that the trainer asks next. Where there is none the board stays as it is.
export async function train() {
  scrollToTop();
  if (await nextExercise()) choose(0);
  else say(texts.training.none);
}

let restorePending = false; // another view was opened before the board showed the problem

// restoreProblem goes on where the page was before it was loaded again. It is asked each time the view opens, and once at a time: a second
// answer would take the place of what was chosen meanwhile.
let restoring: Promise<void> | undefined;
export const restoreProblem = () => restoring ??= restoreSolved().then(restore).finally(() => { restoring = undefined; });

async function restore() {
  if (suite.value && !restorePending) return;
  restorePending = true;
  if (!suite.value) await restoreSuite();
  if (!suite.value) {
    const asked = await nextExercise().catch(() => false);
    if (!asked) await openBuiltIn();
    if (!restorePending || workspace() !== "problems") return;
    restorePending = false;
    return choose(0);
  }
  if (!restorePending || workspace() !== "problems") return;
  restorePending = false;
  const all = suite.value!.problems, place = savedPlace(), same = all.filter(p => p.fen === tree.value.start);
  const on = same.find(p => p.id === place.id) ?? same[0];
  if (!on) return choose(Math.max(0, all.findIndex(p => p.id === place.id)));
  at.value = all.indexOf(on);
  if (on.id === place.id) {
    how.value = place.how;
    counted.value = place.counted;
    solved.value = place.solved;
    if (place.solved) feedback.value = { kind: "solved", move: "", late: place.late };
  }
  if (!solved.value && movesMade().length % 2) { // the engine has not answered
    const left = last(tree.value.root), before = left.parent!;
    remove(left);
    changed();
    go(before);
  }
  prefetchSolution(on);
}

let tries = 0; // counts the moves that were tried

// tryMove judges a move of the solver, and reports whether it was made. Then the engine answers. After the solution moves are free.
export async function tryMove(text: string): Promise<boolean> {
  const p = problem.value, game = tree.value, place = current.value, moves = movesTo(place);
  if (!p || solved.value) return playTyped(text);
  if (thinking.value) return false;
  if (moves.length % 2) {
    say(texts.problems.notYours, true);
    return false;
  }
  const turn = ++tries;
  thinking.value = true;
  hint.value = [];
  try {
    const move = (await attempt(() => ask("walk", { ...history(place), line: [text.trim()] }).catch(withReason(text))))?.lasts[0].text;
    const judged = move && await attempt(() => ask("try", { problem: p, moves, move }));
    if (!judged || !isNow(p, game)) return false;
    return judged.right ? await playRight(p, place, move, judged) : await showWrong(p, place, move, judged);
  } finally {
    if (turn === tries) thinking.value = false;
  }
}

const wait = (ms: number) => new Promise(done => { setTimeout(done, ms); });

// playRight makes a right move and the engine's answer.
async function playRight(p: Problem, place: Place, move: string, judged: Judgement): Promise<boolean> {
  const game = tree.value;
  place.children = place.children.filter(child => child.move === move); // another way from here is gone
  for (const child of place.children) child.children = [];
  play(move);
  if (judged.solved) {
    solved.value = true;
    feedback.value = { kind: "solved", move, judged, late: counted.value };
    recordAttempt(p, how.value === "alone" ? solvedAlone : withHint);
    count(p, how.value);
    saveNow();
    return true;
  }
  await wait(answerDelay);
  const answer = add(place.children[0], judged.reply);
  if (!isNow(p, game)) return true; // another view is open
  changed();
  go(answer);
  feedback.value = { kind: "right", move, judged };
  prefetchSolution(p);
  return true;
}

// showWrong shows a wrong move for a moment, and takes it back.
async function showWrong(p: Problem, place: Place, move: string, judged: Judgement): Promise<boolean> {
  const game = tree.value;
  endStreak();
  recordAttempt(p, failed);
  feedback.value = { kind: "wrong", move, judged };
  const seen = await ask("walk", { ...history(place), line: [move] });
  if (!isNow(p, game) || current.value !== place) return false;
  const shown = preview.value = { pieces: seen.pieces[0], last: seen.lasts[0] };
  thinking.value = false; // a hint may be asked for meanwhile
  await wait(wrongDelay);
  if (preview.value === shown) preview.value = null;
  return false;
}

// giveHint shows the next move of the solution: first its piece, then its path.
export const giveHint = () => attempt(async () => {
  const p = problem.value!, game = tree.value;
  if (thinking.value || solved.value) return;
  const before = hint.value;
  preview.value = null; // of a wrong move
  if (current.value.children.length) toEnd();
  const move = await nextMove(p);
  if (!move || !isNow(p, game) || thinking.value) return;
  const path = (await ask("walk", { ...history(), line: [move] })).lasts[0].paths[0];
  if (!isNow(p, game)) return;
  hint.value = before[0] === path[0] ? path : path.slice(0, 1);
  feedback.value = { kind: "hint", move: hint.value.length > 1 ? move : "", square: path[0] };
  if (how.value === "alone") how.value = "helped";
  saveNow();
});

// showMove makes the next move of the solution.
export const showMove = () => attempt(async () => {
  const p = problem.value!, game = tree.value;
  if (thinking.value || solved.value) return;
  preview.value = null;
  toEnd();
  const move = await nextMove(p);
  if (!move || !isNow(p, game) || thinking.value) return;
  how.value = "shown";
  recordAttempt(p, failed);
  saveNow();
  await tryMove(move);
});
