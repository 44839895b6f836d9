import { effect, signal } from "@preact/signals";
import { analysed, attempt, changed, clocks, current, flipped, go, greeting, history, load, match, notice, play, prefer, preferences, say, show, showGame, toEnd, tree, version, view, visit, type Conditions, type Match, type Side } from "./state";
import { choose, dismiss } from "./question";
import { ask, connection } from "./server";
import { add, last, newTree, pathOf, plyOf, setTag, tag, toGame, type Place, type Tree } from "./tree";
import { Moves } from "./moves";
import type { Position, Strength } from "./messages";

// The game against the engine rests while another view is open.
const asked = signal<Place | null>(null); // where the engine was asked for its move last

// A new game puts the one before aside, until the user has moved.
interface Aside { tree: Tree; match: Match; clocks: Record<Side, number>; flipped: boolean }
const aside = signal<Aside | null>(null);

// standing is the end of the game, whatever the board shows; null while another view is open.
const standing = signal<{ at: Place; position: Position } | null>(null);
effect(() => {
  void [version.value, tree.value];
  if (view.value !== "play" || !match.value) {
    standing.value = null;
    return;
  }
  const at = last(tree.value.root);
  if (standing.peek()?.at === at) return;
  load(at).then(found => { if (view.value === "play" && last(tree.value.root) === at) standing.value = { at, position: found }; }, () => {});
});

const other = (side: Side): Side => side === "Black" ? "White" : "Black";
const turn = () => standing.value?.position.turn as Side | undefined;
const thinking = () => !!asked.value && asked.value === standing.value?.at;
export const begun = () => !!match.value; // a game, which may be over
export const ended = () => current.value === standing.value?.at && match.value?.over; // how the game on the board ended
export const mayMove = () => !!match.value && !match.value.over && current.value === standing.value?.at && turn() === match.value.human && !standing.value.position.over;

// waits says why the user may not move, "" if the user may.
export function waits(): string {
  if (!match.value) return "Press Start: the game has not begun.";
  if (match.value.over) return `The game is over. ${match.value.over}`;
  if (mayMove()) return "";
  return current.value === standing.value?.at ? "It is not your turn: Zonda is thinking." : "The board shows an earlier position. Go to the end of the game (▶|) to move.";
}

function finish(text: string, result: string) {
  if (!match.value || match.value.over) return;
  match.value = { ...match.value, over: text };
  tree.value.result = result;
  changed();
  dismiss();
  say(text);
  if (thinking()) void ask("stop", {}).catch(() => {});
}

const won = (side: Side) => side === "Black" ? "1-0" : "0-1";

// The engine moves when it is its turn.
effect(() => {
  const m = match.value, s = standing.value;
  if (!m || m.over || !s || connection.value !== "open" || !greeting.value) return;
  if (s.position.over) return finish(s.position.over[0].toUpperCase() + s.position.over.slice(1) + ".", s.position.result);
  if (turn() === m.human || asked.value === s.at) return;
  const { at } = s, left = clocks.peek()[other(m.human)];
  asked.value = at;
  ask("think", { ...history(at), level: m.level, moveTime: m.moveTime, remaining: m.moveTime ? 0 : Math.max(1, Math.round(left)), increment: m.increment }).then(thought => {
    if (asked.value !== at || standing.value?.at !== at || match.value?.over) return;
    pressClock(other(m.human));
    const next = add(at, thought.move), watched = current.value === at;
    changed();
    if (watched) go(next);
  }, (error: Error) => {
    // Another search has stopped this one, because the user looked at another view: the engine is asked again.
    if (error.message !== "stopped") say(error.message, true);
    else if (asked.value === at) asked.value = null;
  });
});

// ticking says whether the clocks run: from the user's first move on.
function ticking(): boolean {
  const m = match.value, s = standing.value;
  if (!m || !s || m.moveTime || m.over) return false;
  const plies = plyOf(s.at) - m.opening, side = s.position.turn as Side, first = plies % 2 ? other(side) : side;
  return plies > (first === m.human ? 0 : 1);
}

