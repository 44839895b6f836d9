import type { ComponentChildren } from "preact";
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import type { Match, MatchGame, MatchName } from "./messages";
import { Menu, Segmented, Switch } from "./controls";
import { factOf } from "./fact";
import { dated, short } from "./gamerow";
import { Icon } from "./icon";
import { Moves } from "./moves";
import { Proofs } from "./proofs";
import { choose } from "./question";
import { shown as moveShown } from "./score";
import { CrossTable, Standings } from "./standings";
import { attempt, current, show, tree, version, visit } from "./state";
import { ask } from "./server";
import { numberOf } from "./sheet";
import { fromGame, pathOf, plyOf, toGame } from "./tree";
import { chosen, useTick, watch, watched, watchedGame } from "./watch";
import { named, words } from "./words";

// What the view shows: its tab, the names of all matches, and the match that is chosen.
const tab = signal<"matches" | "proofs">("matches");
const names = signal<MatchName[] | null>(null), match = signal<Match | null>(null);
const ownName = () => names.value?.find(n => n.name === chosen.value);
const shownMatch = () => match.value?.name === chosen.value ? match.value : null;

// Lab is matches of engines, and proofs.
export function Lab() {
  const tabs = <Segmented label={words.views.lab} choices={[["matches", words.lab.matches], ["proofs", words.lab.proofs]]} value={tab.value}
    onChange={t => { tab.value = t; }} />;
  return <div class="side-in">{tab.value === "matches" ? <Matches tabs={tabs} /> : <Proofs tabs={tabs} />}</div>;
}

// titleOf returns what a phone's title says: the match, and how far it is.
export function titleOf(): [title: string, second: string] {
  const own = ownName(), m = shownMatch(), w = words.lab;
  if (tab.value === "proofs" || !own || !m) return [words.views.lab, tab.value === "proofs" ? w.proofs : ""];
  return [nameOf(own), `${w.played(m.played, m.planned)} · ${stateOf(m)}`];
}

const stateOf = (m: Match) => m.running ? words.lab.running : m.played >= m.planned ? words.lab.over : words.lab.stopped;

// nameOf calls a match by its engines.
function nameOf({ name, engines }: MatchName): string {
  if (engines.length < 2) return name;
  return engines.length === 2 ? words.lab.pair(engines[0], engines[1]) : engines.join(", ");
}

// Matches watches the journals of matches, and the games in play.
function Matches({ tabs }: { tabs: ComponentChildren }) {
  const [follow, setFollow] = useState(true), w = words.lab;
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
  const own = ownName(), shown = shownMatch(), all = names.value;
  return (
    <>
      <section class="list a" aria-label={w.matches}>
        <div class="list-head">{tabs}
          {all && !all.length && <div class="empty"><Icon name="lab" size="l" /><p>{w.none}</p><code>{w.command}</code></div>}
          {own && shown && <Head m={shown} own={own} all={all!} choose={other} />}
          {shown && <><Standings m={shown} />{shown.engines.length > 2 && <CrossTable m={shown} />}</>}
        </div>
        {shown && <div class="glist" role="group" aria-label={w.games}>
          {shown.playing.map(g => <Row key={g.number} g={g} live open={open} />)}
          {shown.games.map(g => <Row key={g.number} g={g} open={open} />)}</div>}
        {own && <div class="pager"><Switch id="follow" label={w.follow} checked={follow} onChange={setFollow} /></div>}
      </section>
      {shown && watched.value && <Moves foot={<Foot m={shown} />} />}
    </>);
}

// Head says which match it is and how far it is, and stops it or makes it go on.
function Head({ m, own, all, choose: other }: { m: Match; own: MatchName; all: MatchName[]; choose: (name: string) => void }) {
  const w = words.lab, whole = m.played >= m.planned, state = stateOf(m);
  const order = (kind: "stopMatch" | "resumeMatch") => attempt(() => ask(kind, { name: m.name, game: 0 }));
  const resume = async () => {
    const programs = m.engines.map(e => `${e.name}: ${e.command}`).join("\n");
    if (await choose(w.starts(programs), w.startThem)) void order("resumeMatch");
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
  const w = words.lab, here = g.number === watchedGame(), moves = w.moves(Math.ceil(g.plies / 2));
  return (
    <button class={`g ${here ? "sel" : ""}`} data-game={g.number} aria-current={here || undefined} onClick={() => open(g.number)}>
      <span class="names">{live && <i class="tag green">{w.live}</i>}<span class="disc b s" role="img" aria-label={named("Black")} />
        <span>{g.black}</span><span class="quiet">–</span>
        <span class="disc w s" role="img" aria-label={named("White")} /><span>{g.white}</span></span>
      <span class="res">{live ? w.game(g.number) : short(g.result)}</span>
      <span class="meta">{[g.opening, g.ending && `${w.endings[g.ending] ?? g.ending}, ${moves}`].filter(Boolean).join(" · ")}</span>
      <span class="len">{live ? moves : w.game(g.number)}</span>
    </button>);
}

// Foot tells of the chosen move, and takes the game to the analysis.
function Foot({ m }: { m: Match }) {
  version.value;
  const at = current.value, w = words.lab, live = m.playing.some(g => g.number === watchedGame()) && !at.children.length;
  const move = at.parent && `${numberOf(plyOf(at), true)} ${moveShown(at.move)}`;
  const analyse = () => {
    const game = fromGame(toGame(tree.value)), path = pathOf(at);
    visit("analyse");
    show(game, path);
  };
  return (
    <footer class="at"><div class="what grow"><p><b>{live ? w.liveNow : move || words.moves.root}</b></p>
      <p>{factOf(at) || "\u00a0"}</p></div>
      <button class="btn s" onClick={analyse}><Icon name="analyse" />{words.views.analyse}</button></footer>);
}
