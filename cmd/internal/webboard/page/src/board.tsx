import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Line, Move } from "./messages";

const cell = 10, width = 80, rowLength = 4, squares = 32;

// corner returns the upper left corner of a square, 1 to 32.
export function corner(square: number, flipped: boolean) {
  const n = square - 1, row = Math.floor(n / rowLength), column = 2 * (n % rowLength) + (row % 2 === 0 ? 1 : 0);
  return flipped ? { x: (7 - column) * cell, y: (7 - row) * cell } : { x: column * cell, y: row * cell };
}

const middle = (square: number, flipped: boolean) => {
  const { x, y } = corner(square, flipped);
  return { x: x + cell / 2, y: y + cell / 2 };
};

const names: Record<string, string> = { b: "black man", B: "black king", w: "white man", W: "white king", ".": "empty" };

interface Piece { id: number; square: number; kind: string }

// moved returns the pieces of a position; a piece that has moved keeps its number, so that it glides.
function moved(before: Piece[], pieces: string, fresh: () => number): Piece[] {
  const left = before.filter(piece => pieces[piece.square - 1] !== piece.kind);
  const next = before.filter(piece => pieces[piece.square - 1] === piece.kind);
  for (let square = 1; square <= squares; square++) {
    const kind = pieces[square - 1];
    if (kind === "." || next.some(piece => piece.square === square)) continue;
    const side = kind.toLowerCase();
    const i = left.findIndex(piece => piece.kind.toLowerCase() === side);
    const id = i >= 0 ? left.splice(i, 1)[0].id : fresh();
    next.push({ id, square, kind });
  }
  return next.sort((a, b) => a.id - b.id);
}

interface Way { move: Move; path: number[] }

interface Props {
  pieces: string;
  moves: Move[]; // legal ones; none if nobody may move here
  must: boolean;
  last?: Move;
  lines: Line[]; // whose first moves are shown as arrows
  hint: number[];
  flipped: boolean;
  numbers: boolean;
  onMove: (move: string) => void;
  onUnclear: () => void;
  onStuck: (square: number) => void; // a piece that cannot move
  onPress?: (square: number) => void; // in place of moves: the editor of positions
}

