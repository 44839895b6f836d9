import { useEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { changed, current, go, position, tree, version, view } from "./state";
import { plain, plyOf, promote, remove, tag, type Place } from "./tree";
import { verdict } from "./messages";
import { canRedo, canUndo, redo, undo, undoable } from "./undo";

// The glyphs with a sign of their own, by their numbers in PDN.
const signs: Record<number, string> = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };
const forced = 7; // needs no sign: the comment says it

const whiteStarts = () => /^\s*w/i.test(tree.value.start);

// spoken writes the clocks of a comment as people read them: [%emt 0:00:01.250] is 1.3 s.
function spoken(comment: string): string {
  return plain(comment).replace(/\[%(emt|clk) (\d+):(\d+):([\d.]+)\]/g, (_, kind, h, m, s) => {
    const seconds = 3600 * Number(h) + 60 * Number(m) + Number(s);
    return kind === "emt" ? `${seconds.toFixed(1)} s` : `clock ${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
  });
}

function number(at: Place, always: boolean): string {
  const ply = plyOf(at) - 1 + (whiteStarts() ? 1 : 0);
  if (ply % 2 === 0) return `${ply / 2 + 1}.`;
  return always ? `${(ply + 1) / 2}…` : "";
}

// Moves shows the game with its variations.
export function Moves() {
  version.value;
  return (
    <section class="panel moves" aria-label="Moves">
      <header class="names"><b>{tag(tree.value, "Black") || "Black"}</b> – <b>{tag(tree.value, "White") || "White"}</b> <span class="result">{tree.value.result}</span></header>
      <p class="opening quiet">{position.value?.opening}</p>
      <Sheet />
      {undoable() && <div class="row">
        <button disabled={!canUndo.value} onClick={undo} aria-label="Undo" title="Undo the last change of the game (Ctrl+Z)">↶</button>
        <button disabled={!canRedo.value} onClick={redo} aria-label="Redo" title="Do it again (Ctrl+Shift+Z)">↷</button></div>}
      <Annotate />
    </section>);
}

// Sheet is the list of moves.
export function Sheet() {
  version.value;
  const box = useRef<HTMLDivElement>(null), root = tree.value.root;
  useEffect(() => reveal(box.current!), [current.value]);
  return (
    <div class="sheet" ref={box}>
      {root.comments.map((text, i) => <span key={i} class="comment">{spoken(text)}</span>)}
      {root.children.length === 0 && <span class="quiet">No moves yet. Click, drag, or type a move.</span>}
      <Line from={root} first />
    </div>);
}

// reveal scrolls the list, and not the page, to the move on the board.
function reveal(box: HTMLElement) {
  const here = box.querySelector(".here")?.getBoundingClientRect(), room = box.getBoundingClientRect();
  if (!here) box.scrollTop = 0;
  else if (here.top < room.top) box.scrollTop -= room.top - here.top;
  else if (here.bottom > room.bottom) box.scrollTop += here.bottom - room.bottom;
}

// Line shows first children one after the other, and after each the moves that could be played instead.
function Line({ from, first }: { from: Place; first?: boolean }) {
  const shown: ComponentChildren[] = [];
  let always = !!first;
  for (let at = from; at.children.length; at = at.children[0]) {
    const [main, ...others] = at.children;
    shown.push(<Move key={shown.length} at={main} always={always} />);
    always = main.comments.length > 0 || others.length > 0;
    for (const other of others) {
      shown.push(<div key={shown.length} class="variation">
        {other.before.map((text, i) => <span key={i} class="comment">{spoken(text)}</span>)}
        <Move at={other} always /><Line from={other} />
      </div>);
    }
  }
  return <>{shown}</>;
}

function Move({ at, always }: { at: Place; always: boolean }) {
  version.value; // a component that reads signals is drawn anew only when one of them changes
  const here = current.value === at;
  return (
    <span class="one">
      <span class="no">{number(at, always)}</span>
      <button class={`move ${here ? "here" : ""}`} aria-current={here ? "step" : undefined} onClick={() => go(at)}>
        {at.move}{[...new Set(at.nags)].map(n => n === forced ? "" : signs[n] ?? ` $${n}`).join("")}
      </button>
      {at.comments.map((text, i) => <span key={i} class="comment">{spoken(text)}</span>)}
    </span>);
}

function Annotate() {
  version.value;
  const at = current.value;
  if (!at.parent || view.value === "play") return null; // a game against the engine is annotated when it is analysed
  const set = (change: () => void) => { change(); changed(); };
  const mark = (n: number) => set(() => {
    const had = at.nags.includes(n);
    at.nags = [...at.nags.filter(other => !(other in signs)), ...had ? [] : [n]];
  });
  return (
    <details class="annotate">
      <summary>Annotate {at.move}</summary>
      <div class="row" role="group" aria-label="Glyphs">
        {[1, 2, 3, 4, 5, 6].map(n => <button key={n} aria-pressed={at.nags.includes(n)} onClick={() => mark(n)}>{signs[n]}</button>)}
        <button onClick={() => set(() => promote(at))}>Promote</button>
        <button onClick={() => { const parent = at.parent!; remove(at); changed(); go(parent); }}>Delete from here</button>
      </div>
      <Comment at={at} />
    </details>);
}

const isOwn = (comment: string) => !verdict.test(comment);
const linesOf = (text: string) => text.split("\n").map(line => line.trim()).filter(line => line);

// Comment writes the author's comments of a move letter by letter, each on a line of its own, and leaves the verdicts of a report alone.
// When the field loses the focus nothing changes, and so nothing moves under the press that takes the focus.
function Comment({ at }: { at: Place }) {
  version.value;
  const own = at.comments.filter(isOwn), text = own.join("\n"), [draft, setDraft] = useState(""); // the draft has blanks and empty lines, too
  const write = (next: string) => {
    setDraft(next);
    const lines = linesOf(next);
    let left = own.length; // comments whose places the lines take
    const written = at.comments.flatMap(comment => isOwn(comment) ? lines.splice(0, --left ? 1 : lines.length) : [comment]);
    at.comments = [...lines, ...written];
    changed();
  };
  return (
    <label>Comment <textarea rows={Math.max(2, own.length + 1)} title="Each line is a comment of its own" value={linesOf(draft).join("\n") === text ? draft : text} onInput={e => write(e.currentTarget.value)} /></label>);
}
