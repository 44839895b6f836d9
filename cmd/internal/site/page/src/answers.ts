import { decimal, texts } from "./i18n";
import type { Judgement, Problem } from "./messages";
import { displayMove } from "./score";

// What is said of an answer to a problem.

// faultText says what was wrong with the fault of a game that a problem asks about, "" for other problems. While the problem is open, move
// was tried: the text of another move helps nobody, nor does one that gives the answer away.
export function faultText({ told, avoid: [fault] }: Problem, move = ""): string {
  if (!told) return "";
  const text = texts.told(told);
  if (move) return move === fault && !text.includes(displayMove(told.better)) ? text : "";
  return text.startsWith(displayMove(fault)) ? text : texts.problems.inGame(displayMove(fault), text);
}

// whyText says why a move is right or wrong, "" if nothing is known.
export const whyText = ({ why, value }: Judgement) => texts.problems.why[why]?.(decimal(value)) ?? "";
