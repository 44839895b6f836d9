import { squares } from "./geometry";
import { sentences, sideName, texts } from "./i18n";
import type { Position } from "./messages";

// placed says where the pieces of a side stand.
function placed(pieces: string, side: "White" | "Black"): string {
  const w = texts.board, letter = side[0], on = (kind: string) => squares.filter(square => pieces[square - 1] === kind);
  const named = (found: number[], [one, many]: readonly string[]) => found.length ? [`${found.length === 1 ? one : many} ${found.join(", ")}`] : [];
  const all = [...named(on(letter.toLowerCase()), w.men), ...named(on(letter), w.kings)];
  return `${sideName(side)}: ${all.join(", ") || w.noPieces}.`;
}

// inWords says a position: where the pieces stand, and whose move it is or how the game has ended.
export function inWords({ pieces, turn, must, over }: Pick<Position, "pieces" | "turn" | "must" | "over">): string {
  const w = texts.steps, now = over ? sentences(over) : `${(must ? w.mustCapture : w.toMove)(turn)}.`;
  return `${placed(pieces, "White")} ${placed(pieces, "Black")} ${now}`;
}
