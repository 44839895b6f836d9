import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { cell, corner, jumped, size, squareAt, squares, type Point } from "./geometry";
import { texts } from "./i18n";
import { Arrows, Shapes, CaptureMark, BoardSquares, LastMove, MarkedSquare, Numbers, Ring, Target, type Arrow, type NumberPlace } from "./marks";
import type { Move } from "./messages";
import { useMotion } from "./motion";
import { Man } from "./pieces";
import { pointAt, useDrawing } from "./shapes";

export { Man } from "./pieces";

interface Way { move: Move; path: number[] }

interface Props {
  pieces: string;
  moves: Move[]; // legal ones; none if nobody may move here
  must: boolean;
  mark: boolean; // pieces that must capture
  confirm: boolean; // a move is made with a second press on its last square
  premoving: boolean; // moves are chosen for a later turn
  premove: number[]; // the squares of the one that was chosen
  last?: Move;
  taken?: number[]; // squares of pieces that are crossed out
  ends: boolean; // the game is over, and nothing else says so aloud
  still: boolean; // a board that is shown for a look only: nothing moves
  arrows: Arrow[];
  hint: number[]; // a square gets a ring, a path an arrow
  shapes: number[][];
  flipped: boolean;
  numbers: NumberPlace;
  onMove: (move: string) => void;
  onUnclear: () => void;
  onStuck: (square: number) => void; // a piece that cannot move
  onChosen: (square: number, ends: number[]) => void; // a piece, by the keyboard, with where its moves end
  onPress?: (square: number, byPointer: boolean) => void; // in place of moves: the editor of positions
  onDraw?: (squares: number[]) => void; // a ring or an arrow
  onClearShapes: () => void; // takes the drawings away
  onTakeBack: () => void; // takes the premove back
  onAgain: (square: number) => void; // a move waits for a second press
}

const none: number[] = [];
const ofOthers = "input, textarea, select, dialog, [role=dialog], [role=menu]"; // Escape is theirs
const sentTime = 400; // milliseconds that a move may need to be on the board

