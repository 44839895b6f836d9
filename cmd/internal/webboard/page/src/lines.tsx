import { useEffect, useRef, useState } from "preact/hooks";
import type { Line } from "./messages";
import { IconButton } from "./controls";
import { Chip, shown } from "./score";
import { addLine, current, go, history, preview } from "./state";
import { numberOf } from "./sheet";
import { ask } from "./server";
import { plyOf } from "./tree";
import { words } from "./words";

const reached = 6; // moves of a folded line that the Tab key reaches

// LineRow shows a line; a click on a move plays the line up to it, and the board shows it while the pointer or the focus
// rests there. A line of the position before cannot be pressed.
export function LineRow({ line, fresh }: { line: Line; fresh: boolean }) {
  const [open, setOpen] = useState(false), w = words.engine, ply = plyOf(current.value);
  const follow = (n: number) => {
    const places = addLine(current.value, line.moves.slice(0, n));
    go(places[places.length - 1]);
  };
  return (
    <li class={`line ${open ? "open" : ""}`} inert={!fresh}>
      <Chip score={line.score} />
      <span class="pv" onScroll={e => { if (!open) e.currentTarget.scrollLeft = 0; }}>
        {line.moves.map((_, i) => <Step key={i} moves={line.moves.slice(0, i + 1)} number={numberOf(ply + i + 1, i === 0)}
          far={!open && i >= reached} onClick={() => follow(i + 1)} />)}
        {open && <button class="add" onClick={() => addLine(current.value, line.moves)}>{w.add}</button>}
      </span>
      <IconButton small icon="down" label={w.whole} pressed={open} onClick={() => setOpen(!open)} />
    </li>);
}

let looking = 0; // counts the looks at lines, so that a late answer to an old one is dropped

interface StepProps { moves: string[]; number: string; far: boolean; onClick: () => void }

// Step is a move of a line.
function Step({ moves, number, far, onClick }: StepProps) {
  const here = useRef(false);
  const look = async () => {
    here.current = true;
    const look = ++looking, at = current.value;
    const walk = await ask("walk", { ...history(at), line: moves }).catch(() => null);
    if (walk && look === looking && at === current.value) preview.value = { pieces: walk.pieces[moves.length - 1],
      last: walk.lasts[moves.length - 1] };
  };
  const leave = () => {
    if (!here.current) return;
    here.current = false;
    looking++;
    preview.value = null;
  };
  useEffect(() => { if (here.current) void look(); }, [moves.join()]); // the line has changed under the pointer
  useEffect(() => leave, []);
  return (
    <>{number && <s>{number}</s>}
      <button class={moves.length === 1 ? "move first" : "move"} tabIndex={far ? -1 : 0} onPointerEnter={look} onPointerLeave={leave}
        onFocus={look} onBlur={leave}
        onClick={onClick}>{shown(moves[moves.length - 1])}</button></>);
}
