import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { Match, MatchGame, Proof } from "./messages";
import { addLine, attempt, current, go, show, showGame, toEnd, tree, visit } from "./state";
import { choose } from "./question";
import { Segmented } from "./controls";
import { Engine } from "./engine";
import { Moves } from "./moves";
import { ask } from "./server";
import { words } from "./words";
import { last, newTree, type Tree } from "./tree";

const chosen = signal(""), every = 1500, share = 10; // the server works for the page a tenth of the time at most

// useTick asks again and again while the view is open.
function useTick(work: () => Promise<unknown>, on: unknown) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined, open = true;
    const run = async (quietly: boolean) => {
      const began = performance.now();
      await (quietly ? work().catch(() => {}) : attempt(work));
      if (open) timer = setTimeout(() => run(true), Math.max(every, share * (performance.now() - began)));
    };
    void run(false);
    return () => { open = false; clearTimeout(timer); };
  }, [on]);
}

// watched is the game on the board.
const watched = signal<{ match: string; game: number; tree: Tree } | null>(null);

// watch shows a game. One that is on the board already grows, and the board follows if it shows the end.
async function watch(match: string, game: number) {
  const found = await ask("matchGame", { name: match, game }), before = watched.value;
  if (chosen.value !== match) return;
  if (before?.match !== match || before.game !== game || before.tree !== tree.value) {
    showGame(found);
    toEnd();
    watched.value = { match, game, tree: tree.value };
    return;
  }
  const end = last(tree.value.root), following = current.value === end;
  addLine(tree.value.root, found.moves.map(node => node.move)).forEach((place, i) => { place.comments = found.moves[i].comments; });
  tree.value.result = found.result;
  if (following) go(last(end));
}

// Lab is matches of engines, and proofs.
export function Lab() {
  const [tab, setTab] = useState<"matches" | "proofs">("matches");
  return (
    <div class="side-in">
      <Segmented label={words.views.lab} choices={[["matches", words.lab.matches], ["proofs", words.lab.proofs]]} value={tab} onChange={setTab} />
      {tab === "matches" ? <><Matches /><Engine /><Moves /></> : <Proofs />}
    </div>);
}

// Matches watches the journals of matches, and the games in play.
export function Matches() {
  const [names, setNames] = useState<string[] | null>(null), [m, setMatch] = useState<Match | null>(null), [follow, setFollow] = useState(true);
  useTick(async () => {
    const found = (await ask("matches", {})).names;
    setNames(found);
    if (!found.includes(chosen.value)) chosen.value = found[0] ?? "";
    const name = chosen.value;
    if (!name) return;
    const now = await ask("match", { name, game: 0 });
    if (chosen.value !== name) return;
    setMatch(now);
    const game = watched.value?.match === name ? watched.value.game : 0;
    if (follow) {
      const next = now.playing.find(g => g.number === game) ?? now.playing[0] ?? now.games[0];
      if (next) await watch(name, next.number);
    } else if (now.playing.some(g => g.number === game)) await watch(name, game);
  }, chosen.value + follow);
  const open = (game: number) => { setFollow(false); void attempt(() => watch(chosen.value, game)); };
  if (!names) return <section class="panel" aria-label="Matches"><h2>Matches</h2><p class="quiet">Looking for matches…</p></section>;
  if (!names.length) return <section class="panel" aria-label="Matches"><h2>Matches</h2><p class="quiet">There is no match. Start one with <code>zonda match --resume my.match …</code> in the folder of the board: it is shown here while it runs.</p></section>;
  return (
    <section class="panel" aria-label="Matches">
      <div class="row"><label>match <select id="match" value={chosen.value} onChange={e => { chosen.value = e.currentTarget.value; setMatch(null); }}>{names.map(n => <option key={n} value={n}>{n}</option>)}</select></label>
        <label class="check"><input type="checkbox" id="follow" checked={follow} onChange={e => setFollow(e.currentTarget.checked)} /> follow the play</label></div>
      {m && <State m={m} />}
      {m && <>
        <table class="rows engines"><thead><tr><th scope="col">engine</th><th scope="col" class="n">won</th><th scope="col" class="n">drawn</th><th scope="col" class="n">lost</th><th scope="col" class="n">score</th><th scope="col" class="n elo" title="with its 95 % interval">Elo</th></tr></thead>
          <tbody>{m.engines.map(e => <tr key={e.name}><td>{e.name} <span class="quiet">{e.limits}</span></td><td class="n">{e.wins}</td><td class="n">{e.draws}</td><td class="n">{e.losses}</td><td class="n">{e.games ? `${(100 * e.score).toFixed(1)} %` : "–"}</td><td class="n elo" title={`won : lost ${e.wonLost}`}>{e.games ? <>{signed(e.elo)} <span class="range">({signed(e.elo_low)} to {signed(e.elo_high)})</span></> : "–"}</td></tr>)}</tbody></table>
        {m.engines.length > 2 && <CrossTable m={m} />}
        {m.playing.length > 0 && <List name="Games in play" games={m.playing} open={open} />}
        {m.games.length > 0 && <List name="Finished games" games={m.games} open={open} />}</>}
    </section>);
}

