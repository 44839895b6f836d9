import { effect, signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { analysing, databases, engineOn, judging, lines, restartAnalysis } from "./analysis";
import { analyses } from "./bestmove";
import { IconButton, Menu, Segmented, Stepper, Switch } from "./controls";
import { DefenceButton } from "./defence";
import type { Side } from "./game";
import { decimal, texts } from "./i18n";
import type { Line, Lines, Score, Threat } from "./messages";
import { prefer, preferences } from "./preferences";
import { Chip, chancesText, oddsText, scoreText, displayMove } from "./score";
import { listedEngines, loadEngines, secondEngine, secondLines } from "./second";
import { ask } from "./server";
import { numberOf } from "./sheet";
import { addLine, attempt, current, flipped, go, greeting, history, position, preview, serves, view } from "./state";
import { connection } from "./transport";
import { plyOf } from "./tree";

// compact writes a large number: 1.2 M.
function compact(n: number): string {
  if (n >= 1e9) return `${decimal((n / 1e9).toFixed(1))} G`;
  if (n >= 1e6) return `${decimal((n / 1e6).toFixed(1))} M`;
  if (n >= 1e3) return `${(n / 1e3).toFixed(0)} k`;
  return texts.grouped(n);
}

// certainChances returns the chances in a position whose result is known without a search.
function certainChances(): Pick<Score, "black" | "draw" | "white"> | undefined {
  const p = position.value;
  if (!p || !analyses()) return undefined;
  const moved = p.turn === "Black" ? 1 : 0,
    results: Record<string, number> = { win: moved, draw: 0.5, loss: 1 - moved, "1-0": 1, "0-1": 0, "1/2-1/2": 0.5 };
  const black = results[p.over ? p.result : p.database];
  return black === undefined ? undefined : { black: black === 1 ? 1 : 0, draw: black === 0.5 ? 1 : 0, white: black === 0 ? 1 : 0 };
}

// Chances is the bar beside the board: the chances of both sides and of a draw, Black's at Black's side of the board. Those before stay
// until the engine has new ones.
export function Chances() {
  const before = useRef<Score | null>(null), w = texts.engine;
  if (!analysing.value) before.current = null;
  else if (lines.value?.lines.length) before.current = lines.value.lines[0].score;
  const shares = certainChances() ?? before.current, { black, draw, white } = shares ?? { black: 0, draw: 1, white: 0 };
  const sides = [["black", black], ["draw", draw], ["white", white]] as const;
  const parts = sides.filter(([, share]) => share > 0).map(([name, share]) => <i key={name} class={name} style={{ flexGrow: share }} />);
  const text = shares ? chancesText(shares as Score) : w.off;
  return <div class={`wdl ${shares ? "" : "off"}`} role="img" aria-label={text} title={text}>
    {flipped.value ? parts.reverse() : parts}</div>;
}

// Engine is what the engine thinks of the position. It has room for the lines that are still to come, so that nothing below it moves.
export function Engine() {
  const [all, setAll] = useState(false), w = texts.engine, on = engineOn.value;
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
        {threat.value?.move && <span class="tag threat">{w.threatens(displayMove(threat.value.move))}</span>}
        {on && <IconButton class="compact" icon="down" label={w.all} pressed={all} onClick={() => setAll(!all)} />}
        <EngineMenu class={on && all ? "" : "no-compact"} />
      </header>
      {!on && <div class="off-note"><span>{p?.over ? w.over : p?.database && p.database !== "unknown" ? w.known : w.offNote}</span></div>}
      {on && <div class={`verdict ${rests || p?.over ? "idle" : best && !lines.value ? "stale" : ""}`}>
        <div><div class="say">{rests ? w.rests : best ? scoreText(best.score) : p?.over ? w.over : w.thinking}</div>
          <div class="odds">{rests ? w.restsWhy : best ? oddsText(best.score) : "\u00a0"}</div></div>
        {lines.value && best?.score.result === "win" && !p?.over && <DefenceButton id="doubt" winner={best.score.side as Side} />}
        {best && !rests && <Chip score={best.score} large />}</div>}
      {on && <ol class={`lines ${lines.value ? "" : "stale"}`} style={{ "--count": String(preferences.value.multiPV) }}>
        {rests ? null : news ? news.lines.map(line => <LineRow key={line.rank} line={line} fresh={!!lines.value} />) : waiting()}
      </ol>}
      {on && secondEngine.value && <Second />}
    </section>);
}

// Second is what the second engine thinks of the position.
function Second() {
  const found = secondLines.value, line = found?.lines[0], w = texts.engine;
  return (
    <div class="second" role="group" aria-label={w.second}>
      <div class="row small sub"><span class="grow">{secondEngine.value}</span>
        <span>{found ? found.depth > 0 && w.facts(found.depth, compact(found.nps)) : w.thinking}</span></div>
      <ol class="lines" style={{ "--count": "1" }}>{line && <LineRow line={line} fresh />}</ol>
    </div>);
}

// SecondChoice is the choice of the second engine, where the user has a list of engines.
function SecondChoice() {
  const w = texts.engine, list = listedEngines.value;
  useEffect(() => { void attempt(loadEngines); }, []);
  if (!list?.listed.length) return null;
  return (
    <label class="mi"><span class="grow">{w.second}</span><select id="second" class="field" value={secondEngine.value}
      onChange={e => { secondEngine.value = e.currentTarget.value; }}>
      <option value="">{w.noSecond}</option>{list.listed.map(name => <option key={name} value={name}>{name}</option>)}</select></label>);
}

