import { useRef } from "preact/hooks";
import type { Line, Lines } from "./messages";
import { addLine, again, attempt, current, engineOn, go, greeting, lines, position, preferences, prefer } from "./state";
import { ask } from "./server";

// compact writes a large number: 1.2 M.
function compact(n: number): string {
  if (n >= 1e9) return `${(n / 1e9).toFixed(2)} G`;
  if (n >= 1e6) return `${(n / 1e6).toFixed(1)} M`;
  if (n >= 1e3) return `${(n / 1e3).toFixed(0)} k`;
  return String(n);
}

// Bar shows the points that Black can expect, Black's share at Black's side of the board.
export function Bar({ flipped }: { flipped: boolean }) {
  const best = lines.value?.lines[0];
  const chance = best ? best.score.chance : 0.5;
  return (
    <div class={`bar ${flipped ? "flipped" : ""}`} role="img" aria-label={`Evaluation: ${best ? best.score.text : "none"}`} title={best?.score.text ?? "The engine is off"}>
      <div class="bar-black" style={{ height: `${100 * chance}%` }} />
    </div>);
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
        <span class="facts">{news && news.lines.length > 0 && `depth ${news.depth}/${news.selDepth} · ${compact(news.nodes)} nodes · ${compact(news.nps)}/s`}</span>
        <label class="small">lines <select id="multipv" value={preferences.value.multiPV} onChange={e => prefer({ multiPV: Number(e.currentTarget.value) })}>
          {[1, 2, 3, 4, 5].map(n => <option key={n} value={n}>{n}</option>)}
        </select></label>
        {threads && threads.max > 1 && <label class="small">threads <select value={threads.value} onChange={e => setOption("Threads", e.currentTarget.value)}>
          {Array.from({ length: threads.max }, (_, i) => <option key={i} value={i + 1}>{i + 1}</option>)}
        </select></label>}
      </header>
      {engineOn.value && <ol class={`lines ${lines.value ? "" : "stale"}`}>
        {news?.lines.map(line => <LineRow key={line.rank} line={line} />)}
        {news?.lines.length === 0 && <li class="quiet">{position.value?.over || "no move"}</li>}
        {!news && <li class="quiet">…</li>}
      </ol>}
    </section>);
}

// LineRow shows a line; a click on a move plays the line up to it.
function LineRow({ line }: { line: Line }) {
  const follow = (n: number) => {
    const places = addLine(current.value, line.moves.slice(0, n));
    go(places[places.length - 1]);
  };
  return (
    <li class="line">
      <button class="plus" title="Put the line into the game" aria-label={`Put line ${line.rank} into the game`} onClick={() => addLine(current.value, line.moves)}>+</button>
      <b class="score">{line.score.text}</b>
      <span class="pv">{line.moves.map((move, i) => <button key={i} class="move" onClick={() => follow(i + 1)}>{move}</button>)}</span>
    </li>);
}
