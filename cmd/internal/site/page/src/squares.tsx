import { useEffect, useState } from "preact/hooks";
import { Dialog, dialogShown } from "./dialog";
import { cell, corner, size, squares } from "./geometry";
import { texts } from "./i18n";
import { Icon } from "./icon";
import { BoardSquares, Numbers } from "./marks";
import { prefer, preferences } from "./preferences";
import { flipped } from "./state";

const roundTime = 30; // seconds

// Round is a round of questions: which square is asked, how many were right, how many of them in a row, and which square was missed last.
interface Round { began: number; asked: number; right: number; row: number; best: number; missed: number; pressed: number }

const another = (not: number) => {
  const others = squares.filter(square => square !== not);
  return others[Math.floor(Math.random() * others.length)];
};

// Squares asks for squares by their numbers, for half a minute, and keeps the longest row of right answers.
export function Squares() {
  const w = texts.training, [round, setRound] = useState<Round | null>(null), [left, setLeft] = useState(0), { row: record } = preferences.value;
  const close = () => { dialogShown.value = ""; };
  const begin = () => {
    setRound({ began: performance.now(), asked: another(0), right: 0, row: 0, best: 0, missed: 0, pressed: 0 });
    setLeft(roundTime);
  };
  const began = round?.began;
  useEffect(() => {
    if (began === undefined) return;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil(roundTime - (performance.now() - began) / 1000))), 200);
    return () => clearInterval(timer);
  }, [began]);
  const over = round !== null && left === 0, asks = round !== null && !over;
  const press = (square: number) => {
    if (!asks) return;
    const right = square === round.asked, row = right ? round.row + 1 : 0;
    if (row > record) prefer({ row });
    setRound({ ...round, asked: another(round.asked), right: round.right + Number(right), row, best: Math.max(round.best, row),
      missed: right ? 0 : round.asked, pressed: square });
  };
  return (
    <Dialog title={w.squares} class="squares" close={close}>
      <div class="row"><b class="grow ask" role="status">{!round ? w.squaresHelp : over ? w.roundOver(round.right, round.best) : w.pressSquare(round.asked)}</b>
        {asks ? <span class="num-t sub">{w.seconds(left)}</span>
          : <button class="btn primary" id="begin-squares" onClick={begin}><Icon name="play" />{round ? w.anotherRound : w.beginRound}</button>}</div>
      <p class="small sub">{w.wayUp(flipped.value)} {w.inRow(round?.row ?? 0, record)}{!!round?.missed && ` ${w.missed(round.missed, round.pressed)}`}</p>
      <div class="board">
        <svg class="board-svg" viewBox={`0 0 ${size} ${size}`} role="group" aria-label={texts.board.name}>
          <BoardSquares />
          {!!round?.missed && <rect class="hl-sel" width={cell} height={cell} {...corner(round.missed, flipped.value)} />}
          {!asks && <Numbers where="inside" flipped={flipped.value} />}
          {squares.map(square => {
            const at = corner(square, flipped.value);
            return <rect key={square} data-asked={square} class={`hit ${asks ? "active" : ""}`} width={cell} height={cell} {...at} role="button" tabindex={asks ? 0 : -1}
              aria-label={w.place(at.y / cell + 1, at.x / cell + 1)} onClick={() => press(square)}
              onKeyDown={event => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); press(square); } }} />;
          })}
        </svg></div>
    </Dialog>);
}