// waiting returns grey bars in the room of the lines.
const waiting = () => Array.from({ length: preferences.value.multiPV }, (_, i) => <li key={i} class="wait" aria-hidden="true">
  <span class="chip" /><span class="pv" /></li>);

const reached = 6; // moves of a folded line that the Tab key reaches

// LineRow shows a line; a click on a move plays the line up to it, and the board shows it while the pointer or the focus
// rests there. A line of the position before cannot be pressed.
function LineRow({ line, fresh }: { line: Line; fresh: boolean }) {
  const [open, setOpen] = useState(false), w = texts.engine, ply = plyOf(current.value);
  const follow = (n: number) => {
    const places = addLine(current.value, line.moves.slice(0, n));
    go(places[places.length - 1]);
  };
  return (
    <li class={`line ${open ? "open" : ""}`} inert={!fresh}>
      {line.unscored ? <span class="chip score">–</span> : <Chip score={line.score} />}
      <span class="pv" onScroll={e => { if (!open) e.currentTarget.scrollLeft = 0; }}>
        {line.moves.map((_, i) => <Step key={i} moves={line.moves.slice(0, i + 1)} number={numberOf(ply + i + 1, i === 0)}
          far={!open && i >= reached} onClick={() => follow(i + 1)} />)}
        {open && <button class="add" onClick={() => addLine(current.value, line.moves)}>{w.add}</button>}
      </span>
      <IconButton small icon="down" label={w.whole} pressed={open} onClick={() => setOpen(!open)} />
    </li>);
}

let previews = 0; // counts the looks at lines, so that a late answer to an old one is dropped

interface StepProps { moves: string[]; number: string; far: boolean; onClick: () => void }

// Step is a move of a line.
function Step({ moves, number, far, onClick }: StepProps) {
  const here = useRef(false);
  const look = async () => {
    here.current = true;
    const look = ++previews, at = current.value;
    const walk = await ask("walk", { ...history(at), line: moves }).catch(() => null);
    if (walk && look === previews && at === current.value) preview.value = { pieces: walk.pieces[moves.length - 1],
      last: walk.lasts[moves.length - 1] };
  };
  const leave = () => {
    if (!here.current) return;
    here.current = false;
    previews++;
    preview.value = null;
  };
  useEffect(() => { if (here.current) void look(); }, [moves.join()]); // the line has changed under the pointer
  useEffect(() => leave, []);
  return (
    <>{number && <s>{number}</s>}
      <button class={moves.length === 1 ? "move first" : "move"} tabIndex={far ? -1 : 0} onPointerEnter={look} onPointerLeave={leave}
        onFocus={look} onBlur={leave}
        onClick={onClick}>{displayMove(moves[moves.length - 1])}</button></>);
}

// setOption sets an option of the engine, and starts its search anew.
export async function setOption(name: string, value: string) {
  await attempt(async () => {
    await ask("set", { name, value });
    if (name === "MoveRule") databases.value++; // a game may be drawn now, or no longer
    prefer({ options: { ...preferences.value.options, [name]: value } });
    greeting.value = await ask("hello", {});
    restartAnalysis();
  });
}

const counts = ["1", "2", "3", "4", "5"].map(n => [n, n] as const);
const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
const powers = (from: number, to: number) => range(0, 20).map(n => 2 ** n).filter(n => n >= from && n <= to); // megabytes

// EngineMenu is what the user chooses for the engine.
function EngineMenu({ class: kind }: { class?: string }) {
  const w = texts.engine, own = texts.settings, option = (name: string) => greeting.value?.options.find(o => o.name === name);
  const cores = option("Threads"), memory = option("Hash");
  return (
    <Menu id="engine-menu" class={kind} icon="settings" label={w.menu} entries={[]}>
      <div class="mi"><span class="grow">{w.lines}</span>
        <Segmented id="multipv" label={w.lines} choices={counts} value={String(preferences.value.multiPV) as "1"}
          onChange={n => prefer({ multiPV: Number(n) })} /></div>
      {cores && cores.max > 1 && <div class="mi"><span class="grow">{own.cores}</span>
        <Stepper label={own.cores} values={range(cores.min, cores.max)} value={Number(cores.value)}
          onChange={n => setOption("Threads", String(n))} /></div>}
      {memory && <div class="mi"><span class="grow">{own.memory}</span>
        <Stepper label={own.memory} values={powers(memory.min, memory.max)} value={Number(memory.value)} text={own.megabytes}
          onChange={n => setOption("Hash", String(n))} /></div>}
      {serves("second") && <SecondChoice />}
      <div class="mi"><span class="grow">{w.arrows}</span>
        <Switch hidden label={w.arrows} checked={preferences.value.arrows} onChange={arrows => prefer({ arrows })} /></div>
      <div class="mi"><span class="grow">{w.threat} <span class="key">T</span></span>
        <Switch id="threat" hidden label={w.threat} checked={threatOn.value} onChange={toggleThreat} /></div>
    </Menu>);
}

// threatOn says that the board shows what the side that is not to move would do; threat is what it would do here.
export const threatOn = signal(false);
export const threat = signal<Threat | null>(null);

export const toggleThreat = () => { threatOn.value = !threatOn.value; };

let threatRequests = 0; // so that a late answer to an old question is dropped

// The search for the threat takes the place of the search for lines for a moment, which begins anew after it.
effect(() => {
  const at = current.value, look = ++threatRequests;
  threat.value = null;
  if (!threatOn.value || connection.value !== "open" || view.value !== "analyse") return;
  void attempt(async () => {
    await null; // first the search for lines of this place begins
    return ask("threat", history(at));
  }).then(found => {
    if (look !== threatRequests || !found) return;
    threat.value = found;
    restartAnalysis();
  });
});