export function Board(p: Props) {
  const [squaresSoFar, draw] = useState(none), on = useRef(p.pieces); // of the piece that is being moved, and the board that they are on
  const chosen = on.current === p.pieces ? squaresSoFar : none;
  const now = useRef<number[]>([]), dragging = useRef(false); // for events that come before the next picture
  const sent = useRef(""); // the pieces before a move that was made, until it is on the board
  const waiting = useRef<Way | null>(null); // a move that waits for a second press
  const dropped = useRef(false); // the last move was made by a drag
  const setChosen = (squares: number[]) => {
    [sent.current, waiting.current, now.current, on.current] = ["", null, squares, p.pieces];
    draw(squares);
  };
  const [drag, setDrag] = useState<Point | null>(null);
  const letGo = () => { dragging.current = false; setDrag(null); };
  const svg = useRef<SVGSVGElement>(null), pen = useDrawing(p, svg, () => { letGo(); setChosen([]); });
  // Not useEffect, which may run late: it would drop a press that came since the position was drawn.
  useLayoutEffect(() => {
    if (sent.current === p.pieces) return; // the moves go first, and then the position comes
    const [from, ...way] = now.current;
    if (dragging.current && !way.length && on.current[from - 1] === p.pieces[from - 1]) { // the other side moved during a drag
      on.current = p.pieces;
      return draw(now.current = [from]);
    }
    setChosen([]);
    letGo();
  }, [p.pieces, p.moves.map(m => m.text).join()]);
  const moving = useMotion(svg, { pieces: p.pieces, last: p.last, chosen }, p, dropped);

  const ways: Way[] = sent.current ? [] : p.moves.flatMap(move => move.paths.map(path => ({ move, path })));
  const movable = new Set(ways.map(w => w.path[0]));
  // The only piece that must capture needs no press.
  const plan = chosen.length ? chosen : p.must && p.mark && movable.size === 1 ? [...movable] : [];
  const begun = ways.filter(w => plan.length && plan.every((square, i) => w.path[i] === square));
  const next = new Set(begun.map(w => w.path[plan.length])), ends = new Set(begun.map(w => w.path[w.path.length - 1]));
  const isTarget = (square: number) => next.has(square) || ends.has(square);

  const onWay = () => now.current.length ? now.current : plan;
  const going = () => ways.filter(w => onWay().every((s, i) => w.path[i] === s));
  const leads = (square: number) => onWay().length > 0 && (now.current.length > 0 || square !== plan[0]) &&
    going().some(w => w.path[onWay().length] === square || w.path[w.path.length - 1] === square);
  const step = (square: number) => {
    const way = onWay(), left = going(), here = left.filter(w => w.path[way.length] === square);
    const done = here.find(w => w.path.length === way.length + 1), ending = left.filter(w => w.path[w.path.length - 1] === square);
    if (done) finish(done);
    else if (here.length) setChosen([...way, square]);
    else if (new Set(ending.map(w => w.move.text)).size === 1) finish(ending[0]);
    else if (ending.length) p.onUnclear();
  };
  const finish = (way: Way) => {
    if (p.premoving) setChosen([]);
    else if (p.confirm) {
      setChosen(way.path);
      waiting.current = way;
      return p.onAgain(way.path[way.path.length - 1]);
    } else stay(dropped.current ? way.path : now.current);
    p.onMove(way.move.text);
  };
  // A move that is made stays as the user has left it until the position comes.
  const stay = (squares: number[]) => {
    setChosen(squares);
    sent.current = p.pieces;
    setTimeout(() => { if (sent.current && now.current === squares) setChosen([]); }, sentTime);
  };
  const press = (square: number, byPointer: boolean) => {
    const chosen = now.current, way = waiting.current;
    if (way) {
      if (square !== way.path[way.path.length - 1]) return setChosen([]);
      stay(way.path);
      return p.onMove(way.move.text);
    }
    if (p.premove.length) {
      p.onTakeBack();
      if (!movable.has(square)) return;
    }
    if (p.onPress) p.onPress(square, byPointer);
    else if (leads(square)) step(square);
    else if (movable.has(square)) {
      setChosen(chosen.length === 1 && chosen[0] === square ? [] : [square]);
      if (!byPointer && now.current.length) p.onChosen(square, [...new Set(going().map(w => w.path[w.path.length - 1]))]);
    }
    else {
      setChosen([]);
      if (p.pieces[square - 1] !== ".") p.onStuck(square);
    }
  };
  const onEscape = useRef(() => {});
  onEscape.current = () => {
    if (now.current.length) setChosen([]);
    else if (p.premove.length) p.onTakeBack();
    else p.onClearShapes();
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !(event.target as Element).closest(ofOthers)) onEscape.current();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);

  // A finger on a piece moves the piece and not the page. The browsers do not heed touch-action in a drawing.
  useEffect(() => {
    const hold = (event: TouchEvent) => { if (event.cancelable && (event.target as Element).matches(".active")) event.preventDefault(); };
    svg.current!.addEventListener("touchstart", hold, { passive: false });
  }, []);

  const at = (event: PointerEvent) => pointAt(svg.current!, event);
  const onDown = (event: PointerEvent, square: number) => {
    dropped.current = false;
    if (pen.down(event, square) || event.button !== 0) return;
    event.preventDefault();
    const picks = !p.onPress && !waiting.current && movable.has(square) && !(now.current.length && leads(square));
    if (!picks || now.current.length !== 1 || now.current[0] !== square) press(square, true);
    if (picks) {
      (event.target as Element).setPointerCapture(event.pointerId);
      dragging.current = true;
      setDrag(at(event));
    }
  };
  const onMoved = (event: PointerEvent) => { if (!pen.moved(event) && dragging.current) setDrag(at(event)); };
  const onUp = (event: PointerEvent) => {
    if (pen.up(event) || !dragging.current) return;
    letGo();
    const square = squareAt(at(event), p.flipped);
    dropped.current = true;
    if (square && square !== now.current[0] && leads(square)) step(square);
    else dropped.current = false;
  };
  const onCancel = () => { pen.stop(); letGo(); };
  const onKey = (event: KeyboardEvent, square: number) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      dropped.current = false;
      press(square, false);
    }
  };

  // While a capture is being made square by square, its piece stands on the last square.
  const letters = [...p.pieces], held = chosen[chosen.length - 1];
  if (held) [letters[chosen[0] - 1], letters[held - 1]] = [".", letters[chosen[0] - 1]];
  const passed = new Set(chosen.slice(1).map((to, i) => jumped(chosen[i], to)));
  const doomed = new Set(begun.flatMap(w => w.move.captured).filter(square => !passed.has(square)));
  const mover = moving && (moving.back ? moving.path[0] : moving.path[moving.path.length - 1]);
  const above = (square: number) => square === held || square === mover ? 1 : 0;
  const standing = squares.filter(square => letters[square - 1] !== ".").sort((a, b) => above(a) - above(b));
  const lastPath = p.last?.paths[0], path = p.hint.length > 1 ? [{ path: p.hint, kind: "best" as const }] : [];

  return (
    <svg ref={svg} class="board-svg" viewBox={`0 0 ${size} ${size}`} role="group" aria-label={texts.board.name} tabindex={-1}
      onContextMenu={event => event.preventDefault()}>
      <BoardSquares />
      <LastMove move={p.last} flipped={p.flipped} />
      {p.premove.map(square => <MarkedSquare key={square} square={square} kind="hl-pre" inset={4} flipped={p.flipped} />)}
      {held && <MarkedSquare square={held} kind="hl-sel" flipped={p.flipped} />}
      {p.must && p.mark && !chosen.length && [...movable].map(square =>
        <Ring key={square} kind="must" square={square} flipped={p.flipped} />)}
      {p.hint.length === 1 && <Ring kind="hint" square={p.hint[0]} flipped={p.flipped} />}
      {moving && !moving.back && moving.whole && moving.taken.map(({ square, kind }) =>
        <g key={`taken ${square}`} data-taken={square} style={placed(corner(square, p.flipped))}><Man kind={kind} /></g>)}
      {standing.map(square => {
        const dragged = drag && square === held;
        const place = dragged ? { x: drag.x - cell / 2, y: drag.y - cell / 2 } : corner(square, p.flipped);
        const taken = passed.has(square) || moving?.taken.some(t => t.square === square), kind = letters[square - 1];
        return (
          <g key={square} class={`piece ${dragged ? "dragged" : ""} ${passed.has(square) ? "gone" : ""}`}
            data-taken={taken ? square : undefined} style={placed(place)}>
            <g class={square === mover ? "mover" : ""}><g class={square === held ? "lifted" : ""}>
              <Man kind={square === mover && moving?.king ? moving.man : kind} />
              {square === mover && moving?.king && <g class="crowned"><Man kind={moving.king} /></g>}
            </g></g>
          </g>);
      })}
      {[...doomed, ...p.taken ?? []].map(square => <CaptureMark key={square} square={square} flipped={p.flipped} />)}
      {squares.filter(isTarget).map(square => <Target key={square} square={square} end={p.must && ends.has(square)} flipped={p.flipped} />)}
      <Arrows arrows={[...path, ...p.arrows]} flipped={p.flipped} />
      <Shapes paths={pen.drawing ? [...p.shapes, pen.drawing] : p.shapes} flipped={p.flipped} />
      <Numbers where={p.numbers} flipped={p.flipped} />
      {squares.map(square => {
        const active = p.onPress || isTarget(square) || movable.has(square);
        const label = [texts.board.square(square, texts.board.pieces[letters[square - 1] as keyof typeof texts.board.pieces])];
        if (chosen.length && isTarget(square)) label.push(texts.board.target);
        else if (movable.has(square)) label.push(p.must ? texts.board.must : texts.board.can);
        if (p.hint.includes(square)) label.push(texts.board.hint);
        if (square === lastPath?.at(-1)) label.push(texts.board.came);
        else if (square === lastPath?.[0]) label.push(texts.board.left);
        return (
          <rect key={square} data-square={square} class={`hit ${active ? "active" : ""}`}
            width={cell} height={cell} {...corner(square, p.flipped)}
            role="button" tabindex={active ? 0 : -1} aria-label={label.join(", ")} aria-pressed={square === held}
            onPointerDown={event => onDown(event, square)} onPointerMove={onMoved} onPointerUp={onUp} onPointerCancel={onCancel}
            onClick={event => { if (event.detail === 0) press(square, false); }} onKeyDown={event => onKey(event, square)} />);
      })}
    </svg>);
}

const placed = ({ x, y }: Point) => ({ transform: `translate(${x}px, ${y}px)` });

interface MiniProps {
  pieces: string;
  label: string;
  last?: Move;
  rings?: number[]; // squares of pieces that must capture
  arrows?: Arrow[];
  flipped?: boolean;
}

// MiniBoard is a board to look at.
export function MiniBoard({ pieces, label, last, rings = [], arrows = [], flipped = false }: MiniProps) {
  const thick = 2; // as many times as on the large board
  return (
    <div class="board mini">
      <svg class="board-svg" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
        <BoardSquares />
        <LastMove move={last} flipped={flipped} />
        {rings.map(square => <Ring key={square} kind="must" square={square} flipped={flipped} />)}
        {squares.filter(square => (pieces[square - 1] ?? ".") !== ".").map(square => {
          const { x, y } = corner(square, flipped);
          return <g key={square} transform={`translate(${x} ${y})`}><Man kind={pieces[square - 1]} /></g>;
        })}
        <Arrows arrows={arrows} flipped={flipped} scale={thick} />
      </svg>
    </div>);
}