// pressClock adds what a move adds to a side's clock, and keeps what the clocks show then.
function pressClock(side: Side) {
  const m = match.value, s = standing.value;
  if (!m || !s) return;
  if (ticking()) clocks.value = { ...clocks.value, [side]: clocks.value[side] + m.increment };
  match.value = { ...m, left: [...m.left.slice(0, plyOf(s.at) - m.opening + 1), clocks.value] };
}

// humanMoves plays a move of the user.
export function humanMoves(move: string) {
  if (!mayMove()) return;
  aside.value = null;
  pressClock(match.value!.human);
  play(move);
}

const beat = 100;
let ticked = 0;
setInterval(() => {
  const m = match.value, side = turn(), now = performance.now(), passed = now - ticked;
  ticked = now;
  if (!m || !side || !ticking() || connection.value !== "open" || standing.value?.position.over) return;
  const left = clocks.value[side] - passed;
  clocks.value = { ...clocks.value, [side]: Math.max(0, left) };
  if (left <= 0) finish(`${other(side)} wins: ${side} has no time left.`, won(other(side)));
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
  const running = turn() === side && !m.over && (m.moveTime > 0 || ticking());
  return <p class={`clock ${running ? "running" : ""}`}><span>{side}: {side === m.human ? "you" : `${tag(tree.value, side) || "Zonda"}${turn() === side && !m.over && thinking() ? " is thinking…" : ""}`}</span>{!m.moveTime && <b>{clockText(clocks.value[side])}</b>}</p>;
}

const times: [string, number, number, number][] = [["0.1 s a move", 100, 0, 0], ["1 s a move", 1000, 0, 0], ["5 s a move", 5000, 0, 0], ["1 minute + 1 s", 0, 60e3, 1e3], ["5 minutes + 3 s", 0, 300e3, 3e3], ["15 minutes + 10 s", 0, 900e3, 10e3]];
const openings: [string, string][] = [["start", "the usual start"], ["here", "the analysed position"], ["3move", "a three-move ballot"], ["2move", "a two-move ballot"], ["11man", "an eleven-man ballot"]];
const same: [string, string] = ["same", "the same position"]; // where the analysed position has been played

// wanted are the conditions of the next game: those of the game before, or else those that were chosen last.
const wanted = () => match.value?.next ?? preferences.value.game;

function wish(change: Partial<Conditions>) {
  const next = { ...wanted(), ...change };
  if (match.value) match.value = { ...match.value, next };
  prefer({ game: { ...next, opening: next.opening === same[0] ? "here" : next.opening } });
}

// deal begins a game with an opening of a deck.
async function deal(deck: string) {
  const dealt = await ask("deal", { deck, id: "" }), next = newTree(dealt.start);
  let at = next.root;
  for (const move of dealt.moves) at = add(at, move);
  setTag(next, "Opening", `${dealt.id} ${dealt.name}`.trim());
  show(next, dealt.moves.map(() => 0));
  say(`Opening ${dealt.id}: ${dealt.name || dealt.moves.join(" ")}`);
}

// beginAnalysed begins a game with the position of the analysis.
async function beginAnalysed() {
  const lying = analysed();
  show(newTree(lying ? (await ask("position", { ...history(lying.current), start: lying.tree.start })).fen : ""));
}

const strengthName = ({ level, name, elo }: Strength) => `${name}, ${elo === 0 ? "the weakest" : level ? `+${elo}` : `more than +${elo}`}`;

// engineName is the name of the engine in a game, with its strength.
function engineName(level: number): string {
  const name = greeting.value!.strengths.find(s => s.level === level)?.name ?? "";
  return `Zonda (${name}${level ? `, level ${level}` : ""})`;
}

// today writes the date as PDN does.
function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(n => String(n).padStart(2, "0")).join(".");
}

// PlayView is the game against the engine with both clocks.
export const PlayView = () => <div class="side-in"><Clocks top /><GamePanel />{begun() && <Moves />}<Clocks /></div>;

