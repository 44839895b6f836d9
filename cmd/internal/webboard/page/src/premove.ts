import { computed, effect, signal } from "@preact/signals";
import { spot, squares } from "./geometry";
import type { Move } from "./messages";
import { humanMoves, mayMove } from "./match";
import { current, match, position, view } from "./state";
import type { Place } from "./tree";

// While the engine thinks, the user may choose a move. It is made at once when its turn comes, if it is legal then.
const chosen = signal<{ from: number; to: number; at: Place } | null>(null);
export const premove = computed(() => chosen.value ? [chosen.value.from, chosen.value.to] : []);
export const takeBack = () => { chosen.value = null; };

export function choose(move: string) {
  const [from, to] = move.split("-").map(Number);
  chosen.value = { from, to, at: current.peek() };
}

// early says that the engine is to move in a game that the board shows. Between its move and the new position nobody may move.
export const early = computed(() => {
  const m = match.value, p = position.value;
  return view.value === "play" && !!m && !m.over && !!p && p === current.value.position && !p.over
    && p.turn !== m.human && m.human !== "Both" && m.human !== "None" && !current.value.children.length;
});

// possible returns the moves that the user's pieces could have in the next position: steps, and one or two jumps over whatever may
// stand there then.
export const possible = computed((): Move[] => {
  const side = match.value?.human === "White" ? "w" : "b", pieces = position.value?.pieces ?? "";
  if (!early.value) return [];
  const own = squares.filter(square => pieces[square - 1].toLowerCase() === side), free = squares.filter(square => !own.includes(square));
  const move = (path: number[]): Move => ({ text: path.join("-"), paths: [path], captured: [] });
  return own.flatMap(from => free.filter(to => reaches(pieces[from - 1], from, to)).map(to => move([from, to])));
});

const twoJumps = 4; // rows, and columns

function reaches(kind: string, from: number, to: number): boolean {
  const a = spot(from), b = spot(to), rows = b.row - a.row, columns = Math.abs(b.column - a.column), far = Math.abs(rows);
  if (kind === "b" && rows <= 0 || kind === "w" && rows >= 0) return false;
  if (far === 1) return columns === 1;
  return far % 2 === 0 && far <= twoJumps && columns <= twoJumps && columns % twoJumps === far % twoJumps;
}

// The move is made when the engine has answered. It goes with the place that it was chosen at.
effect(() => {
  const move = chosen.value, m = match.value, at = current.value;
  if (!move || at === move.at && view.value === "play" && !m?.over) return;
  const answered = at.parent === move.at && view.value === "play" && m && !m.over;
  if (answered && !mayMove()) return; // the position has not come yet
  takeBack();
  const is = (path: number[]) => path[0] === move.from && path[path.length - 1] === move.to;
  const fits = answered ? at.position?.moves.filter(({ paths }) => paths.some(is)) : [];
  if (fits?.length === 1) queueMicrotask(() => humanMoves(fits[0].text));
});
