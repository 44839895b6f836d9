import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Menu, Segmented, Switch } from "./controls";
import { askUser } from "./dialog";
import { dated, short } from "./gamerow";
import { TopBar } from "./frame";
import { decimal, sideName, texts } from "./i18n";
import { Icon } from "./icon";
import type { Match, MatchEngine, MatchGame, MatchName, Proof, Range } from "./messages";
import { Moves } from "./moves";
import { NewMatch } from "./newmatch";
import { engineFact, displayMove } from "./score";
import { ask } from "./server";
import { numberOf } from "./sheet";
import { addLine, attempt, current, go, serves, show, showGame, toEnd, tree, version, view } from "./state";
import { fromGame, last, newTree, pathOf, plyOf, toGame, type Tree } from "./tree";
import { analysed, visit } from "./workspaces";

// What the view shows: its tab, the names of all matches, and the match that is chosen.
const tab = signal<"matches" | "proofs">("matches");
const names = signal<MatchName[] | null>(null), match = signal<Match | null>(null);
const ownName = () => names.value?.find(n => n.name === chosen.value);
const shownMatch = () => match.value?.name === chosen.value ? match.value : null;

const chosen = signal(""); // the match, by the name of its journal
const every = 1500, share = 10; // the server works for the page a tenth of the time at most

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

const watchedGame = () => watched.value?.match === chosen.value ? watched.value.game : 0;

