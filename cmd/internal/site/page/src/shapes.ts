import { computed, effect, signal } from "@preact/signals";
import { useRef, useState } from "preact/hooks";
import { size, squareAt, type Point } from "./geometry";
import { changed, current, preview, version, view } from "./state";
import { plain } from "./tree";
import { asOneStep, undoable } from "./undo";

// What the user draws: a path of one square is a ring, one of two an arrow. Where a game can be annotated, the drawings belong to
// its place. They are kept as comments of PDN, one for the rings and one for the arrows: [%csl 14] and [%cal 11-15,22-18].
// Elsewhere they are gone with the next move.
const unsavedShapes = signal<number[][]>([]);
effect(() => { void [current.value, view.value]; unsavedShapes.value = []; });

const shapeCommand = /\[%(?:cal|csl) ([^\]]*)\]/g, path = /^[A-Za-z]?(\d\d?)(?:[-x](\d\d?))?$/;

// shapesOf returns what comments draw.
export function shapesOf(comments: string[]): number[][] {
  const words = comments.flatMap(comment => [...comment.matchAll(shapeCommand)]).flatMap(found => found[1].split(","));
  const paths = words.map(word => path.exec(word.trim())?.slice(1).filter(Boolean).map(Number) ?? []);
  return paths.filter(squares => squares.length && squares.every(square => square >= 1 && square <= 32));
}

// withShapes returns comments that draw other paths and say the same.
function withShapes(comments: string[], paths: number[][]): string[] {
  const rings = paths.filter(squares => squares.length === 1), arrows = paths.filter(squares => squares.length === 2);
  const kept = comments.map(plain).filter(text => text);
  if (rings.length) kept.push(`[%csl ${rings.join(",")}]`);
  if (arrows.length) kept.push(`[%cal ${arrows.map(squares => squares.join("-")).join(",")}]`);
  return kept;
}

// shapes are those on the board.
export const shapes = computed(() => {
  version.value;
  if (preview.value || view.value === "setup") return [];
  return undoable() ? shapesOf(current.value.comments) : unsavedShapes.value;
});

function setShapes(paths: number[][]) {
  if (!undoable()) {
    unsavedShapes.value = paths;
    return;
  }
  asOneStep(() => {
    current.value.comments = withShapes(current.value.comments, paths);
    changed();
  });
}

// toggleShape draws a ring or an arrow; what was there already goes.
export function toggleShape(squares: number[]) {
  const same = (other: number[]) => other.join() === squares.join(), before = shapes.value;
  setShapes(before.some(same) ? before.filter(other => !same(other)) : [...before, squares]);
}

// clearShapes takes all drawings of the place away.
export function clearShapes() {
  if (shapes.value.length) setShapes([]);
}

interface ShapeHandlers { flipped: boolean; onDraw?: (squares: number[]) => void }
type Svg = { current: SVGSVGElement | null };

// pointAt returns where on the board an event is.
export function pointAt(svg: SVGSVGElement, event: PointerEvent): Point {
  const box = svg.getBoundingClientRect();
  return { x: (event.clientX - box.left) / box.width * size, y: (event.clientY - box.top) / box.height * size };
}

const penTime = 450, penRoom = 12; // how long a pen rests until it draws, in milliseconds, and how far it may go meanwhile, in pixels

// useDrawing draws: with the right button, or with a pen that has rested on a square. Its functions say whether an event was a part of it.
export function useDrawing(p: ShapeHandlers, svg: Svg, onBegin: () => void) {
  const [drawing, setDrawing] = useState<number[] | null>(null), from = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined), start = useRef<Point>({ x: 0, y: 0 });
  const begin = (event: PointerEvent, square: number) => {
    onBegin();
    (event.target as Element).setPointerCapture(event.pointerId);
    from.current = square;
    setDrawing([square]);
  };
  const stop = () => { clearTimeout(timer.current); from.current = 0; setDrawing(null); };
  const way = (event: PointerEvent) => {
    const square = squareAt(pointAt(svg.current!, event), p.flipped);
    return square === from.current ? [square] : square ? [from.current, square] : null;
  };
  return {
    drawing, stop,
    down(event: PointerEvent, square: number) {
      if (!p.onDraw) return false;
      if (event.button === 2) begin(event, square);
      if (event.pointerType === "pen" && event.button === 0) {
        start.current = { x: event.clientX, y: event.clientY };
        timer.current = setTimeout(() => begin(event, square), penTime);
      }
      return event.button === 2;
    },
    moved(event: PointerEvent) {
      if (Math.hypot(event.clientX - start.current.x, event.clientY - start.current.y) > penRoom) clearTimeout(timer.current);
      if (from.current) setDrawing(way(event));
      return from.current > 0;
    },
    up(event: PointerEvent) {
      clearTimeout(timer.current);
      if (!from.current) return false;
      const squares = way(event);
      stop();
      if (squares) p.onDraw!(squares);
      return true;
    },
  };
}