// GamePanel starts and steers a game against the engine.
export function GamePanel() {
  const m = match.value, next = wanted();
  const start = () => attempt(async () => {
    const { side, time, opening, level } = next, [, moveTime, base, increment] = times[time];
    const human: Side = side === "Random" ? (Math.random() < 0.5 ? "Black" : "White") : side as Side;
    notice.value = null; // of the game before
    wish({}); // what another page has chosen meanwhile gives way
    aside.value = m && { tree: tree.value, match: m, clocks: clocks.value, flipped: flipped.value };
    match.value = null;
    asked.value = null;
    if (opening === "start") show(newTree());
    else if (opening === "same") show(newTree(tree.value.start));
    else if (opening === "here") await beginAnalysed();
    else await deal(opening);
    setTag(tree.value, human, "You");
    setTag(tree.value, other(human), engineName(level));
    setTag(tree.value, "Date", today());
    flipped.value = human === "Black";
    clocks.value = { Black: base, White: base };
    match.value = { human, increment, moveTime, level, opening: plyOf(current.value), left: [clocks.value], over: "", next: opening === "here" ? { ...next, opening: same[0] } : next };
    changed();
  });
  const takeBack = () => {
    let at = standing.value?.at, side = turn();
    if (!at || !side) return;
    do {
      if (!at.parent || plyOf(at) <= m!.opening) return say("There is no move of yours to take back.", true);
      at = at.parent;
      side = other(side);
    } while (side !== m!.human);
    if (thinking()) void ask("stop", {}).catch(() => {});
    asked.value = null;
    at.children = [];
    clocks.value = m!.left[plyOf(at) - m!.opening] ?? clocks.value;
    go(at);
    changed();
  };
  const back = () => {
    const before = aside.value!;
    notice.value = null;
    if (thinking()) void ask("stop", {}).catch(() => {});
    match.value = null;
    aside.value = asked.value = null;
    show(before.tree);
    toEnd();
    match.value = before.match;
    clocks.value = before.clocks;
    flipped.value = before.flipped;
  };
  const offer = () => attempt(async () => {
    const answer = await ask("offer", { ...history(), engine: other(m!.human) });
    if (answer.accepted) finish("Draw agreed.", "1/2-1/2");
    else say(answer.text);
  });
  const resign = async () => {
    const winner = other(m!.human), game = tree.value;
    if (!await choose(`Resign? The game ends, and ${winner} wins.`, "Resign") || tree.value !== game) return;
    finish(`You resign: ${winner} wins.`, won(winner));
  };
  const analyse = () => {
    const game = toGame(tree.value), path = pathOf(current.value), turned = flipped.value;
    visit("analyse");
    showGame(game, path);
    flipped.value = turned;
  };
  return (
    <section class="panel" aria-label="Play against Zonda">
      {m && !m.over ? <div class="row">
        <button onClick={takeBack}>Take back</button><button disabled={!mayMove()} onClick={offer}>Offer a draw</button>
        <button onClick={resign}>Resign</button>
        {aside.value && <button onClick={back}>Back to the game before</button>}
        {!m.moveTime && !ticking() && <span class="quiet">The clocks start with your first move.</span>}</div> : <>
        <h2>{m ? m.over : "Play against Zonda"}</h2>
        <div class="tags">
          <label>you play <select id="side" value={next.side} onChange={e => wish({ side: e.currentTarget.value as Conditions["side"] })}>{["Black", "White", "Random"].map(s => <option key={s}>{s}</option>)}</select></label>
          <label>time <select id="time" value={next.time} onChange={e => wish({ time: Number(e.currentTarget.value) })}>{times.map(([name], i) => <option key={i} value={i}>{name}</option>)}</select></label>
          <label>opening <select id="opening" value={next.opening} onChange={e => wish({ opening: e.currentTarget.value })}>{[...next.opening === same[0] ? [same] : [], ...openings].map(([k, name]) => <option key={k} value={k}>{name}</option>)}</select></label>
          <label class="wide" title="Each strength was measured in matches against the next one.">strength, in Elo above the weakest <select id="level" value={next.level} onChange={e => wish({ level: Number(e.currentTarget.value) })}>
            {greeting.value?.strengths.map(s => <option key={s.level} value={s.level}>{strengthName(s)}</option>)}</select></label>
        </div>
        <div class="row"><button class="main" id="start-game" disabled={!greeting.value} onClick={start}>{m ? "Play again" : "Start"}</button>
          {m && <button onClick={analyse}>Analyse the game</button>}</div></>}
    </section>);
}
