import { effect, signal } from "@preact/signals";
import { bestMoveWanted, wantBestMove } from "./bestmove";
import { useAnswer } from "./explorer";
import { other, type Side } from "./game";
import { texts } from "./i18n";
import { Icon } from "./icon";
import type { Certified, Score } from "./messages";
import { movesOf, displayMove } from "./score";
import { ask } from "./server";
import { addLine, attempt, current, go, greeting, history, position, version, view } from "./state";
import { plyOf, type Place } from "./tree";

// Who doubts a certain win plays the loser's moves, and who doubts a certain draw tries to win. Each move is answered so that the result
// stays: by distances, by the move of a certificate, or by a search that proves it again. What was tried stays in the game, as variations.
interface Doubt { root: Place; side: Side; draw: boolean }
const doubted = signal<Doubt | null>(null);
const late = signal<Place | null>(null); // where the search has found no proof so far
const patience = 10_000; // milliseconds

const within = (at: Place, root: Place): boolean => at === root || !!at.parent && within(at.parent, root);

// defence is what the user tries, null where the board shows something else.
const defence = () => doubted.value && within(current.value, doubted.value.root) ? doubted.value : null;

// A move of the user's side is answered once. Who steps back does not go on by himself.
effect(() => {
  const d = defence(), at = current.value, p = position.value;
  if (d && p && at.position === p && view.value === "analyse" && !p.over && p.turn !== d.side && !at.children.length) void answer(at, d);
});

async function answer(at: Place, d: Doubt) {
  const move = await attempt(() => knownMove(at, d));
  if (current.value !== at || defence() !== d || at.children.length) return;
  if (move) go(addLine(at, [move])[0]);
  else {
    wantBestMove(score => keeps(score, d));
    late.value = null;
    setTimeout(() => { if (bestMoveWanted.value?.at === at) late.value = at; }, patience);
  }
}

// keeps reports whether a score is certain, and not better for the user's side than what it doubts.
const keeps = ({ result, side }: Score, d: Doubt) => result === "win" ? side !== d.side : d.draw && result === "draw";

// knownMove returns the answer that needs no search.
async function knownMove(at: Place, d: Doubt): Promise<string | undefined> {
  const { moves: [shortest] } = await ask("perfect", history(at));
  if (shortest || d.draw) return shortest;
  const proof = await certified(at);
  return proof?.winner === d.side ? undefined : proof?.move;
}

// certified returns what certificates prove of a place. A page without a server has none.
const certified = async (at: Place): Promise<Certified | null> =>
  greeting.value?.kinds.includes("certificate") ? ask("certificate", history(at)) : null;

// DefenceButton begins a defence of the position on the board, which is a draw if nobody wins it.
export function DefenceButton({ id, winner }: { id: string; winner: Side | null }) {
  if (defence()) return null;
  const text = winner ? texts.defence.begin : texts.defence.beginDraw, begin = () => {
    doubted.value = { root: current.value, side: winner ? other(winner) : position.value!.turn as Side, draw: !winner };
  };
  return <button id={id} class="btn" title={text} onClick={begin}><Icon name="flag" />{text}</button>;
}

// Defence says what certificates prove, and in a defence what to do and what was tried.
export function Defence() {
  const proof = useAnswer(() => certified(current.value)), d = defence(), w = texts.defence;
  if (!d && !proof?.file) return null;
  return (
    <section class="defence a" aria-label={d?.draw ? w.beginDraw : w.begin}>
      {proof?.file && <p class="small" id="certified">{w.certified(proof.winner, proof.file)}</p>}
      {d ? <Attempt d={d} /> : <DefenceButton id="doubt-proof" winner={proof!.winner as Side} />}
    </section>);
}

// Attempt is a defence that the user tries.
function Attempt({ d }: { d: Doubt }) {
  version.value;
  position.value; // says how a line has ended
  const w = texts.defence, at = current.value, waits = bestMoveWanted.value?.at === at;
  const first = d.root.position?.turn === d.side ? d.root : d.root.children[0]; // where the user's side begins
  return (
    <>
      <p class="small" role="status">{waits ? late.value === at ? w.open(patience / 1000) : w.looking : (d.draw ? w.helpDraw : w.help)(d.side)}</p>
      {!!first?.children.length && <>
        <p class="small sub" role="status">{w.tried(first.children.length, first.position?.moves.length ?? 0)}</p>
        {tried(first, d.root)}</>}
      <div class="row acts">
        {!!first?.children.length && at !== first && <button id="defend-again" class="btn s" onClick={() => go(first)}><Icon name="undo" />{w.another}</button>}
        <button class="btn s" onClick={() => { doubted.value = null; }}><Icon name="cross" />{w.stop}</button></div>
    </>);
}

// tried returns a tree of what was tried: a line each, up to where it branches.
function tried(from: Place, root: Place) {
  const w = texts.defence;
  return (
    <ul class="tried">{from.children.map(first => {
      const line = [first];
      while (line.at(-1)!.children.length === 1) line.push(line.at(-1)!.children[0]);
      const end = line.at(-1)!, result = end.position?.over ? end.position.result : "";
      return (
        <li key={first.move}><button class={within(current.value, first) ? "strong" : ""} onClick={() => go(end)}>{line.map(at => displayMove(at.move)).join(" ")}</button>
          {result && <> <span class="g3 nowrap">{result === "1/2-1/2" ? w.drawn : w.lost(movesOf(plyOf(end) - plyOf(root)))}</span></>}
          {end.children.length > 1 && tried(end, root)}</li>);
    })}</ul>);
}
