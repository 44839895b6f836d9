import { sentences, texts } from "./i18n";
import { ask } from "./server";
import { attempt, current, history, play, position } from "./state";

// whyNot says why a move of the piece on a square, or another move of it, cannot be made.
export function whyNot(square: number): string {
  const p = position.value!, kind = p.pieces[square - 1] ?? ".", side = kind.toLowerCase() === "b" ? "Black" : "White", w = texts.board;
  const ends = new Set(p.moves.flatMap(move => move.paths).filter(path => path[0] === square).map(path => path[path.length - 1]));
  if (p.over) return texts.play.isOver(sentences(p.over));
  if (kind === ".") return w.noPiece(square);
  if (side !== p.turn) return w.notTurn(square, side, p.turn);
  const can = ends.size ? w.canGo(square, [...ends]) : "";
  if (p.must) return `${w.mustCapture(p.turn)} ${can || w.onlyRings}`;
  return can || w.stuck(square);
}

// withReason returns a function that throws an error about a typed move again, with the reason if the move is illegal.
export const withReason = (text: string) => (error: Error): never => {
  const from = /^\s*(\d\d?)(?=\D|\d\d$)/.exec(text)?.[1];
  throw from && position.value && /illegal/.test(error.message) ? new Error(texts.board.illegal(text.trim(), whyNot(Number(from)))) : error;
};

// playTyped plays a move that the user has typed; the server reads it. It reports whether the move was played.
export async function playTyped(text: string, playMove = play): Promise<boolean> {
  const at = current.value;
  const answer = await attempt(() => ask("walk", { ...history(at), line: [text.trim()] }).catch(withReason(text)));
  if (!answer || at !== current.value) return false;
  playMove(answer.lasts[0].text);
  return true;
}
