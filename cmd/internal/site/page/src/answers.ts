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

// verdictOf says whether the first move of a game that begins before a fault is right, and why.
export const verdictOf = (problem: Problem, move: string, judgement: Judgement) =>
  ({ title: titleOf(problem, move, judgement), text: textOf(problem, move, judgement), right: judgement.right });

function titleOf({ avoid }: Problem, move: string, { right }: Judgement): string {
  const w = texts.problems;
  return right ? w.rightMove(displayMove(move)) : avoid.includes(move) ? w.sameMove : w.wrongMove(displayMove(move));
}

// textOf says why a move is right or wrong. A key move keeps what the fault gave away by force, or else the text of the fault says it.
function textOf(problem: Problem, move: string, judgement: Judgement): string {
  const { told } = problem, keeps = told!.line.length > 0 && told!.men + told!.kings > 0;
  if (!judgement.right) return faultText(problem, move) || whyText(judgement);
  return whyText(judgement) || (keeps ? texts.problems.why.man("") : faultText(problem));
}
