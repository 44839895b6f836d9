import { useEffect, useState } from "preact/hooks";
import { databases } from "./analysis";
import { collection, searchHere } from "./collection";
import { texts } from "./i18n";
import { Icon } from "./icon";
import type { BookMove, BookPage, OwnMove, OwnMoves } from "./messages";
import { PartLoading, isLoading } from "./partloading";
import { Chip, displayMove } from "./score";
import { ask } from "./server";
import { numberOf } from "./sheet";
import { attempt, current, go, greeting, history, play, position, tree } from "./state";
import { last, mainLine, plyOf, type Place } from "./tree";

// useAnswer asks the server about the current place, each time that it changes.
export function useAnswer<T>(question: () => Promise<T>, dependencies: unknown[] = []): T | null {
  const at = current.value, [answer, setAnswer] = useState<{ at: unknown; value: T } | null>(null);
  useEffect(() => {
    let wanted = true;
    void attempt(question).then(value => { if (wanted && value !== undefined) setAnswer({ at, value }); });
    return () => { wanted = false; };
  }, [at, greeting.value, databases.value, ...dependencies]);
  return answer?.at === at ? answer.value : null;
}

const wellTested = 10, littleTested = 3; // visits

// Meter says with three dots and a word how often the makers of the book have come to a move.
function Meter({ visits, depth }: { visits: number; depth: number }) {
  const w = texts.book, dots = visits >= wellTested ? 3 : visits >= littleTested ? 2 : 1;
  return (
    <span title={w.detail(visits, depth)}>
      <span class="meter" aria-hidden="true">{[1, 2, 3].map(n => <i key={n} class={n > dots ? "o" : ""} />)}</span>
      {[w.little, w.some, w.well][dots - 1]}</span>);
}

// Row is what is known of a move: by the book, as a trap, by the reader's own games.
interface Row { move: string; book?: BookMove; own?: OwnMove }

// rowsOf returns the moves of the book in its order, then traps, then moves of the reader's own games.
function rowsOf({ moves, avoid }: BookPage, own: OwnMove[]): Row[] {
  const names = new Set([...moves.map(row => row.move), ...avoid, ...own.map(row => row.move)]);
  return [...names].map(move => ({ move, book: moves.find(row => row.move === move), own: own.find(row => row.move === move) }));
}

// Book is what the opening book, the known traps and the games of the open collection say of each move.
export function Book() {
  const list = collection.value, fen = position.value?.fen, w = texts.book;
  const page = useAnswer<BookPage>(() => ask("book", history()));
  const own = useAnswer<OwnMoves>(() => list && fen ? ask("ownMoves", { collection: list.id, position: fen })
    : Promise.resolve({ games: 0, moves: [] }), [list, fen]);
  if (isLoading("book")) return <PartLoading part="book" />;
  if (!page) return <p class="quiet">{w.asking}</p>;
  const rows = rowsOf(page, own?.moves ?? []);
  return (
    <>
      {page.antiBook && position.value && <p class="row g3 strong trap"><Icon name="warning" size="s" />{w.trap(position.value.turn)}</p>}
      {rows.length > 0 && <table class="tbl hov" id="book">
        <thead><tr><th scope="col">{w.move}</th><th scope="col">{w.book}</th>
          <th scope="col" class="n"><span class="sr">{w.value}</span></th>
          {list && <th scope="col" class="n">{w.own}</th>}</tr></thead>
        <tbody>{rows.map(({ move, book, own }) => <tr key={move} onClick={() => play(move)}>
          <td class="mv-cell"><button>{displayMove(move)}</button>{book?.opening && <> <small title={book.opening}>{book.opening}</small></>}</td>
          <td>{page.avoid.includes(move) ? <Loses /> : book && <Meter visits={book.visits} depth={book.depth} />}</td>
          <td class="n">{book?.score && <Chip score={book.score} />}</td>
          {list && <td class="n">{own ? <ResultBar own={own} /> : <span class="quiet">{w.none}</span>}</td>}</tr>)}</tbody></table>}
      {page.moves.length === 0 && <OutOfBook />}
      {list && own && own.games > 0 && <p class="foot">
        {w.reached(own.games, list.name)} <button class="link" id="show-games" onClick={searchHere}>{w.showThem}</button></p>}
      <LeftBook />
      {page.moves.length > 0 && <p class="foot">{[page.nodes > 0 && w.searched(page.nodes, page.exact, page.settled), page.source && w.source(page.source)]
        .filter(Boolean).join(" ")}</p>}
    </>);
}

// ResultBar is how many of the reader's games went on with a move, and how they ended.
export function ResultBar({ own: { games, black, draws, white } }: { own: OwnMove }) {
  const parts = [["b", black], ["", draws], ["w", white]] as const;
  return <>{texts.grouped(games)}<span class="share" role="img" title={texts.book.results(black, draws, white)}
    aria-label={texts.book.results(black, draws, white)}>
    {parts.map(([kind, count]) => count > 0 && <i key={kind} class={kind} style={{ flexGrow: count }} />)}</span></>;
}

const Loses = () => <span class="row g3 strong" title={texts.book.losesDetail}><Icon name="warning" size="s" />{texts.book.loses}</span>;

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

// OutOfBook says that the book does not have the position, and where its last move was.
function OutOfBook() {
  const at = current.value, w = texts.book, [last, setLast] = useState<{ from: Place; at: Place | null } | null>(null);
  useEffect(() => {
    void attempt(() => lastInBook(at)).then(found => { if (current.value === at) setLast({ from: at, at: found ?? null }); });
  }, [at]);
  const known = last?.from === at ? last.at : null;
  return (
    <div class="empty"><Icon name="book" /><p>{w.empty}
      {known?.parent && <> {w.past} <button class="link" onClick={() => go(known)}>
        {numberOf(plyOf(known), true)} {displayMove(known.move)}</button>.</>}</p></div>);
}

// LeftBook says where the sides of the game have left the book.
function LeftBook() {
  const end = last(tree.value.root), left = useAnswer(() => ask("departures", history(end)), [end]), w = texts.book;
  const at = (ply: number) => mainLine(tree.value.root)[ply];
  return <>{left?.departures.map(({ side, ply, played, wanted }) => <p key={side} class="foot" data-left={side}>
    {w.left(side, displayMove(played), wanted.map(displayMove))} <button class="link" onClick={() => go(at(ply).parent!)}>
      {w.showLeft(Math.ceil(ply / 2))}</button></p>)}</>;
}
