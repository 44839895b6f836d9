import { computed, signal } from "@preact/signals";
import { announce, moveSaid } from "./announcements";
import { spot } from "./geometry";
import { texts } from "./i18n";
import type { Lesson, Picture } from "./messages";
import { stepTime } from "./motion";
import { inWords } from "./placement";
import { hush } from "./speaker";
import { back, forward, go, preview, scrollToTop, toEnd, toStart } from "./state";
import type { Place } from "./tree";

// A film shows on the board how a fault is punished, or what it misses: a picture after the other. Behind it the game stands at the fault.

const shown = signal<{ of: Lesson; at: number; told: string; picture: unknown } | null>(null);
const pictureTime = 2200; // milliseconds
let timer: ReturnType<typeof setTimeout> | undefined;

// film is the film that the board shows, and its picture; null for none.
export const film = computed(() => shown.value?.picture === preview.value ? shown.value : null);

// isShown reports whether the board shows the film of a fault.
export const isShown = (of: Lesson) => film.value?.of === of;

const kinds: Record<string, "fault" | "other" | "game"> = { fault: "fault", better: "other" };

// arrowsOf returns the arrows of a picture.
export const arrowsOf = ({ arrows }: Picture) => arrows.map(a => ({ path: a.way, kind: kinds[a.kind] ?? "game" }));

// showPicture shows a picture of a film. A listener hears its moves, and with the first one what is wrong with the fault.
function showPicture(of: Lesson, at: number, told: string, first = false) {
  clearTimeout(timer);
  const { fen, taken } = of.film[at], picture = preview.value = { pieces: piecesOf(fen), arrows: arrowsOf(of.film[at]), taken };
  shown.value = { of, at, told, picture };
  announce([first ? told : "", `${texts.steps.picture(at + 1, of.film.length)}.`, heardIn(of.film[at])].filter(part => part).join(" "));
}

// playFilm shows a film from its first picture on, with the game at the fault if it still has it. Where nothing is to move it waits for the
// user behind each picture. What is told of the fault stands below it.
export function playFilm(of: Lesson, told: string, fault?: Place) {
  if (fault) go(fault);
  hush();
  showPicture(of, 0, told, true);
  scrollToTop();
  if (stepTime()) goOn(of);
}

function goOn(of: Lesson) {
  const { at, told } = shown.value!;
  if (at + 1 === of.film.length) return;
  timer = setTimeout(() => {
    if (film.value?.of !== of || film.value.at !== at) return;
    showPicture(of, at + 1, told);
    goOn(of);
  }, pictureTime);
}

// endFilm shows the position on the board again.
export function endFilm() {
  clearTimeout(timer);
  if (!film.value) return;
  preview.value = shown.value = null;
  hush();
  announce(texts.steps.endFilm);
}

// step goes to another picture of the film. Behind the last one the film ends.
function step(to: number) {
  const { of, told } = film.value!;
  if (to === of.film.length) return endFilm();
  hush();
  showPicture(of, Math.max(0, to), told);
}

// walk has the steps through what the board shows: through a film, or else through the game.
export const walk = {
  toStart: () => film.value ? step(0) : toStart(),
  back: () => film.value ? step(film.value.at - 1) : back(),
  forward: () => film.value ? step(film.value.at + 1) : forward(),
  toEnd: () => film.value ? step(film.value.of.film.length - 1) : toEnd(),
};

// waysOf returns the moves of a picture by their squares, without the one that would have been better.
const waysOf = ({ arrows }: Picture) => arrows.filter(a => a.kind !== "better").map(a => a.way);
const takes = ([from, to]: number[]) => Math.abs(spot(from).row - spot(to).row) > 1;
const written = (way: number[]) => way.join(takes(way) ? "×" : "-");

// shownIn writes the moves of a picture by their squares. The last one has none: it says which pieces are left.
export const shownIn = (picture: Picture) => waysOf(picture).map(written).join(" ") || leftIn(picture);

function leftIn({ fen }: Picture): string {
  const pieces = piecesOf(fen).toLowerCase(), count = (side: string) => pieces.split(side).length - 1;
  return texts.steps.pieces(count("b"), count("w"));
}

// heardIn says the moves of a picture as those of a game are said, each with its side.
function heardIn(picture: Picture): string {
  const pieces = [...piecesOf(picture.fen)];
  const moves = waysOf(picture).map(way => {
    const piece = pieces[way[0] - 1], to = way.at(-1)!, black = piece.toLowerCase() === "b", crowns = spot(to).row === (black ? 7 : 0);
    pieces[way[0] - 1] = ".";
    pieces[to - 1] = crowns ? piece.toUpperCase() : piece;
    return `${texts.play.plays(black ? "Black" : "White", moveSaid(written(way), way, piece, pieces[to - 1]))}.`;
  });
  return moves.join(" ") || leftIn(picture);
}

// pictureInWords says the position of the picture on the board. Who can take must: so the next move tells it.
export function pictureInWords({ of, at }: NonNullable<typeof film.value>): string {
  const picture = of.film[at], next = waysOf(picture)[0];
  return inWords({ pieces: piecesOf(picture.fen), turn: picture.fen.startsWith("B") ? "Black" : "White", must: !!next && takes(next), over: "" });
}

// piecesOf returns the pieces of a FEN, a letter for each square.
export function piecesOf(fen: string): string {
  const board = Array<string>(32).fill(".");
  for (const [side, ...squares] of fen.split(":").slice(1).map(part => [part[0], ...part.slice(1).split(",")])) {
    for (const text of squares) if (text) board[Number(text.replace("K", "")) - 1] = text.startsWith("K") ? side : side.toLowerCase();
  }
  return board.join("");
}
