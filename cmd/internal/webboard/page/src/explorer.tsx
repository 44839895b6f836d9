import { useEffect, useState } from "preact/hooks";
import type { BookPage } from "./messages";
import { Icon } from "./icon";
import { Chip, shown } from "./score";
import { numberOf } from "./sheet";
import { attempt, current, databases, go, greeting, history, play, position } from "./state";
import { ask } from "./server";
import { plyOf, type Place } from "./tree";
import { words } from "./words";

// useAnswer asks the server about the current place, each time that it changes.
export function useAnswer<T>(question: () => Promise<T>): T | null {
  const at = current.value, [answer, setAnswer] = useState<{ at: unknown; value: T } | null>(null);
  useEffect(() => {
    let wanted = true;
    void attempt(question).then(value => { if (wanted && value !== undefined) setAnswer({ at, value }); });
    return () => { wanted = false; };
  }, [at, greeting.value, databases.value]);
  return answer?.at === at ? answer.value : null;
}

const wellTested = 10, littleTested = 3; // visits

// Meter says with three dots and a word how often the makers of the book have come to a move.
function Meter({ visits, depth }: { visits: number; depth: number }) {
  const w = words.book, dots = visits >= wellTested ? 3 : visits >= littleTested ? 2 : 1;
  return (
    <span title={w.detail(visits, depth)}>
      <span class="meter" aria-hidden="true">{[1, 2, 3].map(n => <i key={n} class={n > dots ? "o" : ""} />)}</span>{[w.little, w.some, w.well][dots - 1]}</span>);
}

// Book is what the opening book and the known traps say of each move.
export function Book() {
  const page = useAnswer<BookPage>(() => ask("book", history())), w = words.book;
  if (!page) return <p class="quiet">{w.asking}</p>;
  const traps = page.avoid.filter(move => !page.moves.some(row => row.move === move)), loses = (move: string) => page.avoid.includes(move);
  return (
    <>
      {page.antiBook && position.value && <p class="row g3 strong trap"><Icon name="warning" size="s" />{w.trap(position.value.turn)}</p>}
      {page.moves.length + traps.length > 0 && <table class="tbl hov" id="book">
        <thead><tr><th scope="col">{w.move}</th><th scope="col">{w.book}</th><th scope="col" class="n"><span class="sr">{w.value}</span></th></tr></thead>
        <tbody>
          {page.moves.map(row => <tr key={row.move} onClick={() => play(row.move)}>
            <td class="mv-cell"><button>{shown(row.move)}</button>{row.opening && <small title={row.opening}> {row.opening}</small>}</td>
            <td>{loses(row.move) ? <Loses /> : <Meter visits={row.visits} depth={row.depth} />}</td><td class="n">{row.score && <Chip score={row.score} />}</td></tr>)}
          {traps.map(move => <tr key={move} onClick={() => play(move)}><td class="mv-cell"><button>{shown(move)}</button></td><td><Loses /></td><td /></tr>)}
        </tbody></table>}
      {page.moves.length === 0 && <Past />}
      {page.origin && <p class="foot">{w.source(page.origin)}</p>}
    </>);
}

const Loses = () => <span class="row g3 strong" title={words.book.losesDetail}><Icon name="warning" size="s" />{words.book.loses}</span>;

const inBook = new WeakMap<Place, boolean>(); // places of which the book was asked

// lastInBook returns the last place before one that the book has.
async function lastInBook(from: Place): Promise<Place | null> {
  for (let at = from.parent; at; at = at.parent) {
    const known = inBook.get(at) ?? (await ask("book", history(at))).moves.length > 0;
    inBook.set(at, known);
    if (known) return at;
  }
  return null;
}

// Past says that the book does not have the position, and where its last move was.
function Past() {
  const at = current.value, w = words.book, [last, setLast] = useState<{ from: Place; at: Place | null } | null>(null);
  useEffect(() => { void attempt(() => lastInBook(at)).then(found => { if (current.value === at) setLast({ from: at, at: found ?? null }); }); }, [at]);
  const known = last?.from === at ? last.at : null;
  return (
    <div class="empty"><Icon name="book" /><p>{w.empty}{known?.parent && <> {w.past} <button class="link" onClick={() => go(known)}>{numberOf(plyOf(known), true)} {shown(known.move)}</button>.</>}</p></div>);
}
