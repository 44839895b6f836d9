import { computed, effect, signal } from "@preact/signals";
import { match, mayMove } from "./game";
import { spot, squares } from "./geometry";
import { humanMoves } from "./match";
import type { Move } from "./messages";
import { current, position, view } from "./state";
import type { Place } from "./tree";

// While the engine thinks, the user may choose a move. It is made at once when its turn comes, if it is legal then.
const chosen = signal<{ from: number; to: number; at: Place } | null>(null);
export const premove = computed(() => chosen.value ? [chosen.value.from, chosen.value.to] : []);
export const cancelPremove = () => { chosen.value = null; };

export function setPremove(move: string) {
  const [from, to] = move.split("-").map(Number);
  chosen.value = { from, to, at: current.peek() };
}

// canPremove says that it is the engine's turn in the game on the board. Between its move and the new position nobody may move.
export const canPremove = computed(() => {
  const m = match.value, p = position.value;
  return view.value === "play" && !!m && !m.over && !!p && p === current.value.position && !p.over
    && p.turn !== m.human && m.human !== "Both" && m.human !== "None" && !current.value.children.length;
});

// possiblePremoves returns the moves that the user's pieces could have in the next position: steps, and any number of jumps over whatever may
// stand there then.
export const possiblePremoves = computed((): Move[] => {
  const side = match.value?.human === "White" ? "w" : "b", pieces = position.value?.pieces ?? "";
  if (!canPremove.value) return [];
  const own = squares.filter(square => pieces[square - 1].toLowerCase() === side);
  const move = (path: number[]): Move => ({ text: path.join("-"), paths: [path], captured: [] });
  return own.flatMap(from => [...reachable(pieces[from - 1], from)].filter(to => !own.includes(to)).map(to => move([from, to])));
});

// reachable returns the squares where a piece can end: those beside it, and those that a chain of jumps can lead to.
function reachable(kind: string, from: number): Set<number> {
  const found = new Set<number>(), rows = kind === "b" ? [1] : kind === "w" ? [-1] : [1, -1];
  const away = (square: number, far: number) => {
    const { row, column } = spot(square);
    return squares.filter(to => rows.some(way => spot(to).row === row + far * way) && Math.abs(spot(to).column - column) === far);
  };
  const chain = (square: number) => {
    for (const to of away(square, 2)) if (!found.has(to)) chain(found.add(to) && to);
  };
  chain(from);
  return new Set([...found, ...away(from, 1)]);
}

// The move is made when the engine has answered. It goes with the place that it was chosen at.
effect(() => {
  const move = chosen.value, m = match.value, at = current.value;
  if (!move || at === move.at && view.value === "play" && !m?.over) return;
  const answered = at.parent === move.at && view.value === "play" && m && !m.over;
  if (answered && !mayMove()) return; // the position has not come yet
  cancelPremove();
  const is = (path: number[]) => path[0] === move.from && path[path.length - 1] === move.to;
  const fits = answered ? at.position?.moves.filter(({ paths }) => paths.some(is)) : [];
  if (fits?.length === 1) queueMicrotask(() => humanMoves(fits[0].text));
});
