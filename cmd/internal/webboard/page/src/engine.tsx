import { effect, signal } from "@preact/signals";
import { useRef, useState } from "preact/hooks";
import { EngineMenu } from "./enginemenu";
import type { Lines, Score } from "./messages";
import { Switch, IconButton } from "./controls";
import { LineRow } from "./lines";
import { Chip, named, odds, said, shown } from "./score";
import { analysing, current, engineOn, flipped, judging, lines, play, position, preferences, view } from "./state";
import type { Place } from "./tree";
import { threat } from "./threat";
import { words } from "./words";

export { setOption } from "./enginemenu";

// compact writes a large number: 1.2 M.
function compact(n: number): string {
  if (n >= 1e9) return `${(n / 1e9).toFixed(1)} G`;
  if (n >= 1e6) return `${(n / 1e6).toFixed(1)} M`;
  if (n >= 1e3) return `${(n / 1e3).toFixed(0)} k`;
  return String(n);
}

const analyses = () => view.value === "analyse" || view.value === "games" || view.value === "lab";

// certain returns the shares of a position whose result is known without a search.
function certain(): Pick<Score, "black" | "draw" | "white"> | undefined {
  const p = position.value;
  if (!p || !analyses()) return undefined;
  const moved = p.turn === "Black" ? 1 : 0,
    results: Record<string, number> = { win: moved, draw: 0.5, loss: 1 - moved, "1-0": 1, "0-1": 0, "1/2-1/2": 0.5 };
  const black = results[p.over ? p.result : p.database];
  return black === undefined ? undefined : { black: black === 1 ? 1 : 0, draw: black === 0.5 ? 1 : 0, white: black === 0 ? 1 : 0 };
}

// Shares shows the chances of both sides and of a draw, Black's share at Black's side of the board. The shares before stay until the
// engine has new ones.
export function Shares() {
  const before = useRef<Score | null>(null), w = words.engine;
  if (!analysing.value) before.current = null;
  else if (lines.value?.lines.length) before.current = lines.value.lines[0].score;
  const shares = certain() ?? before.current, { black, draw, white } = shares ?? { black: 0, draw: 1, white: 0 };
  const sides = [["black", black], ["draw", draw], ["white", white]] as const;
  const parts = sides.filter(([, share]) => share > 0).map(([name, share]) => <i key={name} class={name} style={{ flexGrow: share }} />);
  const text = shares ? named(shares as Score) : w.off;
  return <div class={`wdl ${shares ? "" : "off"}`} role="img" aria-label={text} title={text}>
    {flipped.value ? parts.reverse() : parts}</div>;
}

// Engine is what the engine thinks of the position. It has room for the lines that are still to come, so that nothing below it moves.
export function Engine() {
  const [all, setAll] = useState(false), w = words.engine, on = engineOn.value;
  // The lines of the position before stay, dimmed, until new ones come.
  const before = useRef<Lines | null>(null);
  if (!on) before.current = null;
  else if (lines.value) before.current = lines.value;
  const news = lines.value ?? before.current, best = news?.lines[0], rests = judging.value, p = position.value;
  return (
    <section class={`engine a ${on && all ? "all" : ""}`} aria-label={w.engine}>
      <header>
        <Switch id="engine-on" label={w.engine} checked={on} onChange={value => { engineOn.value = value; }} />
        <span class="facts">{on && !rests && best && (news.depth ? w.facts(news.depth, compact(news.nps)) : w.fromTables)}</span>
        {threat.value?.move && <span class="tag threat">{w.threatens(shown(threat.value.move))}</span>}
        {on && <IconButton class="phone-block" icon="down" label={w.all} pressed={all} onClick={() => setAll(!all)} />}
        <EngineMenu class={on && all ? "" : "no-phone"} />
      </header>
      {!on && <div class="off-note"><span>{p?.database && p.database !== "unknown" ? w.known : w.offNote}</span></div>}
      {on && <div class={`verdict ${best && !rests && !lines.value ? "stale" : ""}`}>
        <div><div class="say">{rests ? w.rests : best ? said(best.score) : p?.over ? w.over : w.thinking}</div>
          <div class="odds">{rests ? w.restsWhy : best ? odds(best.score) : "\u00a0"}</div></div>
        {best && !rests && <Chip score={best.score} large />}</div>}
      {on && <ol class={`lines ${lines.value ? "" : "stale"}`} style={{ "--count": String(preferences.value.multiPV) }}>
        {rests ? null : news ? news.lines.map(line => <LineRow key={line.rank} line={line} fresh={!!lines.value} />) : waiting()}
      </ol>}
    </section>);
}

// waiting returns grey bars in the room of the lines.
const waiting = () => Array.from({ length: preferences.value.multiPV }, (_, i) => <li key={i} class="wait" aria-hidden="true">
  <span class="chip" /><span class="pv" /></li>);

// The place whose best move is to be played as soon as the engine has looked at it.
const wanted = signal<{ at: Place; since: number } | null>(null);
const longEnough = 700, deepEnough = 15; // milliseconds, plies

// bestMove plays the best move that the engine knows. An engine that is off begins to search, and the move is played a moment later.
export function bestMove() {
  const p = position.value, best = lines.value?.lines[0];
  if (!p || !analyses() || p.over) return;
  if (p.moves.length === 1) return play(p.moves[0].text);
  if (best) return play(best.moves[0]);
  engineOn.value = true;
  wanted.value = { at: current.value, since: performance.now() };
}

effect(() => {
  const want = wanted.value, news = lines.value;
  if (!want) return;
  if (want.at !== current.value || !engineOn.value) wanted.value = null;
  else if (news?.lines.length && (news.depth >= deepEnough || performance.now() - want.since > longEnough)) {
    const move = news.lines[0].moves[0];
    wanted.value = null;
    queueMicrotask(() => play(move)); // not here, where each signal that it reads would count
  }
});
