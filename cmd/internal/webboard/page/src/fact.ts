import type { Place } from "./tree";
import { movesOf } from "./score";
import { words } from "./words";

// isFact says whether a comment is what programs tell of a move and nothing more: "[%clk 0:00:59.9] [%emt 0:00:00.1] +0.12/17".
export const isFact = (comment: string) => /^(\[%(emt|clk) [\d:.]+\]\s*)+(\S+( \d+)?\/\d+)?$/.test(comment);

// inWords says a proven score with its moves: "win 31" is the number of plies.
function inWords(score: string): string {
  const [, result, plies] = /^(win|loss|draw)(?: (\d+))?$/.exec(score) ?? [], w = words.endings;
  const moves = movesOf(Number(plies ?? 0));
  return result === "win" ? w.win(moves) : result === "loss" ? w.loss(moves) : result ? w.draw : score;
}

// factOf says what an engine told of a move: its score, depth and time.
export function factOf(at: Place): string {
  const [, h, m, s, score, depth] = at.comments.map(text =>
    /\[%emt (\d+):(\d+):([\d.]+)\](?: (.+)\/(\d+))?$/.exec(text)).find(found => found) ?? [];
  if (!s) return "";
  const seconds = 3600 * Number(h) + 60 * Number(m) + Number(s), time = `${seconds < 1 ? seconds.toFixed(2) : seconds.toFixed(1)} s`;
  return score ? words.lab.fact(inWords(score), Number(depth), time) : time;
}