export function Board(p: Props) {
  const [chosen, draw] = useState<number[]>([]); // squares of the piece that is being moved, so far
  const now = useRef<number[]>([]), dragging = useRef(false); // for events that come before the next picture
  const setChosen = (squares: number[]) => { now.current = squares; draw(squares); };
  const [drag, setDrag] = useState<{ x: number; y: number } | null>(null);
  const known = useRef<Piece[]>([]), count = useRef(0), svg = useRef<SVGSVGElement>(null);
  const key = p.pieces + p.moves.map(m => m.text).join();
  // Not useEffect, which may run late: it would drop a press that came since the position was drawn.
  useLayoutEffect(() => { setChosen([]); dragging.current = false; setDrag(null); }, [key]);

  const ways: Way[] = p.moves.flatMap(move => move.paths.map(path => ({ move, path })));
  const begun = ways.filter(w => chosen.every((square, i) => w.path[i] === square));
  const next = new Set(chosen.length ? begun.map(w => w.path[chosen.length]) : []);
  const ends = new Set(chosen.length ? begun.map(w => w.path[w.path.length - 1]) : []);
  const movable = new Set(ways.map(w => w.path[0]));

  const step = (square: number) => {
    const chosen = now.current, going = ways.filter(w => chosen.every((s, i) => w.path[i] === s));
    const here = going.filter(w => w.path[chosen.length] === square);
    const done = here.find(w => w.path.length === chosen.length + 1);
    const ending = [...new Set(going.filter(w => w.path[w.path.length - 1] === square).map(w => w.move.text))];
    if (done) finish(done.move.text);
    else if (here.length) setChosen([...chosen, square]);
    else if (ending.length === 1) finish(ending[0]);
    else if (ending.length > 1) p.onUnclear();
  };
  const finish = (move: string) => {
    setChosen([]);
    p.onMove(move);
  };
  const isTarget = (square: number) => next.has(square) || ends.has(square);
  const leads = (square: number) => now.current.length > 0 && ways.some(w =>
    now.current.every((s, i) => w.path[i] === s) && (w.path[now.current.length] === square || w.path[w.path.length - 1] === square));
  const press = (square: number) => {
    const chosen = now.current;
    if (p.onPress) p.onPress(square);
    else if (leads(square)) step(square);
    else if (movable.has(square)) setChosen(chosen.length === 1 && chosen[0] === square ? [] : [square]);
    else {
      setChosen([]);
      if (p.pieces[square - 1] !== ".") p.onStuck(square);
    }
  };

  const at = (event: PointerEvent) => {
    const box = svg.current!.getBoundingClientRect();
    return { x: (event.clientX - box.left) / box.width * width, y: (event.clientY - box.top) / box.height * width };
  };
  const squareAt = (x: number, y: number) => {
    for (let square = 1; square <= squares; square++) {
      const c = corner(square, p.flipped);
      if (x >= c.x && x < c.x + cell && y >= c.y && y < c.y + cell) return square;
    }
    return 0;
  };
  const onDown = (event: PointerEvent, square: number) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const picks = !p.onPress && movable.has(square) && !leads(square);
    if (!picks || now.current.length !== 1 || now.current[0] !== square) press(square);
    if (picks) {
      (event.target as Element).setPointerCapture(event.pointerId);
      dragging.current = true;
      setDrag(at(event));
    }
  };
  const onMoved = (event: PointerEvent) => { if (dragging.current) setDrag(at(event)); };
  const onUp = (event: PointerEvent) => {
    if (!dragging.current) return;
    dragging.current = false;
    setDrag(null);
    const { x, y } = at(event), square = squareAt(x, y);
    if (square && square !== now.current[0] && leads(square)) step(square);
  };
  const onKey = (event: KeyboardEvent, square: number) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      press(square);
    } else if (event.key === "Escape") setChosen([]);
  };

  // While a capture is being made square by square, its piece stands on the last square.
  let pieces = p.pieces;
  const taken = new Set<number>();
  if (chosen.length > 1) {
    const letters = [...pieces], kind = letters[chosen[0] - 1];
    letters[chosen[0] - 1] = ".";
    letters[chosen[chosen.length - 1] - 1] = kind;
    pieces = letters.join("");
    begun[0]?.move.captured.forEach(square => { if (jumped(chosen, square)) taken.add(square); });
  }
  known.current = moved(known.current, pieces, () => count.current++);
  const held = chosen[chosen.length - 1];
  const path = p.last?.paths[0] ?? [];

  return (
    <svg ref={svg} class="board" viewBox={`0 0 ${width} ${width}`} role="group" aria-label="Board">
      <rect class="sq-light" width={width} height={width} />
      {range(squares).map(square => {
        const marked = path.length && (square === path[0] || square === path[path.length - 1]);
        const kinds = ["sq-dark", marked ? "last" : "", square === held ? "held" : "", p.hint.includes(square) ? "hint" : ""];
        return <rect key={square} class={kinds.join(" ")} width={cell} height={cell} {...corner(square, p.flipped)} />;
      })}
      {path.length > 2 && <polyline class="trail" points={path.map(s => { const m = middle(s, p.flipped); return `${m.x},${m.y}`; }).join(" ")} />}
      {p.must && !chosen.length && [...movable].map(square =>
        <rect key={square} class="must" width={cell - 0.8} height={cell - 0.8} x={corner(square, p.flipped).x + 0.4} y={corner(square, p.flipped).y + 0.4} />)}
      {p.numbers && range(squares).map(square => {
        const { x, y } = corner(square, p.flipped);
        return <text key={square} class="number" x={x + 0.4} y={y + 1.9}>{square}</text>;
      })}
      {known.current.map(piece => {
        const c = corner(piece.square, p.flipped), dragged = drag && piece.square === held;
        const spot = dragged ? { x: drag.x - cell / 2, y: drag.y - cell / 2 } : c;
        return (
          <g key={piece.id} class={`piece ${dragged ? "dragged" : ""} ${taken.has(piece.square) ? "taken" : ""}`}
            style={{ transform: `translate(${spot.x}px, ${spot.y}px)` }}>
            <Man kind={piece.kind} />
          </g>);
      })}
      {range(squares).filter(isTarget).map(square =>
        <circle key={square} class={next.has(square) ? "target" : "target far"} cx={middle(square, p.flipped).x} cy={middle(square, p.flipped).y} r="1.7" />)}
      {[...p.lines].reverse().map(line => <Arrow key={line.rank} path={line.path} rank={line.rank} flipped={p.flipped} />)}
      {range(squares).map(square => {
        const active = p.onPress || isTarget(square) || movable.has(square);
        const words = [`square ${square}`, names[pieces[square - 1]]];
        if (chosen.length && isTarget(square)) words.push("can be moved to");
        else if (movable.has(square)) words.push(p.must ? "must capture" : "can move");
        return (
          <rect key={square} data-square={square} class={`hit ${active ? "active" : ""}`} width={cell} height={cell} {...corner(square, p.flipped)}
            role="button" tabindex={active ? 0 : -1} aria-label={words.join(", ")} aria-pressed={square === held}
            onPointerDown={event => onDown(event, square)} onPointerMove={onMoved} onPointerUp={onUp} onPointerCancel={() => { dragging.current = false; setDrag(null); }}
            onClick={event => { if (event.detail === 0) press(square); }} onKeyDown={event => onKey(event, square)} />);
      })}
    </svg>);
}

