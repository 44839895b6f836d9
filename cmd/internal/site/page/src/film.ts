import { signal } from "@preact/signals";
import type { Lesson, Picture } from "./messages";
import { stepTime } from "./motion";
import { preview, scrollToTop } from "./state";

// A film shows on the board how a fault is punished, or what it misses: a picture after the other.

const shown = signal<{ of: Lesson; at: number; picture: unknown } | null>(null);
const pictureTime = 2200; // milliseconds
let timer: ReturnType<typeof setTimeout> | undefined;

// filmAt returns which picture of a film the board shows, -1 for none.
export const filmAt = (of: Lesson) => shown.value?.of === of && shown.value.picture === preview.value ? shown.value.at : -1;

const kinds: Record<string, "fault" | "other" | "game"> = { fault: "fault", better: "other" };

// showPicture shows a picture of a film.
export function showPicture(of: Lesson, at: number) {
  clearTimeout(timer);
  const { fen, arrows, taken } = of.film[at];
  const picture = preview.value = { pieces: piecesOf(fen), arrows: arrows.map(a => ({ path: a.way, kind: kinds[a.kind] ?? "game" })), taken };
  shown.value = { of, at, picture };
}

// playFilm shows a film from its first picture on. Where nothing is to move it waits for the user behind each picture.
export function playFilm(of: Lesson, at = 0) {
  showPicture(of, at);
  if (!at) scrollToTop();
  if (stepTime() && at + 1 < of.film.length) timer = setTimeout(() => { if (filmAt(of) === at) playFilm(of, at + 1); }, pictureTime);
}

// endFilm shows the position on the board again.
export function endFilm() {
  clearTimeout(timer);
  if (shown.value?.picture === preview.value) preview.value = null;
  shown.value = null;
}

// movesOf writes the moves of a picture by their squares.
export const movesOf = ({ arrows }: Picture) => arrows.filter(a => a.kind !== "better")
  .map(({ way }) => way.join(Math.abs(row(way[0]) - row(way[1])) > 1 ? "×" : "-")).join(" ");
const row = (square: number) => Math.floor((square - 1) / 4);

// piecesOf returns the pieces of a FEN, a letter for each square.
function piecesOf(fen: string): string {
  const board = Array<string>(32).fill(".");
  for (const [side, ...squares] of fen.split(":").slice(1).map(part => [part[0], ...part.slice(1).split(",")])) {
    for (const text of squares) if (text) board[Number(text.replace("K", "")) - 1] = text.startsWith("K") ? side : side.toLowerCase();
  }
  return board.join("");
}
