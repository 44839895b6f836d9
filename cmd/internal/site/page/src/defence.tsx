import { effect, signal } from "@preact/signals";
import { other, type Side } from "./game";
import { texts } from "./i18n";
import { Icon } from "./icon";
import { movesOf, displayMove } from "./score";
import { ask } from "./server";
import { addLine, attempt, current, go, history, position, say, version, view } from "./state";
import { plyOf, type Place } from "./tree";

// Who doubts a win plays the loser's moves, and each is answered by the shortest win: the databases know it. What was tried stays in the
// game, as variations.
const defended = signal<{ root: Place; loser: Side } | null>(null);

const within = (at: Place, root: Place): boolean => at === root || !!at.parent && within(at.parent, root);

// defence is what the user tries to defend, null where the board shows something else.
const defence = () => defended.value && within(current.value, defended.value.root) ? defended.value : null;

// A move of the loser is answered once. Who steps back does not go on by himself.
effect(() => {
  const d = defence(), at = current.value, p = position.value;
  if (d && p && at.position === p && view.value === "analyse" && !p.over && p.turn !== d.loser && !at.children.length) void answer(at);
});

async function answer(at: Place) {
  const line = await attempt(() => ask("perfect", history(at)));
  if (!line || current.value !== at || !defence() || at.children.length) return;
  if (line.moves.length) go(addLine(at, line.moves.slice(0, 1))[0]);
  else say(texts.endings.noDistance);
}

// DefenceButton begins a defence of the position on the board, which the side to move wins or loses.
export function DefenceButton({ turn, wins }: { turn: Side; wins: boolean }) {
  if (defence()) return null;
  const begin = () => { defended.value = { root: current.value, loser: wins ? other(turn) : turn }; };
  return <button id="defend" class="btn" onClick={begin}><Icon name="flag" />{texts.defence.begin}</button>;
}

// Defence says what to do, and what was tried.
export function Defence() {
  version.value;
  const d = defence(), w = texts.defence;
  if (!d) return null;
  const first = d.root.position?.turn === d.loser ? d.root : d.root.children[0]; // where the loser begins
  return (
    <section class="defence" aria-label={w.begin}>
      <p class="small">{w.help(d.loser)}</p>
      {!!first?.children.length && <>
        <p class="small sub" role="status">{w.tried(first.children.length, first.position?.moves.length ?? 0)}</p>
        <Tried from={first} root={d.root} /></>}
      <div class="row acts">
        {!!first?.children.length && current.value !== first && <button id="defend-again" class="btn s" onClick={() => go(first)}><Icon name="undo" />{w.another}</button>}
        <button class="btn s" onClick={() => { defended.value = null; }}><Icon name="cross" />{w.stop}</button></div>
    </section>);
}

// Tried is a tree of what was tried: a line each, up to where it branches.
function Tried({ from, root }: { from: Place; root: Place }) {
  const w = texts.defence;
  return (
    <ul class="tried">{from.children.map(first => {
      const line = [first];
      while (line.at(-1)!.children.length === 1) line.push(line.at(-1)!.children[0]);
      const end = line.at(-1)!, lost = !!end.position?.over;
      return (
        <li key={first.move}><button class={within(current.value, first) ? "strong" : ""} onClick={() => go(end)}>{line.map(at => displayMove(at.move)).join(" ")}</button>
          {lost && <> <span class="g3 nowrap">{w.lost(movesOf(plyOf(end) - plyOf(root)))}</span></>}
          {end.children.length > 1 && <Tried from={end} root={root} />}</li>);
    })}</ul>);
}