// watch shows a game. One that is on the board already grows, and the board follows if it shows the end.
async function watch(match: string, game: number) {
  const found = await ask("matchGame", { name: match, game }), before = watched.value;
  if (view.value !== "lab" || chosen.value !== match) return; // the board has another game
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

const program = "https://github.com/zonda-checkers/zonda";

// Lab is matches of engines, and proofs. Both are processes, which a page cannot start.
export function Lab() {
  if (!serves("matches")) return (
    <div class="side-in"><div class="empty" id="no-lab"><Icon name="lab" size="l" />
      <p>{texts.standalone.lab} <a href={program}>{program.replace("https://", "")}</a></p></div></div>);
  const tabs = <Segmented label={texts.views.lab} choices={[["matches", texts.lab.matches], ["proofs", texts.lab.proofs]]} value={tab.value}
    onChange={t => { tab.value = t; }} />;
  return <div class="side-in">{tab.value === "matches" ? <Matches tabs={tabs} /> : <Proofs tabs={tabs} />}</div>;
}

// LabTitle is the head of a narrow window: the match, and how far it is.
export function LabTitle({ help }: { help: () => void }) {
  const own = ownName(), m = shownMatch(), w = texts.lab;
  if (tab.value === "proofs" || !own || !m) return <TopBar title={texts.views.lab} second={tab.value === "proofs" ? w.proofs : ""} help={help} />;
  return <TopBar title={nameOf(own)} second={`${w.played(m.played, m.planned)} · ${stateOf(m)}`} help={help} />;
}

const stateOf = (m: Match) => m.running ? texts.lab.running : m.played >= m.planned ? texts.lab.over : texts.lab.stopped;

// nameOf calls a match by its engines.
function nameOf({ name, engines }: MatchName): string {
  if (engines.length < 2) return name;
  return engines.length === 2 ? texts.lab.pair(engines[0], engines[1]) : engines.join(", ");
}

// Matches watches the journals of matches, and the games in play.
function Matches({ tabs }: { tabs: ComponentChildren }) {
  const [follow, setFollow] = useState(true), [setsUp, setSetsUp] = useState(false), w = texts.lab;
  useTick(async () => {
    const found = (await ask("matches", {})).matches;
    names.value = found;
    if (!found.some(f => f.name === chosen.value)) chosen.value = found[0]?.name ?? "";
    const name = chosen.value;
    if (!name) return;
    const now = await ask("match", { name, game: 0 });
    if (chosen.value !== name) return;
    match.value = now;
    const game = watchedGame();
    if (follow) {
      const next = now.playing.find(g => g.number === game) ?? now.playing[0] ?? now.games[0];
      if (next) await watch(name, next.number);
    } else if (now.playing.some(g => g.number === game)) await watch(name, game);
  }, chosen.value + follow);
  const open = (game: number) => { setFollow(false); void attempt(() => watch(chosen.value, game)); };
  const other = (name: string) => { chosen.value = name; match.value = null; };
  const begin = (name: string) => {
    setSetsUp(false);
    setFollow(true);
    other(name);
  };
  const own = ownName(), shown = shownMatch(), all = names.value;
  return (
    <>
      <section class="list a" aria-label={w.matches}>
        <div class="list-head"><div class="row"><div class="grow">{tabs}</div>
          {serves("startMatch") && <button class="btn s" id="new-match" onClick={() => setSetsUp(true)}><Icon name="plus" />{w.newMatch}</button>}</div>
          {all && !all.length && <div class="empty"><Icon name="lab" size="l" /><p>{w.none}</p><HowToStart command={w.command} /></div>}
          {own && shown && <MatchHeader m={shown} own={own} all={all!} choose={other} />}
          {shown && <><Standings m={shown} />{shown.engines.length > 2 && <CrossTable m={shown} />}</>}
        </div>
        {shown && <div class="glist" role="group" aria-label={w.games}>
          {shown.playing.map(g => <Row key={g.number} g={g} live open={open} />)}
          {shown.games.map(g => <Row key={g.number} g={g} open={open} />)}</div>}
        {own && <div class="pager"><Switch id="follow" label={w.follow} checked={follow} onChange={setFollow} /></div>}
      </section>
      {shown && watched.value && <Moves foot={<MoveDetails m={shown} />} />}
      {setsUp && <NewMatch close={() => setSetsUp(false)} started={begin} />}
    </>);
}

// HowToStart says how to begin what runs without the page.
const HowToStart = ({ command }: { command: string }) => <details class="foot"><summary>{texts.lab.how}</summary>
  <p>{texts.lab.inTerminal}</p><code>{command}</code></details>;

// MatchHeader says which match it is and how far it is, and stops it or makes it go on.
function MatchHeader({ m, own, all, choose: other }: { m: Match; own: MatchName; all: MatchName[]; choose: (name: string) => void }) {
  const w = texts.lab, whole = m.played >= m.planned, state = stateOf(m);
  const order = (kind: "stopMatch" | "resumeMatch") => attempt(() => ask(kind, { name: m.name, game: 0 }));
  const resume = async () => {
    const programs = m.engines.map(e => `${e.name}: ${e.command}`).join("\n");
    if (await askUser(w.starts(programs), w.startThem)) void order("resumeMatch");
  };
  const limits = [...new Set(m.engines.map(e => e.limits))];
  return (
    <>
      <div class="row"><div class="grow">
        <div class="row"><span class="strong name">{nameOf(own)}</span>
          <span class={`tag ${m.running ? "green" : ""}`} id="match-state">{state}</span></div>
        <div class="small sub">{[w.played(m.played, m.planned), w.decks[m.deck] ?? m.deck, limits.length === 1 ? limits[0] : "",
          dated(own.began), m.sprt && `SPRT ${m.sprt}`].filter(Boolean).join(" · ")}</div></div>
        {m.running ? <button class="btn s" title={w.stopTitle} onClick={() => order("stopMatch")}><Icon name="pause" />{w.stop}</button>
          : !whole && <button class="btn s" onClick={resume}><Icon name="run" />{w.goOn}</button>}
        {all.length > 1 && <Menu id="match-menu" icon="more" label={w.others} entries={all.filter(n => n.name !== m.name).map(n =>
          ({ id: `match-${n.name}`, text: nameOf(n), key: dated(n.began), onClick: () => other(n.name) }))} />}</div>
      {m.failed && <p class="refused"><Icon name="warning" size="s" />{w.failed(m.failed)}</p>}
      <progress class="bar" max={m.planned} value={m.played} aria-label={w.played(m.played, m.planned)} />
    </>);
}

// Row is a game of the match.
function Row({ g, live, open }: { g: MatchGame; live?: boolean; open: (game: number) => void }) {
  const w = texts.lab, here = g.number === watchedGame(), moves = w.moves(Math.ceil(g.plies / 2));
  return (
    <button class={`g ${here ? "sel" : ""}`} data-game={g.number} aria-current={here || undefined} onClick={() => open(g.number)}>
      <span class="names">{live && <i class="tag green">{w.live}</i>}<span class="disc b s" role="img" aria-label={sideName("Black")} />
        <span>{g.black}</span><span class="quiet">–</span>
        <span class="disc w s" role="img" aria-label={sideName("White")} /><span>{g.white}</span></span>
      <span class="res">{live ? w.game(g.number) : short(g.result)}</span>
      <span class="meta">{[g.opening, g.ending && `${w.endings[g.ending] ?? g.ending}, ${moves}`].filter(Boolean).join(" · ")}</span>
      <span class="len">{live ? moves : w.game(g.number)}</span>
    </button>);
}

// MoveDetails tells of the chosen move, and takes the game to the analysis.
function MoveDetails({ m }: { m: Match }) {
  version.value;
  const at = current.value, w = texts.lab, live = m.playing.some(g => g.number === watchedGame()) && !at.children.length;
  const move = at.parent && `${numberOf(plyOf(at), true)} ${displayMove(at.move)}`;
  const analyse = () => {
    const game = fromGame(toGame(tree.value)), path = pathOf(at);
    visit("analyse");
    show(game, path);
  };
  return (
    <footer class="at"><div class="what grow"><p><b>{live ? w.liveNow : move || texts.moves.root}</b></p>
      <p>{engineFact(at) || "\u00a0"}</p></div>
      <button class="btn s" onClick={analyse}><Icon name="analyse" />{texts.views.analyse}</button></footer>);
}

const signed = (elo: number) => Math.round(elo) === 0 ? "0" : `${elo > 0 ? "+" : "−"}${Math.abs(elo).toFixed(0)}`;

// half is half the width of an interval, as people write it: ±161.
const half = ({ low, high }: Range) => `±${((high - low) / 2).toFixed(0)}`;

const endless = 1000; // stands for every larger ratio
const ratio = (r: number) => r >= endless ? "∞" : decimal(r.toFixed(r >= 10 ? 0 : r >= 1 ? 1 : 2));

// more tells what a tester of engines wants to know beside the score.
function more(e: MatchEngine): ComponentChildren {
  const w = texts.lab, { is, low, high } = e.wonLost;
  return <>{low === 0 && high >= endless ? w.noneDecided : w.wonLost(ratio(is), ratio(low), ratio(high))} · <span title={w.pairsTitle}>{w.pairs(e.pairs.map(texts.grouped).join("–"))}</span>
    {" "}· {w.slowest(decimal((e.slowest / 1000).toFixed(2)))}{e.faults > 0 && <> · <span class="g3">{w.faults(e.faults)}</span></>}</>;
}

// Standings are the engines with what they have won.
function Standings({ m }: { m: Match }) {
  const w = texts.lab;
  return (
    <table class="tbl engines"><thead><tr><th scope="col">{w.engine}</th><th scope="col" class="n">{w.won}</th>
      <th scope="col" class="n">{w.drawn}</th><th scope="col" class="n">{w.lost}</th><th scope="col" class="n">{w.score}</th>
      <th scope="col" class="n" title={w.eloTitle}>{w.elo}</th></tr></thead>
      {m.engines.map(e => <tbody key={e.name}>
        <tr><td class="strong" title={e.limits}>{e.name}</td><td class="n">{texts.grouped(e.wins)}</td><td class="n">{texts.grouped(e.draws)}</td>
          <td class="n">{texts.grouped(e.losses)}</td>
          <td class="n">{e.games ? `${decimal((100 * e.score).toFixed(1))} %` : "–"}</td>
          <td class="n" title={w.range(signed(e.elo.low), signed(e.elo.high))}>
            {e.games ? <>{signed(e.elo.is)} <span class="quiet small">{half(e.elo)}</span></> : "–"}</td></tr>
        {e.games > 0 && <tr class="more quiet small"><td colSpan={6}>{more(e)}</td></tr>}</tbody>)}</table>);
}

// CrossTable has a row and a column for each engine.
function CrossTable({ m }: { m: Match }) {
  const cell = (row: string, column: string) => {
    const p = m.pairings.find(p => p.first === row && p.second === column),
      q = m.pairings.find(p => p.first === column && p.second === row);
    const counts = p ? [p.wins, p.draws, p.losses] : q && [q.losses, q.draws, q.wins], [won, drawn, lost] = counts?.map(texts.grouped) ?? [];
    return counts ? `+${won} =${drawn} −${lost}` : "";
  };
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={texts.lab.crossTable}>
      <table class="tbl cross-table"><thead><tr><th scope="col">{texts.lab.against}</th>
        {m.engines.map(e => <th key={e.name} scope="col" class="n">{e.name}</th>)}</tr></thead>
        <tbody>{m.engines.map(row => <tr key={row.name}><th scope="row">{row.name}</th>
          {m.engines.map(column => <td key={column.name} class="n">{cell(row.name, column.name)}</td>)}</tr>)}</tbody></table></div>);
}

