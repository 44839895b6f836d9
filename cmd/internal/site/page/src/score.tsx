import { decimal, texts } from "./i18n";
import type { Score } from "./messages";
import type { Place } from "./tree";

// The limits of the words for a score, in men.
const even = 0.15, little = 0.4, better = 0.9, much = 1.8;

const hundredths = 2;

// sureWin is the chance from which on a win is called sure.
export const sureWin = 0.97;

// movesOf returns how many moves the side that wins needs for the last plies of a game.
export const movesOf = (plies: number) => Math.ceil(plies / 2);

// scoreText says a score in words.
export function scoreText({ side, man, result, plies, black, white }: Score): string {
  const w = texts.engine;
  if (result === "draw") return w.draw;
  if (result === "win") return plies ? w.winsIn(side, movesOf(plies)) : w.wins(side);
  if (man < even) return w.even;
  const sure = (side === "Black" ? black : white) >= sureWin; // as a report calls it
  const degree = sure ? w.winning : [w.little, w.better, w.much][[little, better, much].findIndex(limit => man < limit)] ?? w.winning;
  return degree(side);
}

// percent is a chance in whole percent. Only what is certain is 0 or 100.
export const percent = (share: number) =>
  share <= 0 || share >= 1 ? 100 * Math.round(share) : Math.min(99, Math.max(1, Math.round(100 * share)));

// percents returns the three chances in whole percent. Their sum is 100.
export function percents({ black, white }: Pick<Score, "black" | "white">): [black: number, draw: number, white: number] {
  const b = percent(black), w = Math.min(100 - b, percent(white));
  return [b, 100 - b - w, w];
}

// oddsText says the chances in words.
export const oddsText = (score: Score) => score.result ? texts.engine.certain : texts.engine.odds(...percents(score));

// chancesText says the chances of a score for a reader who does not see them.
export const chancesText = (score: Score) => texts.engine.odds(...percents(score));

// Chip is a score on the colour of the side that is better, without a sign: the colour says whose it is. The plies to the end stand in its hover text.
export function Chip({ score, large }: { score: Score; large?: boolean }) {
  const w = texts.engine, man = score.man.toFixed(hundredths);
  const text = score.result === "draw" ? "½" : score.result ? (score.plies ? w.chipIn(movesOf(score.plies)) : w.chipWins)
    : decimal(man);
  const side = score.result === "draw" || !score.result && score.man < even ? "" : score.side === "Black" ? "b" : "w";
  return <span class={`chip score ${side} ${large ? "l" : ""}`} title={score.plies ? w.plies(score.plies) : scoreText(score)}>{text}</span>;
}

// displayMove writes a move as people read it: 11×18. Files and copies have an x.
export const displayMove = (move: string) => move.replace(/x/g, "×");

// isFact says whether a comment is what programs tell of a move and nothing more: "[%clk 0:00:59.9] [%emt 0:00:00.1] +0.12/17".
export const isFact = (comment: string) => /^(\[%(emt|clk) [\d:.]+\]\s*)+(\S+( \d+)?\/\d+)?$/.test(comment);

// provenText says a proven score with its moves: "win 31" is the number of plies.
function provenText(score: string): string {
  const [, result, plies] = /^(win|loss|draw)(?: (\d+))?$/.exec(score) ?? [], w = texts.endings;
  const moves = movesOf(Number(plies ?? 0));
  return result === "win" ? w.win(moves) : result === "loss" ? w.loss(moves) : result ? w.draw : decimal(score);
}

// engineFact says what an engine told of a move: its score, depth and time.
export function engineFact(at: Place): string {
  const [, h, m, s, score, depth] = at.comments.map(text =>
    /\[%emt (\d+):(\d+):([\d.]+)\](?: (.+)\/(\d+))?$/.exec(text)).find(found => found) ?? [];
  if (!s) return "";
  const seconds = 3600 * Number(h) + 60 * Number(m) + Number(s), time = `${decimal(seconds.toFixed(seconds < 1 ? 2 : 1))} s`;
  return score ? texts.engine.fact(provenText(score), Number(depth), time) : time;
}
