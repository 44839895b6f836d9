import type { Move } from "./messages";
import { corner, size, squares } from "./geometry";
import { Arrows, Ground, LastMove, Ring, type Arrow } from "./marks";
import { Man } from "./pieces";

interface Props {
  pieces: string;
  label: string;
  last?: Move;
  rings?: number[]; // squares of pieces that must capture
  arrows?: Arrow[];
  flipped?: boolean;
}

// MiniBoard is a board to look at.
export function MiniBoard({ pieces, label, last, rings = [], arrows = [], flipped = false }: Props) {
  const thick = 2; // as many times as on the large board
  return (
    <div class="board mini">
      <svg class="board-svg" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
        <Ground />
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
