import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { Man } from "./board";
import { show, view } from "./state";
import { ask } from "./server";
import { newTree } from "./tree";
import type { Position } from "./messages";

export const setupPieces = signal("b".repeat(12) + ".".repeat(8) + "w".repeat(12));
const brush = signal("b"), turn = signal<"B" | "W">("B");

const brushes: [string, string][] = [["b", "black man"], ["B", "black king"], ["w", "white man"], ["W", "white king"], [".", "nothing"]];

export function placeOn(square: number) {
  const letters = [...setupPieces.value];
  letters[square - 1] = letters[square - 1] === brush.value ? "." : brush.value;
  setupPieces.value = letters.join("");
}

// setUpFrom lets the editor begin with a position.
export function setUpFrom(p: Position | null) {
  if (!p) return;
  setupPieces.value = p.pieces;
  turn.value = p.turn === "Black" ? "B" : "W";
}

// fen writes the pieces as PDN does; the server says whether the position is possible.
function fen(): string {
  const side = (man: string) => [...setupPieces.value].map((kind, i) => kind === man ? `${i + 1}` : kind === man.toUpperCase() ? `K${i + 1}` : "").filter(Boolean).join(",");
  return `${turn.value}:W${side("w")}:B${side("b")}`;
}

// Setup is the editor of positions.
export function Setup() {
  const text = fen(), [answer, setAnswer] = useState({ text: "", problem: "" });
  const [draft, setDraft] = useState<string | null>(null), latest = useRef("");
  const problem = answer.text === text ? answer.problem : ""; // what the server said of this text, and not of the one before
  const check = async () => {
    const said = await ask("position", { start: text, moves: [] }).then(() => "", (error: Error) => error.message);
    if (fen() === text) setAnswer({ text, problem: said });
    return said === "";
  };
  useEffect(() => {
    if (document.activeElement?.id !== "fen") setDraft(null); // the board was changed by hand
    void check();
  }, [text]);
  const use = async () => {
    if (!await check() || fen() !== text) return;
    show(newTree(text));
    view.value = "analyse";
  };
  // The text is read letter by letter: a press on a button finds what it says on the board.
  const read = async (value: string) => {
    setDraft(value);
    latest.current = value;
    const p = await ask("position", { start: value.trim(), moves: [] }).catch((error: Error) => error);
    if (latest.current !== value) return;
    if (p instanceof Error) setAnswer({ text: fen(), problem: p.message });
    else setUpFrom(p);
  };
  return (
    <section class="panel" aria-label="Set up a position">
      <h2>Set up a position</h2>
      <div class="row" role="group" aria-label="What to place">{brushes.map(([kind, name]) =>
        <button key={kind} class="brush" aria-pressed={brush.value === kind} aria-label={name} title={name} onClick={() => { brush.value = kind; }}>
          <svg viewBox="0 0 100 100" aria-hidden="true">{kind === "." ? <path class="cross" d="M20 20 80 80M80 20 20 80" /> : <Man kind={kind} />}</svg></button>)}</div>
      <div class="row"><label>to move <select value={turn.value} onChange={e => { turn.value = e.currentTarget.value as "B" | "W"; }}><option value="B">Black</option><option value="W">White</option></select></label>
        <button onClick={() => { setupPieces.value = ".".repeat(32); }}>Clear</button>
        <button onClick={() => { setupPieces.value = "b".repeat(12) + ".".repeat(8) + "w".repeat(12); turn.value = "B"; }}>Start</button></div>
      <label>FEN <input id="fen" value={draft ?? text} onInput={e => read(e.currentTarget.value)} onBlur={() => { if (!problem) setDraft(null); }} /></label>
      {problem && <p class="warning" id="refused">{problem}</p>}
      <div class="row"><button class="main" disabled={problem !== ""} onClick={use}>Use this position</button><button onClick={() => { view.value = "analyse"; }}>Cancel</button></div>
    </section>);
}
