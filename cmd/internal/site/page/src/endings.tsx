import { DefenceButton } from "./defence";
import { useAnswer } from "./explorer";
import { other, type Side } from "./game";
import { playFromHere } from "./gamestart";
import { texts } from "./i18n";
import { Icon, type IconName } from "./icon";
import type { MoveRank, Position, Table, Value } from "./messages";
import { PartLoading, isLoading } from "./partloading";
import { movesOf, displayMove } from "./score";
import { ask } from "./server";
import { addLine, attempt, current, go, history, play, position, say } from "./state";
import { Why } from "./why";

const icons: Record<string, readonly [icon: IconName, kind: string]> = {
  win: ["check", "gp strong"], draw: ["draw", "sub"], loss: ["cross", "g3"],
};

// valueText says a value with the moves to the end.
function valueText({ result, plies }: Value): string {
  const w = texts.endings;
  return result === "win" ? w.win(movesOf(plies)) : result === "loss" ? w.loss(movesOf(plies)) : result === "draw" ? w.draw : w.unknown;
}

// ended says how a game that is over has ended.
function ended({ result, pieces, over }: Position): string {
  if (result !== "1-0" && result !== "0-1") return over!.replace(/^./, letter => letter.toUpperCase());
  const [loser, own] = result === "1-0" ? ["White", /w/i] as const : ["Black", /b/i] as const;
  return (own.test(pieces) ? texts.endings.noMoves : texts.endings.noPieces)(loser);
}

// winner returns the side that wins, null for a draw.
const winner = ({ result }: Value, turn: Side) => result === "draw" ? null : result === "win" ? turn : other(turn);

// heading says the value for the side that wins.
function heading(value: Value, turn: Side): string {
  const side = winner(value, turn), w = texts.engine, moves = movesOf(value.plies);
  return side ? moves ? w.winsIn(side, moves) : w.wins(side) : w.draw;
}

// Endings is what the endgame tables know of every move.
export function Endings() {
  const table = useAnswer<Table>(() => ask("database", history())), p = position.value, w = texts.endings;
  if (p?.over) return <div class="verdict known"><div><div class="say" id="value">{ended(p)}</div></div></div>;
  if (!table || !p) return <p class="quiet">{w.asking}</p>;
  const { value, moves } = table, held = table.pieces ? w.held(table.complete, table.pieces) : w.none;
  if (isLoading("values")) return <PartLoading part="values" />;
  if (moves.every(row => row.value.result === "unknown")) return <div class="empty"><Icon name="grid" />
    <p>{table.pieces ? `${w.notKnown} ${held}` : held}</p></div>;
  return (
    <>
      {value.result !== "unknown" && <>
        <div class="verdict known"><div><div class="say" id="value">{heading(value, p.turn as Side)}</div>
          <div class="odds">{w.certain}</div></div></div>
        <div class="row acts">
          {value.plies > 0 && <BestPlay wins={value.result === "win"} />}
          <button id="play-ending" class="btn" onClick={playFromHere}><Icon name="play" />{w.play}</button>
          <DefenceButton id="defend" winner={winner(value, p.turn as Side)} /></div>
        <Why /></>}
      <table class="tbl hov" id="endings">
        <thead><tr><th scope="col">{w.move}</th><th scope="col">{w.best}</th><td /></tr></thead>
        <tbody>{moves.map(row => <Row key={row.move} row={row} moves={moves} />)}</tbody></table>
      <p class="foot">{w.exact} {held}</p>
    </>);
}

function Row({ row, moves }: { row: MoveRank; moves: MoveRank[] }) {
  const [icon, kind] = icons[row.value.result] ?? ["help", "quiet"];
  return (
    <tr onClick={() => play(row.move)}>
      <td class="mv-cell"><button>{displayMove(row.move)}</button></td>
      <td><span class={`row value ${row.value.result} ${kind}`} title={row.value.plies ? texts.engine.plies(row.value.plies) : undefined}>
        <Icon name={icon} size="s" />{valueText(row.value)}</span></td>
      <td class="n sub small"><Comparison row={row} moves={moves} /></td></tr>);
}

// Comparison compares a move with the best one.
function Comparison({ row, moves }: { row: MoveRank; moves: MoveRank[] }) {
  const { result, plies } = row.value, [best, second] = moves, w = texts.endings;
  if (row === best && second && second.value.result !== result && second.value.result !== "unknown") {
    if (result === "win") return <span class="tag green">{w.onlyWin}</span>;
    if (result === "draw") return <span class="tag">{w.onlyDraw}</span>;
  }
  if (result !== best.value.result || result === "draw" || !plies || !best.value.plies) return null;
  const more = Math.abs(movesOf(plies) - movesOf(best.value.plies));
  return more ? <>{(result === "win" ? w.longer : w.shorter)(more)}</> : null;
}

const stepTime = 450;

// BestPlay plays best play to the end of the game, a move at a time.
function BestPlay({ wins }: { wins: boolean }) {
  const w = texts.endings;
  const walk = async () => {
    let from = current.value;
    const line = await attempt(() => ask("perfect", history()));
    if (!line || current.value !== from) return; // the user went elsewhere
    if (line.moves.length === 0) { say(w.noDistance); return; }
    for (const place of addLine(from, line.moves)) {
      if (current.value !== from) return;
      go(place);
      from = place;
      await new Promise(done => setTimeout(done, stepTime));
    }
    if (line.ends) say(w.played(line.moves.length));
  };
  return <button id="walk" class="btn primary" onClick={walk}><Icon name="run" />{wins ? w.showWin : w.showBest}</button>;
}
