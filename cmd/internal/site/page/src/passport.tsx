import { useEffect, useState } from "preact/hooks";
import { collection } from "./collection";
import { ResultBar } from "./explorer";
import type { Side } from "./game";
import { playOpening } from "./gamestart";
import { sideName, texts } from "./i18n";
import type { Ballot, OwnMove, RepertoireRow } from "./messages";
import { ask } from "./server";
import { attempt } from "./state";

// Passport is what is known of an opening: what is proven, the reader's own games and how they ended, and how narrow the way of the
// reader's side is. Two games begin with it, one with each colour.
export function Passport({ deck, ballot, rows }: { deck: string; ballot: Ballot; rows: RepertoireRow[] }) {
  const w = texts.training.passport, own = useOwnGames(ballot.fen), alone = rows.filter(row => row.problem.keys.length === 1).length;
  const play = (side: Side) => attempt(() => playOpening(deck, ballot.id, side));
  return (
    <div class="pad" id="passport">
      <p class="small">{ballot.barred ? w.lost : ballot.proven ? w.proven(ballot.proven) : w.open}{rows.length > 0 && <> {w.narrow(alone, rows.length)}</>}</p>
      {own && <p class="small">{w.games} {own.games ? <ResultBar own={own} /> : w.noGames}</p>}
      <div class="row">{(["Black", "White"] as const).map(side =>
        <button key={side} class="btn" id={`play-${side}`} onClick={() => play(side)}>{w.play(sideName(side))}</button>)}</div>
    </div>);
}

// useOwnGames counts the games of the open collection that have a position, null without a collection.
function useOwnGames(position: string): OwnMove | null {
  const list = collection.value, [own, setOwn] = useState<OwnMove | null>(null);
  useEffect(() => {
    let wanted = true;
    setOwn(null);
    if (list) void attempt(async () => {
      const { games, moves } = await ask("ownMoves", { collection: list.id, position });
      const sum = (of: (m: OwnMove) => number) => moves.reduce((all, m) => all + of(m), 0);
      if (wanted) setOwn({ move: "", games, black: sum(m => m.black), draws: sum(m => m.draws), white: sum(m => m.white) });
    });
    return () => { wanted = false; };
  }, [list, position]);
  return own;
}
