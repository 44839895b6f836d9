import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { Collection, GamesPage, GamesRequest } from "./messages";
import { attempt, comesBack, desk, position, read } from "./state";
import { ask } from "./server";
import { Engine } from "./engine";
import { Moves } from "./moves";
import { openFile } from "./opener";
import { canDelete, deleteGame, UndoChange } from "./saver";

export const collection = signal<Collection | null>(null);

// everyGame asks for all games in the order of the file.
export const everyGame: Omit<GamesRequest, "collection" | "from" | "count"> = {
  text: "", field: "", result: "", notes: false, twins: false, position: "", formation: [], atLeast: false, reversed: false, sort: "", down: false,
};
const rows = 50;

// GamesView is the list of games with the chosen game beside it.
export const GamesView = () => <div class="side-in"><Games /><Engine /><Moves /></div>;

// Games lists the games of a collection and searches them.
export function Games() {
  const c = collection.value, [page, setPage] = useState<GamesPage | null>(null), [from, setFrom] = useState(0);
  const [filter, setFilter] = useState({ player: "", event: "", opening: "", result: "" }), [here, setHere] = useState(false);
  const fen = here ? position.value?.fen ?? "" : "";
  useEffect(() => { if (!c) void attempt(async () => { collection.value = (await ask("collections", {})).collections[0] ?? null; }); }, [c]);
  useEffect(() => setFrom(0), [c, filter, fen]);
  useEffect(() => {
    if (!c) return;
    let wanted = true;
    void attempt(() => ask("games", { ...everyGame, collection: c.id, text: [filter.player, filter.event, filter.opening].join(" "), result: filter.result, position: fen, from, count: rows })).then(found => { if (wanted && found) setPage(found); });
    return () => { wanted = false; };
  }, [c, filter, fen, from]);
  const open = (number: number) => attempt(async () => {
    const on = desk(), found = await ask("game", { collection: c!.id, number });
    if (desk() !== on) return; // the user went to another game
    read(found, comesBack() && `Game ${number} of ${c!.name}.`, found.origin);
  });
  const field = (name: "player" | "event" | "opening", hint: string) =>
    <label>{name} <input value={filter[name]} placeholder={hint} onInput={e => setFilter({ ...filter, [name]: e.currentTarget.value })} /></label>;
  return (
    <section class="panel" aria-label="Games">
      <button class="btn s" onClick={openFile}>Open…</button>
      {c && <>
        <div class="filters">{field("player", "a name")}{field("event", "event or year")}{field("opening", "name or 11-15 23-19")}
          <label>result <select value={filter.result} onChange={e => setFilter({ ...filter, result: e.currentTarget.value })}><option value="">any</option><option value="1-0">Black won</option><option value="0-1">White won</option><option value="1/2-1/2">drawn</option></select></label>
          <label class="check"><input type="checkbox" checked={here} onChange={e => setHere(e.currentTarget.checked)} /> with this position</label></div>
        <p class="quiet">{c.name}: {page?.found ?? "…"} of {c.games} games</p>
        <div class="scroll" tabIndex={0} role="region" aria-label="List of games"><table class="rows games"><thead><tr><th scope="col">no.</th><th scope="col">Black</th><th scope="col">White</th><th scope="col">result</th><th scope="col">event</th><th scope="col">moves</th></tr></thead>
          <tbody>{page?.games.map(g => <tr key={g.number} onClick={() => open(g.number)}>
            <td><button class="move" aria-label={`game ${g.number}`}>{g.number}</button></td><td>{g.black}</td><td>{g.white}</td><td>{g.result}</td><td>{g.event} {g.date}</td><td class="first">{g.problem && <b class="warning" title={g.problem}>error </b>}{g.opening} {g.moves}</td></tr>)}</tbody></table></div>
        {page && page.found > rows && <div class="row"><button disabled={from === 0} onClick={() => setFrom(from - rows)}>Before</button>
          <span>{from + 1} to {Math.min(from + rows, page.found)}</span><button disabled={from + rows >= page.found} onClick={() => setFrom(from + rows)}>Next</button></div>}
      </>}
      {canDelete() && <button id="delete-game" class="btn s" onClick={deleteGame}>Delete this game</button>}<UndoChange file={c} />
      {!c && <p class="quiet">Open a PDN file. Its games are listed here, and you can search them.</p>}
    </section>);
}
