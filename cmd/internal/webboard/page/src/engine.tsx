import { useEffect, useRef } from "preact/hooks";
import type { Line, Lines } from "./messages";
import { addLine, again, analysing, attempt, current, engineOn, flipped, go, greeting, history, judging, lines, position, play, preferences, prefer, preview } from "./state";
import { ask } from "./server";
import { words } from "./words";

// compact writes a large number: 1.2 M.
function compact(n: number): string {
  if (n >= 1e9) return `${(n / 1e9).toFixed(2)} G`;
  if (n >= 1e6) return `${(n / 1e6).toFixed(1)} M`;
  if (n >= 1e3) return `${(n / 1e3).toFixed(0)} k`;
  return String(n);
}

// Shares shows the chances of both sides and of a draw, Black's share at Black's side of the board.
export function Shares() {
  const best = analysing.value ? lines.value?.lines[0] : undefined, black = best?.score.chance ?? 0.5, w = words.engine;
  const parts = [<i key="b" class="black" style={{ flexGrow: black }} />, <i key="w" class="white" style={{ flexGrow: 1 - black }} />];
  const text = best ? [best.score.text, best.score.chances].filter(Boolean).join("; ") : w.off;
  return <div class={`wdl ${best ? "" : "off"}`} role="img" aria-label={w.shares(text)} title={text}>{flipped.value ? parts.reverse() : parts}</div>;
}

export async function setOption(name: string, value: string) {
  await attempt(async () => {
    await ask("set", { name, value });
    prefer({ options: { ...preferences.value.options, [name]: value } });
    greeting.value = await ask("hello", {});
    again();
  });
}

export function Engine() {
  // The lines of the position before stay, dimmed, until new ones come: nothing below them jumps.
  const before = useRef<Lines | null>(null);
  if (lines.value) before.current = lines.value;
  const news = lines.value ?? before.current, g = greeting.value;
  const threads = g?.options.find(o => o.name === "Threads");
  return (
    <section class="panel engine" aria-label="Engine">
      <header>
        <label class="switch"><input type="checkbox" id="engine-on" checked={engineOn.value} onChange={e => { engineOn.value = e.currentTarget.checked; }} /><span>Engine</span></label>
        <span class="facts">{judging.value && engineOn.value ? "rests while the game is judged, and goes on afterwards" : news && news.lines.length > 0 && `depth ${news.depth}/${news.selDepth} · ${compact(news.nodes)} nodes · ${compact(news.nps)}/s`}</span>
        <label class="small">lines <select id="multipv" value={preferences.value.multiPV} onChange={e => prefer({ multiPV: Number(e.currentTarget.value) })}>
          {[1, 2, 3, 4, 5].map(n => <option key={n} value={n}>{n}</option>)}
        </select></label>
        {threads && threads.max > 1 && <label class="small">threads <select value={threads.value} onChange={e => setOption("Threads", e.currentTarget.value)}>
          {Array.from({ length: threads.max }, (_, i) => <option key={i} value={i + 1}>{i + 1}</option>)}
        </select></label>}
      </header>
      {engineOn.value && <ol class={`lines ${lines.value ? "" : "stale"}`} style={{ "--count": String(preferences.value.multiPV) }}>
        {news?.lines.map(line => <LineRow key={line.rank} line={line} />)}
        {news?.lines.length === 0 && <li class="quiet">{position.value?.over || "no move"}</li>}
        {!news && <li class="quiet">…</li>}
      </ol>}
      {engineOn.value && <p class="chances quiet">{news?.lines[0]?.score.chances || "\u00a0"}</p>}
    </section>);
}

// LineRow shows a line; a click on a move plays the line up to it, and the board shows it while the pointer or the focus
// rests there.
function LineRow({ line }: { line: Line }) {
  const follow = (n: number) => {
    const places = addLine(current.value, line.moves.slice(0, n));
    go(places[places.length - 1]);
  };
  return (
    <li class="line">
      <button class="plus" title="Put the line into the game" aria-label={`Put line ${line.rank} into the game`} onClick={() => addLine(current.value, line.moves)}>+</button>
      <b class="score">{line.score.text}</b>
      <span class="pv">{line.moves.map((_, i) => <Step key={i} moves={line.moves.slice(0, i + 1)} onClick={() => follow(i + 1)} />)}</span>
    </li>);
}

// bestMove plays the best move that the engine knows.
export function bestMove() {
  const best = lines.value?.lines[0]?.moves[0];
  if (best) play(best);
  else engineOn.value = true;
}

let looking = 0; // counts the looks at lines, so that a late answer to an old one is dropped

// Step is a move of a line.
function Step({ moves, onClick }: { moves: string[]; onClick: () => void }) {
  const here = useRef(false);
  const look = async () => {
    here.current = true;
    const look = ++looking, at = current.value;
    const walk = await ask("walk", { ...history(at), line: moves }).catch(() => null);
    if (walk && look === looking && at === current.value) preview.value = { pieces: walk.pieces[moves.length - 1], last: walk.lasts[moves.length - 1] };
  };
  const leave = () => {
    if (!here.current) return;
    here.current = false;
    looking++;
    preview.value = null;
  };
  useEffect(() => { if (here.current) void look(); }, [moves.join()]); // the line has changed under the pointer
  useEffect(() => leave, []);
  return <button class="move" onPointerEnter={look} onPointerLeave={leave} onFocus={look} onBlur={leave} onClick={onClick}>{moves[moves.length - 1]}</button>;
}