const startFEN = "B:W21-32:B1-12";
const column = 12; // where the values begin in the lines of a status

// Proofs shows the state of long proofs.
export function Proofs({ tabs }: { tabs: ComponentChildren }) {
  const [proofs, setProofs] = useState<Proof[] | null>(null), w = texts.lab;
  const fen = analysed()?.current.position?.fen ?? startFEN; // what a reader wants proven
  useTick(async () => setProofs((await ask("proofs", {})).proofs), null);
  return (
    <section class="list a proofs" aria-label={w.proofs}>
      <div class="list-head">{tabs}{proofs?.length === 0 && <div class="empty"><Icon name="lab" size="l" /><p>{w.noProof}</p>
        <details class="foot"><summary>{w.how}</summary>
          <p>{w.proveHere}</p><code>{`zonda prove "${fen}"`}</code>
          <p>{w.inTerminal}</p><code>{`zonda prove serve --goal "${fen} = draw" --store draw.tree`}</code></details></div>}</div>
      <div class="glist" tabIndex={0} role="group" aria-label={w.proofs}>{proofs?.map(p => <Facts key={p.name} proof={p} />)}</div>
    </section>);
}

// Facts are what is known of a proof: a word and its value in each line.
function Facts({ proof }: { proof: Proof }) {
  const { name, fen, verdict, running, workers, lines, problem } = proof, w = texts.lab;
  const colour = verdict === "proven" ? "green" : verdict === "disproven" ? "amber" : "";
  return (
    <article class="proof">
      <h2 class="row"><span class="strong">{name}</span><span class={`tag ${colour}`}>{problem ?? verdict}</span>
        {running && <span class="small sub">{w.workers(workers)}</span>}</h2>
      <dl>{lines.split("\n").filter(line => line.trim()).map((line, i) => <div key={i}><dt>{line.slice(0, column).trim()}</dt>
        <dd>{line.slice(column)}</dd></div>)}</dl>
      {fen && <button class="btn s" onClick={() => { visit("analyse"); show(newTree(fen)); }}><Icon name="analyse" />
        {w.showPosition}</button>}
    </article>);
}
