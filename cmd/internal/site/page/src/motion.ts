import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { jumped, middle, spot, type Point } from "./geometry";
import type { Move } from "./messages";
import { preferences } from "./preferences";
import { clicks, ending } from "./sound";

// Motion is how a piece comes to where it stands. Backwards, a move is taken back.
interface Motion {
  path: number[]; // from the first square to the last one, in the order of the move
  man: string; // the piece before the move
  king: string; // what it has become, "" if it was not crowned
  taken: { square: number; kind: string }[];
  passed: number; // jumps that were made before, by hand
  back: boolean;
  whole: boolean; // false while the user makes a capture square by square
}

// Shown is what a board shows.
export interface Shown { pieces: string; last?: Move; chosen: number[] }

// follow returns pieces after a move.
function follow(pieces: string, move: Move): string {
  const path = move.paths[0], end = path[path.length - 1], letters = [...pieces], man = letters[path[0] - 1];
  for (const square of [path[0], ...move.captured]) letters[square - 1] = ".";
  letters[end - 1] = crowned(man, end);
  return letters.join("");
}

function crowned(man: string, square: number): string {
  const { row } = spot(square);
  return man === "b" && row === 7 || man === "w" && row === 0 ? man.toUpperCase() : man;
}

const startsWith = (path: number[], start: number[]) => start.every((square, i) => path[i] === square);

// motion returns how the pieces of one board become those of the next one by a single move, undefined if they do not.
export function motion(before: Shown, now: Shown): Motion | undefined {
  if (before.pieces === now.pieces) return stop(before, now);
  if (now.last && follow(before.pieces, now.last) === now.pieces) return ofMove(now.last, before, false);
  if (before.last && follow(now.pieces, before.last) === before.pieces) return ofMove(before.last, now, true);
  return undefined;
}

// ofMove returns the motion of a move on the board that it is made on.
function ofMove(move: Move, { pieces, chosen }: Shown, back: boolean): Motion {
  const going = !back && chosen.length > 1 && move.paths.find(path => startsWith(path, chosen)), path = going || move.paths[0];
  const man = pieces[path[0] - 1], end = crowned(man, path[path.length - 1]);
  return { path, man, king: end === man ? "" : end, taken: capturedOn(path, pieces), passed: going ? chosen.length - 1 : 0, back, whole: true };
}

// stop returns the motion of a piece on its way, as a capture is made square by square.
function stop(before: Shown, { pieces, chosen: path }: Shown): Motion | undefined {
  if (path.length < 2 || path.length <= before.chosen.length || !startsWith(path, before.chosen)) return undefined;
  const passed = Math.max(0, before.chosen.length - 1);
  return { path, man: pieces[path[0] - 1], king: "", taken: capturedOn(path, pieces), passed, back: false, whole: false };
}

// capturedOn returns the pieces that a path jumps over, jump by jump.
function capturedOn(path: number[], pieces: string) {
  return path.slice(1).map((to, i) => jumped(path[i], to)).filter(square => square).map(square => ({ square, kind: pieces[square - 1] }));
}

const dim = 0.34, fade = 160, times = { usual: 180, calm: 260, none: 0 };
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

// stepTime is how long a step takes, in milliseconds. Nothing moves while a key is held, or where the reader wants no movement.
export const stepTime = () => held || reduced.matches ? 0 : times[preferences.value.motion];

let held = false;
const keyHeld = () => held;
addEventListener("keydown", event => { held = event.repeat; }, true);
addEventListener("keyup", () => { held = false; }, true);
addEventListener("pointerdown", () => { held = false; }, true);

// animate moves the piece with class mover, and those that name their square in data-taken: the capture goes square by square, a
// piece that is passed dims, all that are taken fade after the last jump, and then the crown appears. The function that it returns
// ends the movement.
function animate(svg: SVGSVGElement, m: Motion, flipped: boolean, step: number, done: () => void): () => void {
  const points = m.path.map(square => middle(square, flipped)), end = points[m.back ? 0 : points.length - 1];
  const jumps = points.length - 1 - m.passed, going = jumps * step, faded = going + (m.taken.length && m.whole ? fade : 0),
    all = Math.max(1, faded + (m.king ? fade : 0));
  const running: Animation[] = [];
  const play = (elements: Iterable<Element>, frames: Keyframe[]) => {
    const how: KeyframeAnimationOptions = { duration: all, direction: m.back ? "reverse" : "normal", fill: "both" };
    for (const element of elements) running.push(element.animate(frames, how));
  };
  const at = (time: number) => Math.min(1, time / all), easing = "ease-in-out";
  const stop = (p: Point, i: number) => ({ offset: at(i * step), easing, transform: `translate(${p.x - end.x}px, ${p.y - end.y}px)` });
  const place = points.slice(m.passed).map(stop);
  play(svg.querySelectorAll(".mover"), [...place, { ...place[place.length - 1], offset: 1 }]);
  m.taken.forEach(({ square }, jump) => {
    const from = (jump - m.passed) * step, gone = m.whole ? 0 : dim;
    const seen = (time: number, opacity: number): Keyframe => ({ offset: at(time), opacity });
    const passing = from < 0 ? [seen(0, dim)] : [seen(0, 1), seen(from, 1), seen(from + step, dim)];
    play(svg.querySelectorAll(`[data-taken="${square}"]`), [...passing, seen(going, dim), seen(faded, gone), seen(all, gone)]);
  });
  if (m.king) {
    const flat = { opacity: 0, transform: "scale(.8)" };
    const frames = [{ offset: 0, ...flat }, { offset: at(faded), ...flat }, { offset: 1, opacity: 1, transform: "none" }];
    play(svg.querySelectorAll(".mover .crowned"), frames);
  }
  if (running.length) void Promise.all(running.map(animation => animation.finished)).then(done, () => {});
  else done();
  return () => running.forEach(animation => animation.cancel());
}

interface MotionOptions {
  flipped: boolean;
  still: boolean; // nothing moves
  ends: boolean; // the end of the game is heard with the move
}

// useMotion returns the movement that leads to what the board shows, while it lasts, and lets it be seen and heard. A new one ends
// the one before at once. A piece that was dragged is where it is.
interface Ref<T> { current: T }
export function useMotion(svg: Ref<SVGSVGElement | null>, now: Shown, how: MotionOptions, dropped: Ref<boolean>): Motion | undefined {
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
