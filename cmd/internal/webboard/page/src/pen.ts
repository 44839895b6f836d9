import { useRef, useState } from "preact/hooks";
import { size, squareAt, type Point } from "./geometry";

interface Drawn { flipped: boolean; onDraw?: (squares: number[]) => void }
type Svg = { current: SVGSVGElement | null };

// pointAt returns where on the board an event is.
export function pointAt(svg: SVGSVGElement, event: PointerEvent): Point {
  const box = svg.getBoundingClientRect();
  return { x: (event.clientX - box.left) / box.width * size, y: (event.clientY - box.top) / box.height * size };
}

const penTime = 450, penRoom = 12; // how long a pen rests until it draws, in milliseconds, and how far it may go meanwhile, in pixels

// usePen draws: with the right button, or with a pen that has rested on a square. Its functions say whether an event was a part of it.
export function usePen(p: Drawn, svg: Svg, onBegin: () => void) {
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
