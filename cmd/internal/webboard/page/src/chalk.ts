import { computed, effect, signal } from "@preact/signals";
import { changed, current, preview, version, view } from "./state";
import { plain } from "./tree";
import { apart, undoable } from "./undo";

// What the user draws: a path of one square is a ring, one of two an arrow. Where a game can be annotated, the drawings belong to
// its place. They are kept as comments of PDN, one for the rings and one for the arrows: [%csl 14] and [%cal 11-15,22-18].
// Elsewhere the next move wipes them away.
const loose = signal<number[][]>([]);
effect(() => { void [current.value, view.value]; loose.value = []; });

const command = /\[%(?:cal|csl) ([^\]]*)\]/g, path = /^[A-Za-z]?(\d\d?)(?:[-x](\d\d?))?$/;

// drawn returns what comments draw.
export function drawn(comments: string[]): number[][] {
  const words = comments.flatMap(comment => [...comment.matchAll(command)]).flatMap(found => found[1].split(","));
  const paths = words.map(word => path.exec(word.trim())?.slice(1).filter(Boolean).map(Number) ?? []);
  return paths.filter(squares => squares.length && squares.every(square => square >= 1 && square <= 32));
}

// withDrawings returns comments that draw other paths and say the same.
function withDrawings(comments: string[], paths: number[][]): string[] {
  const rings = paths.filter(squares => squares.length === 1), arrows = paths.filter(squares => squares.length === 2);
  const texts = comments.map(plain).filter(text => text);
  if (rings.length) texts.push(`[%csl ${rings.join(",")}]`);
  if (arrows.length) texts.push(`[%cal ${arrows.map(squares => squares.join("-")).join(",")}]`);
  return texts;
}

// drawings are those on the board.
export const drawings = computed(() => {
  version.value;
  if (preview.value || view.value === "setup") return [];
  return undoable() ? drawn(current.value.comments) : loose.value;
});

function set(paths: number[][]) {
  if (!undoable()) {
    loose.value = paths;
    return;
  }
  apart(() => {
    current.value.comments = withDrawings(current.value.comments, paths);
    changed();
  });
}

// draw draws a ring or an arrow; what was there already goes.
export function draw(squares: number[]) {
  const same = (other: number[]) => other.join() === squares.join(), before = drawings.value;
  set(before.some(same) ? before.filter(other => !same(other)) : [...before, squares]);
}

// wipe takes all drawings of the place away.
export function wipe() {
  if (drawings.value.length) set([]);
}
