import { useEffect, useState } from "preact/hooks";
import type { BookPage, Table } from "./messages";
import { addLine, attempt, current, databases, go, greeting, history, play, position, say } from "./state";
import { ask } from "./server";

// useAnswer asks the server about the current place, each time that it changes.
function useAnswer<T>(question: () => Promise<T>): T | null {
  const at = current.value, [answer, setAnswer] = useState<{ at: unknown; value: T } | null>(null);
  useEffect(() => {
    let wanted = true;
    void attempt(question).then(value => { if (wanted && value !== undefined) setAnswer({ at, value }); });
    return () => { wanted = false; };
  }, [at, greeting.value, databases.value]);
  return answer?.at === at ? answer.value : null;
}

// Endgame is what the databases know of every move.
export function Endgame() {
  const table = useAnswer<Table>(() => ask("database", history()));
  const known = table?.value.result !== "unknown";
  return (
    <div class="explorer">
      <p>{table ? <>For {position.value?.turn}: <b class={`value ${table.value.result}`} id="value">{table.value.text}</b></> : "Asking the databases…"}
        {table && known && table.value.plies > 0 && <Walk />}</p>
      <table class="rows"><thead><tr><th scope="col">move</th><th scope="col">value</th></tr></thead>
        <tbody>{table?.moves.map(row => <tr key={row.move} onClick={() => play(row.move)}>
          <td><button class="move">{row.move}</button></td><td class={`value ${row.value.result}`}>{row.value.text}</td></tr>)}</tbody></table>
      {table && !known && <p class="quiet">{held(table)}</p>}
    </div>);
}

// held says which positions the open databases have.
function held({ complete, pieces }: Table): string {
  if (pieces === 0) return "No endgame databases are open.";
  return `The databases hold all positions of up to ${complete} pieces${pieces > complete ? `, and some of up to ${pieces}` : ""}.`;
}

const stepTime = 450;

// Walk plays perfect play to the end of the game, a move at a time.
function Walk() {
  const walk = async () => {
    const line = await attempt(() => ask("perfect", history()));
    if (!line) return;
    if (line.moves.length === 0) { say("The databases do not know how many moves the win takes."); return; }
    let from = current.value;
    for (const place of addLine(from, line.moves)) {
      if (current.value !== from) return; // the user went elsewhere
      go(place);
      from = place;
      await new Promise(done => setTimeout(done, stepTime));
    }
    if (line.ends) say(`Perfect play: ${line.moves.length} moves of both sides together.`);
  };
  return <button id="walk" onClick={walk}>Walk the perfect line</button>;
}

const wellTested = 10, littleTested = 3; // visits

// tested says how often the makers of the book have come to a move.
const tested = (visits: number) => visits >= wellTested ? "well" : visits >= littleTested ? "some" : "little";

// Book is what the opening book and the anti-book know.
export function Book() {
  const page = useAnswer<BookPage>(() => ask("book", history()));
  if (!page) return <p class="quiet">Asking the book…</p>;
  return (
    <div class="explorer">
      {page.antiBook && <p class="warning">The side that moved last loses: the anti-book has this position.</p>}
      <table class="rows"><thead><tr><th scope="col">move</th><th scope="col">value</th><th scope="col">tested</th></tr></thead>
        <tbody>{page.moves.map(row => <tr key={row.move} onClick={() => play(row.move)}>
          <td><button class="move">{row.move}</button> <span class="quiet">{row.opening}</span></td><td>{row.score.text}</td><td title={`The makers of the book came to this move ${row.visits} times. Its value is that of the end of a line of ${row.depth} moves.`}>{tested(row.visits)}</td></tr>)}</tbody></table>
      {page.moves.length === 0 && <p class="quiet">The book does not have this position.</p>}
      {page.avoid.length > 0 && <p class="warning">Moves that lose: {page.avoid.join(", ")} (anti-book)</p>}
      {page.origin && <p class="quiet">Source: {page.origin}</p>}
    </div>);
}
