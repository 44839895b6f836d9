import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { animate, keyHeld, motion, stepTime, type Motion, type Shown } from "./motion";
import { clicks, ending } from "./sound";

interface Manner {
  flipped: boolean;
  still: boolean; // nothing moves
  ends: boolean; // the end of the game is heard with the move
}

// useMotion returns the movement that leads to what the board shows, while it lasts, and lets it be seen and heard. A new one ends
// the one before at once. A piece that was dragged is where it is.
interface Ref<T> { current: T }
export function useMotion(svg: Ref<SVGSVGElement | null>, now: Shown, how: Manner, dropped: Ref<boolean>): Motion | undefined {
  const { still, flipped, ends } = how, before = useRef<Shown & { still: boolean } | null>(null),
    moving = useRef<Motion | undefined>(undefined), [, redraw] = useState(0);
  const jumps = useRef(0), step = useRef(0), was = before.current;
  if (was && (was.pieces !== now.pieces || was.chosen !== now.chosen || was.still !== still)) {
    const found = still || was.still ? undefined : motion(was, now);
    if (found || was.pieces !== now.pieces || moving.current && !moving.current.whole) moving.current = found;
    if (found) {
      jumps.current = found.path.length - 1 - found.passed;
      step.current = stepTime();
      if (dropped.current && !found.back) found.passed = found.path.length - 1;
      if (found.whole) dropped.current = false;
    }
  }
  before.current = { ...now, still };
  useLayoutEffect(() => {
    const found = moving.current, time = step.current;
    if (!found) return;
    if (!keyHeld()) clicks(Array.from({ length: jumps.current }, (_, i) => (i + 1) * time));
    if (ends && found.whole && !found.back) ending();
    const end = () => { if (moving.current === found) { moving.current = undefined; redraw(n => n + 1); } };
    if (time) return animate(svg.current!, found, flipped, time, end);
    end();
  }, [moving.current]);
  return step.current ? moving.current : undefined;
}
