import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { Match, MatchName, Proof } from "./messages";
import { attempt, show, showGame, toEnd, view } from "./state";
import { ask } from "./server";
import { newTree } from "./tree";

const chosen = signal(""), every = 2000, fresh = 60;

// useTick asks again and again while the view is open.
function useTick(work: () => Promise<unknown>, on: unknown) {
  useEffect(() => {
    void attempt(work);
    const timer = setInterval(() => { void work().catch(() => {}); }, every);
    return () => clearInterval(timer);
  }, [on]);
}

// Matches watches the journals of matches.
export function Matches() {
  const [names, setNames] = useState<MatchName[]>([]), [m, setMatch] = useState<Match | null>(null), [last, setLast] = useState(true);
  useTick(async () => {
    const found = (await ask("matches", {})).matches;
    setNames(found);
    if (!chosen.value && found.length) chosen.value = found[0].name;
    if (chosen.value) setMatch(await ask("match", { name: chosen.value, game: 0 }));
  }, chosen.value);
  const open = (game: number) => attempt(async () => { showGame(await ask("matchGame", { name: chosen.value, game })); toEnd(); });
  const newest = m?.games[0]?.number;
  useEffect(() => { if (last && newest) void open(newest); }, [newest, last, m?.name]);
  if (!names.length) return <section class="panel"><h2>Matches</h2><p class="quiet">No match is being played. Start one with <code>zonda match --resume my.match …</code> in this folder: it is shown here while it runs.</p></section>;
  return (
    <section class="panel" aria-label="Matches">
      <div class="row"><label>match <select value={chosen.value} onChange={e => { chosen.value = e.currentTarget.value; }}>{names.map(n => <option key={n.name} value={n.name}>{n.name}</option>)}</select></label>
        <label class="check"><input type="checkbox" checked={last} onChange={e => setLast(e.currentTarget.checked)} /> follow the last game</label></div>
      {m && <>
        <p>{m.played} of {m.planned} games, {m.deck}; {m.played >= m.planned ? "over" : m.seconds < fresh ? "running" : `nothing new for ${m.seconds} s`}{m.sprt && ` · SPRT ${m.sprt}`}</p>
        <table class="rows"><thead><tr><th scope="col">engine</th><th scope="col" class="n">+ = −</th><th scope="col" class="n">score</th><th scope="col" class="n">Elo (95 %)</th></tr></thead>
          <tbody>{m.engines.map(e => <tr key={e.name}><td>{e.name} <span class="quiet">{e.limits}</span></td><td class="n">{e.wins} {e.draws} {e.losses}</td><td class="n">{(100 * e.score).toFixed(1)} %</td><td class="n">{e.elo.toFixed(0)} ({e.eloLow.toFixed(0)} to {e.eloHigh.toFixed(0)})</td></tr>)}</tbody></table>
        {m.pairings.length > 1 && <table class="rows"><thead><tr><th scope="col">first</th><th scope="col">second</th><th scope="col" class="n">+ = −</th></tr></thead><tbody>{m.pairings.map((p, i) => <tr key={i}><td>{p.first}</td><td>{p.second}</td><td class="n">{p.wins} {p.draws} {p.losses}</td></tr>)}</tbody></table>}
        <div class="scroll" tabIndex={0} role="region" aria-label="Last games"><table class="rows games"><thead><tr><th scope="col">no.</th><th scope="col">Black</th><th scope="col">White</th><th scope="col">result</th><th scope="col">opening</th><th scope="col">ending</th></tr></thead>
          <tbody>{m.games.map(g => <tr key={g.number} onClick={() => { setLast(false); void open(g.number); }}><td><button class="move" aria-label={`game ${g.number}`}>{g.number}</button></td><td>{g.black}</td><td>{g.white}</td><td>{g.result}</td><td>{g.opening}</td><td>{g.ending}, {g.plies} plies</td></tr>)}</tbody></table></div></>}
    </section>);
}

// Proofs shows the state of long proofs.
export function Proofs() {
  const [proofs, setProofs] = useState<Proof[] | null>(null);
  useTick(async () => setProofs((await ask("proofs", {})).proofs), null);
  return (
    <section class="panel" aria-label="Proofs">
      <h2>Proofs</h2>
      {proofs?.length === 0 && <p class="quiet">No proof in this folder. <code>zonda prove serve</code> makes one: its state is shown here while it runs.</p>}
      {proofs?.map(p => <article key={p.name}><h3>{p.name} <span class={`value ${p.verdict === "proven" ? "win" : p.verdict === "disproven" ? "loss" : "draw"}`}>{p.problem ?? p.verdict}</span></h3>
        <pre tabIndex={0}>{p.lines}</pre>{p.fen && <button onClick={() => { show(newTree(p.fen)); view.value = "analyse"; }}>Show the position</button>}</article>)}
    </section>);
}
