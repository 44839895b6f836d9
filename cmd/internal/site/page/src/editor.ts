import { batch, signal } from "@preact/signals";
import type { Position } from "./messages";

// The editor of positions: the pieces on its board, letter by letter from square 1, and whose move it is.
const starting = "b".repeat(12) + ".".repeat(8) + "w".repeat(12);
export const setupPieces = signal(starting);
export const turn = signal<"B" | "W">("B");
export const brush = signal("b");

// steps are the boards before, for Undo.
export const steps = signal<{ pieces: string; turn: "B" | "W" }[]>([]);

export function change(pieces: string, side = turn.value) {
  if (pieces === setupPieces.value && side === turn.value) return;
  batch(() => {
    steps.value = [...steps.value, { pieces: setupPieces.value, turn: turn.value }];
    setupPieces.value = pieces;
    turn.value = side;
  });
}

export function stepBack() {
  const before = steps.value.at(-1);
  if (!before) return;
  batch(() => {
    steps.value = steps.value.slice(0, -1);
    setupPieces.value = before.pieces;
    turn.value = before.turn;
  });
}

const sideOf = (p: Position) => p.turn === "Black" ? "B" : "W";

// setUpFrom lets the editor begin with a position, and read goes on with one.
export function setUpFrom(p: Position | null) {
  if (p) read(p);
  steps.value = [];
}

export const read = (p: Position) => change(p.pieces, sideOf(p));

export const clear = () => change(".".repeat(starting.length));
export const reset = () => change(starting, "B");

// swapColours gives each side the pieces of the other one: the board is turned by half a circle.
export function swapColours() {
  const other: Record<string, string> = { b: "w", B: "W", w: "b", W: "B", ".": "." };
  change([...setupPieces.value].reverse().map(kind => other[kind]).join(""), turn.value === "B" ? "W" : "B");
}

function withPiece(pieces: string, square: number, kind: string) {
  const letters = [...pieces];
  letters[square - 1] = kind;
  return letters.join("");
}

// placeOn places a piece, or takes the same one away. A piece that a pointer drags to another square goes there instead.
export function placeOn(square: number, byPointer: boolean) {
  const before = setupPieces.value, kind = before[square - 1], pressed = steps.value;
  change(withPiece(before, square, kind === brush.value ? "." : brush.value));
  if (kind === "." || !byPointer) return;
  const drag = new AbortController();
  const drop = (event: PointerEvent) => {
    drag.abort(); // one end is enough
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-square]");
    const to = Number(under?.dataset.square ?? square);
    if (event.type === "pointercancel" || to === square) return;
    if (steps.value !== pressed) stepBack();
    change(withPiece(withPiece(before, square, "."), to, kind));
  };
  addEventListener("pointerup", drop, { signal: drag.signal });
  addEventListener("pointercancel", drop, { signal: drag.signal });
}

// fen writes the pieces as PDN does; the server says whether the position is possible.
export function fen(): string {
  const side = (man: string) =>
    [...setupPieces.value].map((kind, i) => kind === man ? `${i + 1}` : kind === man.toUpperCase() ? `K${i + 1}` : "")
      .filter(Boolean).join(",");
  return `${turn.value}:W${side("w")}:B${side("b")}`;
}
