import { texts } from "./i18n";
import type { Explanation, Mistake, Path, Stage } from "./messages";
import { movesOf, displayMove } from "./score";

// Part is a piece of a sentence: words, or the text of moves that a press adds to the game.
export type Part = string | { text: string; moves: string[] };

const maxNamed = 4, maxStages = 5;

const named = (moves: string[]) => texts.why.listed(moves.map(displayMove));
const names = (moves: { move: string }[]) => named(moves.map(m => m.move));

// reasons says what keeps the value of an ending and what throws it away, a list of parts for each sentence. In English these are the
// sentences of Go's package prose.
export function reasons(ending: Explanation): Part[][] {
  const { mistakes, path, stages, turn, result, passed, themes, moves } = ending, w = texts.why;
  const quiet = mistakes.filter(m => !m.natural), rest = quiet.filter(m => !m.gift);
  const all = slips(ending);
  all.push([kept(ending)]);
  if (themes.length) all.push([w.theme(displayMove(moves[0].move), w.listed(themes.map(texts.training.theme)))]);
  if (path) all.push(...narrow(path));
  if (stages.length > 1) all.push([`${w.plan(result)} ${plan(stages)}`]);
  if (passed && passed !== result) all.push([w.passed(turn, passed)]);
  const gifts = quiet.filter(m => m.gift);
  if (gifts.length) all.push([w.gifts(names(gifts), gifts.length)]);
  for (const end of ["draw", "loss"]) {
    const slips = rest.filter(m => m.result === end);
    if (slips.length) all.push([w.others(names(slips), slips.length, end)]);
  }
  return all;
}

// slips says of the mistakes that look natural how they lose. That several look natural is said once.
export function slips({ mistakes, turn }: Explanation): Part[][] {
  const natural = mistakes.filter(m => m.natural), w = texts.why;
  if (natural.length === 1) return [slip(natural[0], turn, w.natural(displayMove(natural[0].move)))];
  return natural.length ? [[w.allNatural(names(natural))], ...natural.map(m => slip(m, turn, displayMove(m.move)))] : [];
}

// slip says how a move loses, or what throws its win away. The sentence begins with the text looks.
function slip({ result, plies, replies, line, end, men, kings, gift, stages }: Mistake, turn: string, looks: string): Part[] {
  const w = texts.why;
  const answers = replies.length > maxNamed ? w.answers(replies.length) : named(replies);
  if (result === "draw") return [`${looks} ${w.throws(answers, replies.length)}`];
  const loses = `${looks} ${gift ? w.gives(men, kings) : w.loses(movesOf(plies))} `;
  if (!line.length) return [loses + (stages.length > 1 ? plan(stages) : w.wins(answers, replies.length))];
  const last = end === "trapped" ? w.trapped(turn) : end === "blocked" ? w.blocked(turn) : gift ? "." : w.fallen(turn, men, kings);
  return [loses, { text: line.slice(1).map(displayMove).join(" "), moves: line }, last];
}

// kept says how many moves keep the value.
function kept({ turn, result, plies, moves, keeping, mistakes }: Explanation): string {
  const w = texts.why, least = movesOf(plies), needed = moves.slice(0, keeping).map(move => movesOf(move.plies));
  const most = result !== "win" || !least ? least : needed.every(n => n) ? Math.max(least, ...needed) : 0;
  const side = w.value(turn, result, least, most);
  if (result === "loss" || !moves.length) return w.alone(side);
  if (moves.length === 1) return w.forced(side, displayMove(moves[0].move));
  if (keeping === moves.length) return w.every(side);
  if (keeping > 1 && mistakes.every(m => m.gift)) return w.onlyGifts(side, keeping, moves.length);
  return w.kept(side, keeping, moves.length, keeping > maxNamed ? "" : names(moves.slice(0, keeping)));
}

// narrow tells the path on which a draw hangs, and where the pieces belong on it. Only moves are marked, and other moves that hold stand
// in brackets.
function narrow({ side, steps, only, end, posts }: Path): Part[][] {
  const w = texts.why, other = side === "Black" ? "White" : "Black";
  const shown = steps.map(({ move, own, keeping, legal, others }) =>
    displayMove(move) + (own && keeping === 1 && legal > 1 ? "!" : others.length ? ` (${others.map(displayMove).join(", ")})` : ""));
  const way: Part[] = [`${w.path(side, only)} `, { text: shown.join(" "), moves: steps.map(step => step.move) }, ` ${w.ends[end]}`];
  return posts.length ? [way, [posts.map(post => w.post(other, w.squares(post.attacker), side, w.squares(post.own))).join(" ")]] : [way];
}

// plan tells the steps on the way to the end.
function plan(stages: Stage[]): string {
  const w = texts.why, steps = stages.filter(stage => stage.kind !== "end");
  const shown = steps.slice(0, maxStages).map(({ kind, side, ply, moves, taken, given }) =>
    w.stage(w.stages[kind](side, Math.abs(taken - given)), movesOf(ply), displayMove(moves)));
  return w.steps(shown, steps.length > maxStages);
}
