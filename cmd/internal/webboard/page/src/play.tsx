import { effect, signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { setOption } from "./engine";
import { attempt, changed, current, flipped, greeting, history, hint, play, position, say, show, tree, view } from "./state";
import { ask, connection } from "./server";
import { add, newTree, setTag, type Place } from "./tree";

type Side = "Black" | "White";
interface Match { human: Side; base: number; increment: number; moveTime: number; over: string }

// The game against the engine; clocks are milliseconds left.
const match = signal<Match | null>(null);
const clocks = signal<Record<Side, number>>({ Black: 0, White: 0 });
const thinking = signal(false);
let asked: Place | null = null, ticked = 0;

const other = (side: Side): Side => side === "Black" ? "White" : "Black";
export const mayMove = () => !!match.value && !match.value.over && position.value?.turn === match.value.human && !position.value.over;

function finish(text: string, result: string) {
  if (!match.value || match.value.over) return;
  match.value = { ...match.value, over: text };
  tree.value.result = result;
  thinking.value = false;
  changed();
  say(text);
  void ask("stop", {}).catch(() => {});
}

const won = (side: Side) => side === "Black" ? "1-0" : "0-1";

// The engine moves when it is its turn.
effect(() => {
  const m = match.value, p = position.value, at = current.value;
  if (!m || m.over || view.value !== "play" || connection.value !== "open" || !p || at.position !== p) return;
  if (p.over) return finish(p.over[0].toUpperCase() + p.over.slice(1) + ".", p.result);
  if (at.children.length || p.turn === m.human || asked === at) return;
  asked = at;
  thinking.value = true;
  const own = clocks.peek()[other(m.human)];
  attempt(() => ask("think", { ...history(at), moveTime: m.moveTime, remaining: m.moveTime ? 0 : Math.max(1, Math.round(own)), increment: m.increment }))
    .then(thought => {
      if (asked === at) asked = null;
      thinking.value = false;
      if (!thought || current.value !== at || match.value?.over) return;
      moved(other(m.human));
      play(thought.move);
    });
});

function moved(side: Side) {
  const m = match.value;
  if (m && !m.moveTime) clocks.value = { ...clocks.value, [side]: clocks.value[side] + m.increment };
}

const beat = 100;
setInterval(() => {
  const m = match.value, turn = position.value?.turn as Side | undefined, now = performance.now();
  const passed = now - ticked;
  ticked = now;
  if (!m || m.over || m.moveTime || !turn || position.value?.over) return;
  const left = clocks.value[turn] - passed;
  clocks.value = { ...clocks.value, [turn]: Math.max(0, left) };
  if (left <= 0) finish(`${other(turn)} wins: ${turn} has no time left.`, won(other(turn)));
}, beat);

function clockText(ms: number): string {
  const s = Math.ceil(ms / 1000);
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

// Clocks shows a side's name and clock, at its end of the board.
export function Clocks({ top }: { top?: boolean }) {
  const m = match.value;
  if (!m) return null;
  const side: Side = (top ? !flipped.value : flipped.value) ? "Black" : "White";
  const running = position.value?.turn === side && !m.over;
  return <p class={`clock ${running ? "running" : ""}`}><span>{side}: {side === m.human ? "you" : `Zonda${thinking.value ? " is thinking…" : ""}`}</span>{!m.moveTime && <b>{clockText(clocks.value[side])}</b>}</p>;
}

const times: [string, number, number, number][] = [["0.1 s a move", 100, 0, 0], ["1 s a move", 1000, 0, 0], ["5 s a move", 5000, 0, 0], ["1 minute + 1 s", 0, 60e3, 1e3], ["5 minutes + 3 s", 0, 300e3, 3e3], ["15 minutes + 10 s", 0, 900e3, 10e3]];
const openings: [string, string][] = [["start", "the usual start"], ["here", "the position on the board"], ["3move", "a three-move ballot"], ["2move", "a two-move ballot"], ["11man", "an eleven-man ballot"]];

// deal begins a game with an opening of a deck.
export async function deal(deck: string) {
  const dealt = await ask("deal", { deck, id: "" }), next = newTree(dealt.start);
  let at = next.root;
  for (const move of dealt.moves) at = add(at, move);
  setTag(next, "Opening", `${dealt.id} ${dealt.name}`.trim());
  show(next, dealt.moves.map(() => 0));
  say(`Opening ${dealt.id}: ${dealt.name || dealt.moves.join(" ")}`);
}

// GamePanel starts and steers a game against the engine.
export function GamePanel() {
  const [side, setSide] = useState("Black"), [time, setTime] = useState(1), [opening, setOpening] = useState("start");
  const m = match.value, level = greeting.value?.options.find(o => o.name === "Level");
  const start = () => attempt(async () => {
    const [, moveTime, base, increment] = times[time];
    const human: Side = side === "Random" ? (Math.random() < 0.5 ? "Black" : "White") : side as Side;
    match.value = null;
    asked = null;
    if (opening === "start") show(newTree());
    else if (opening !== "here") await deal(opening);
    else if (position.value) show(newTree(position.value.fen));
    setTag(tree.value, human, "You");
    setTag(tree.value, other(human), "Zonda");
    flipped.value = human === "Black";
    clocks.value = { Black: base, White: base };
    match.value = { human, base, increment, moveTime, over: "" };
    changed();
  });
  const takeBack = () => {
    asked = null;
    void ask("stop", {});
    let at = current.value;
    const mine = () => at.position?.turn === m!.human;
    do { if (!at.parent) break; at = at.parent; } while (!mine());
    at.children = [];
    thinking.value = false;
    changed();
    current.value = at;
  };
  const offer = () => attempt(async () => {
    const answer = await ask("offer", { ...history(), engine: other(m!.human) });
    if (answer.accepted) finish("Draw agreed.", "1/2-1/2");
    else say(answer.text);
  });
  return (
    <section class="panel" aria-label="Play against Zonda">
      {m && !m.over ? <div class="row">
        <button onClick={takeBack}>Take back</button><button disabled={!mayMove()} onClick={offer}>Offer a draw</button>
        <button onClick={() => finish(`You resign: ${other(m.human)} wins.`, won(other(m.human)))}>Resign</button></div> : <>
        <h2>{m ? m.over : "Play against Zonda"}</h2>
        <div class="tags">
          <label>you play <select id="side" value={side} onChange={e => setSide(e.currentTarget.value)}>{["Black", "White", "Random"].map(s => <option key={s}>{s}</option>)}</select></label>
          <label>time <select id="time" value={time} onChange={e => setTime(Number(e.currentTarget.value))}>{times.map(([name], i) => <option key={i} value={i}>{name}</option>)}</select></label>
          <label>opening <select id="opening" value={opening} onChange={e => setOpening(e.currentTarget.value)}>{openings.map(([k, name]) => <option key={k} value={k}>{name}</option>)}</select></label>
          {level && <label>level <select id="level" value={level.value} onChange={e => setOption("Level", e.currentTarget.value)}>{(level.kind === "spin" ? Array.from({ length: level.max - level.min + 1 }, (_, i) => String(level.min + i)) : level.values).map(v => <option key={v}>{v}</option>)}</select></label>}
        </div>
        <div class="row"><button class="main" id="start-game" onClick={start}>Start</button>
          {m && <button onClick={() => { view.value = "analyse"; hint.value = []; }}>Analyse the game</button>}</div></>}
    </section>);
}