const range = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

// jumped tells whether a path so far has passed over a square.
function jumped(path: number[], square: number) {
  const m = middle(square, false);
  return path.slice(1).some((to, i) => {
    const a = middle(path[i], false), b = middle(to, false);
    return (a.x + b.x) / 2 === m.x && (a.y + b.y) / 2 === m.y;
  });
}

// Man is a piece in a cell of its own.
export function Man({ kind }: { kind: string }) {
  const side = kind.toLowerCase() === "b" ? "black" : "white";
  return (
    <g class={side}>
      <ellipse class="shade" cx="5.1" cy="5.6" rx="3.8" ry="3.7" />
      <circle class="disc" cx="5.1" cy="5.2" r="3.65" />
      <circle class="ring" cx="5.1" cy="5.2" r="2.6" />
      {kind !== kind.toLowerCase() && <path class="crown" d="M2.9 7 2.5 3.8 4.1 5.1 5.1 3 6.1 5.1 7.7 3.8 7.3 7Z" />}
    </g>);
}

// Arrow shows the first move of a line, with a corner at every landing.
function Arrow({ path, rank, flipped }: { path: number[]; rank: number; flipped: boolean }) {
  if (path.length < 2) return null;
  const points = path.map(square => middle(square, flipped));
  const end = points[points.length - 1], from = points[points.length - 2];
  const length = Math.hypot(end.x - from.x, end.y - from.y), dx = (end.x - from.x) / length, dy = (end.y - from.y) / length;
  const tip = 3, half = 1.7, base = { x: end.x - dx * tip, y: end.y - dy * tip };
  const shaft = [...points.slice(0, -1), base].map(q => `${q.x},${q.y}`).join(" ");
  const head = `${end.x},${end.y} ${base.x - dy * half},${base.y + dx * half} ${base.x + dy * half},${base.y - dx * half}`;
  return (
    <g class={`arrow ${rank === 1 ? "best" : "other"}`}>
      <polyline points={shaft} />
      <polygon points={head} />
    </g>);
}
