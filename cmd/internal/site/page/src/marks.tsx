import { arrow, cell, corner, middle, onFrame, ring, size, squares, type Widths } from "./geometry";
import type { Move } from "./messages";

// An arrow on the board goes through squares. Best and other are the engine's, game is a move that was played, fault one that was
// wrong, chalk is the user's own.
export interface Arrow { path: number[]; kind: "best" | "other" | "game" | "fault" | "chalk" }

const middling: Widths = [5.5, 15, 23];
const widths: Record<Arrow["kind"], Widths> = {
  best: [6.5, 19, 28], other: [4.2, 15, 23], game: middling, fault: middling, chalk: middling,
};

// Arrows draws the first one above the others. On a small board they are scale times as thick.
export function Arrows({ arrows, flipped, scale = 1 }: { arrows: Arrow[]; flipped: boolean; scale?: number }) {
  return <>{arrows.filter(a => a.path.length > 1).reverse().map(({ path, kind }) =>
    <path key={kind + path} class={`arrow arrow-${kind}`} data-path={path.join("-")}
      d={arrow(path.map(square => middle(square, flipped)), widths[kind].map(width => width * scale) as Widths)} />)}</>;
}

const darkSquares = squares.map(square => { const { x, y } = corner(square, false); return `M${x} ${y}h100v100h-100z`; }).join("");

// BoardSquares is the board without pieces; turned, it looks the same.
export const BoardSquares = () => <>
  <rect class="sq-l" width={size} height={size} />
  <path class="sq-d" d={darkSquares} />
  <rect class="grain" width={size} height={size} />
</>;

// MarkedSquare is a square with a colour; an inset leaves a rim of the square free.
export function MarkedSquare({ square, kind, flipped, inset = 0 }: { square: number; kind: string; flipped: boolean; inset?: number }) {
  const { x, y } = corner(square, flipped), side = cell - 2 * inset;
  return <rect class={kind} x={x + inset} y={y + inset} width={side} height={side} />;
}

// LastMove marks the squares that a move left, passed and reached.
export function LastMove({ move, flipped }: { move?: Move; flipped: boolean }) {
  const path = move?.paths[0] ?? [], end = path.length - 1;
  const kind = (i: number) => i === end ? "hl-to" : i ? "hl-via" : "hl-from";
  return <>{path.map((square, i) => <MarkedSquare key={i} square={square} flipped={flipped} kind={kind(i)} />)}</>;
}

// Ring is drawn below the piece that it surrounds.
export function Ring({ square, kind, flipped }: { square: number; kind: "must" | "hint"; flipped: boolean }) {
  const d = ring(middle(square, flipped));
  return <>
    {kind === "hint" && <path class="ring-halo" d={d} />}
    <path class="ring-case" d={d} />
    <path class={`ring ${kind}`} d={d} />
  </>;
}

// Target is a dot where a piece may go, or the end of a capture: a ring with a dot.
export function Target({ square, end, flipped }: { square: number; end: boolean; flipped: boolean }) {
  const { x, y } = middle(square, flipped);
  if (!end) return <circle class="target" cx={x} cy={y} r="13" />;
  return <><circle class="target-cap" cx={x} cy={y} r="17" /><circle class="target" cx={x} cy={y} r="8" /></>;
}

// CaptureMark is the cross on a piece that a capture will take.
export function CaptureMark({ square, flipped }: { square: number; flipped: boolean }) {
  const { x, y } = middle(square, flipped), d = `M${x - 9} ${y - 11}l18 18M${x + 9} ${y - 11}l-18 18`;
  return <><path class="doomed-case" d={d} /><path class="doomed" d={d} /></>;
}

// Shapes is what the user has drawn: rings and arrows.
export function Shapes({ paths, flipped }: { paths: number[][]; flipped: boolean }) {
  return <>
    {paths.filter(path => path.length === 1).map(([square]) => {
      const { x, y } = middle(square, flipped);
      return (
        <g key={square} class="chalk" data-path={square}>
          <circle class="case" cx={x} cy={y} r="44" /><circle class="core" cx={x} cy={y} r="44" />
        </g>);
    })}
    <Arrows arrows={paths.map(path => ({ path, kind: "chalk" as const }))} flipped={flipped} />
  </>;
}

// Places of the numbers: in the dark squares, or on the frame.
export type NumberPlace = "inside" | "outside" | "none";

// Numbers stand where those of the diagrams stand that the program draws.
export function Numbers({ where, flipped }: { where: NumberPlace; flipped: boolean }) {
  if (where === "none") return null;
  const place = (square: number) => {
    if (where === "outside") return onFrame(square, flipped);
    const { x, y } = corner(square, flipped);
    return { x: x + 5, y: y + 4.5 };
  };
  return (
    <g class={`num ${where}`} aria-hidden="true">{squares.map(square => {
      const at = place(square);
      return at && <text key={square} {...at}>{square}</text>;
    })}</g>);
}