const signed = (elo: number) => `${elo > 0 ? "+" : ""}${elo.toFixed(0)}`;

// State says how far a match is, and stops it or makes it go on.
function State({ m }: { m: Match }) {
  const whole = m.played >= m.planned;
  const order = (kind: "stopMatch" | "resumeMatch") => attempt(() => ask(kind, { name: m.name, game: 0 }));
  const resume = async () => {
    const programs = m.engines.map(e => `${e.name}: ${e.command}`).join("\n");
    if (await choose(`This starts the programs of the match:\n\n${programs}`, "Start them")) void order("resumeMatch");
  };
  return (
    <>
      <p><b>{m.played}</b> of {m.planned} games, openings {m.deck}: <b id="match-state">{m.running ? "running" : whole ? "over" : "stopped"}</b>{m.sprt && ` · SPRT ${m.sprt}`}</p>
      {m.failed && <p class="warning">The match did not go on: {m.failed}</p>}
      {m.running ? <div class="row"><button onClick={() => order("stopMatch")}>Stop the match</button><span class="quiet">The games in play are lost. The match can go on later.</span></div>
        : !whole && <div class="row"><button onClick={resume}>Go on with the match</button></div>}
    </>);
}

// CrossTable has a row and a column for each engine.
function CrossTable({ m }: { m: Match }) {
  const cell = (row: string, column: string) => {
    const p = m.pairings.find(p => p.first === row && p.second === column), q = m.pairings.find(p => p.first === column && p.second === row);
    return p ? `+${p.wins} =${p.draws} −${p.losses}` : q ? `+${q.losses} =${q.draws} −${q.wins}` : "";
  };
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Cross table"><table class="rows cross-table"><thead><tr><th scope="col">against</th>{m.engines.map(e => <th key={e.name} scope="col" class="n">{e.name}</th>)}</tr></thead>
      <tbody>{m.engines.map(row => <tr key={row.name}><th scope="row">{row.name}</th>{m.engines.map(column => <td key={column.name} class="n">{cell(row.name, column.name)}</td>)}</tr>)}</tbody></table></div>);
}

function List({ name, games, open }: { name: string; games: MatchGame[]; open: (game: number) => void }) {
  const here = watched.value?.match === chosen.value ? watched.value.game : 0;
  return (
    <>
      <h3>{name}</h3>
      <div class="scroll" tabIndex={0} role="region" aria-label={name}><table class="rows games"><thead><tr><th scope="col">no.</th><th scope="col">Black</th><th scope="col">White</th><th scope="col">result</th><th scope="col">opening</th><th scope="col">ending</th></tr></thead>
        <tbody>{games.map(g => <tr key={g.number} class={g.number === here ? "chosen" : ""} onClick={() => open(g.number)}><td><button class="move" aria-label={`game ${g.number}`}>{g.number}</button></td><td>{g.black}</td><td>{g.white}</td><td>{g.result}</td><td>{g.opening}</td><td>{g.ending && `${g.ending}, `}{g.plies} plies</td></tr>)}</tbody></table></div>
    </>);
}

// Proofs shows the state of long proofs.
export function Proofs() {
  const [proofs, setProofs] = useState<Proof[] | null>(null);
  useTick(async () => setProofs((await ask("proofs", {})).proofs), null);
  const position = (p: Proof) => { show(newTree(p.fen)); visit("analyse"); };
  return (
    <section class="panel" aria-label="Proofs">
      <h2>Proofs</h2>
      {proofs?.length === 0 && <p class="quiet">There is no proof in the folder of the board. <code>zonda prove serve --goal … --store FILE</code> makes one: its state is shown here while it runs.</p>}
      {proofs?.map(p => <article key={p.name}><h3>{p.name} <span class={`value ${p.verdict === "proven" ? "win" : p.verdict === "disproven" ? "loss" : "draw"}`}>{p.problem ?? p.verdict}</span>{p.running && <span class="quiet"> · running, {p.workers} {p.workers === 1 ? "worker" : "workers"}</span>}</h3>
        <pre tabIndex={0}>{p.lines}</pre>{p.fen && <button onClick={() => position(p)}>Show the position</button>}</article>)}
    </section>);
}
