import { useRef } from "preact/hooks";
import { back, flipped, forward, moveText, say, toEnd, toStart, typed, view } from "./state";
import { humanMoves, mayMove, waits } from "./play";
import { tryMove } from "./problems";

// Controls are what stands directly below the board: steps through the game, the field of moves, and the turn of the board.
export function Controls({ moves }: { moves: boolean }) {
  return (
    <div class="controls">
      <div class="steps" role="group" aria-label="Walk through the game">
        <button onClick={toStart} aria-label="To the start" title="To the start (Home)">|◀</button>
        <button onClick={back} aria-label="Back" title="Back (left arrow)">◀</button>
        <button onClick={forward} aria-label="Forward" title="Forward (right arrow)">▶</button>
        <button onClick={toEnd} aria-label="To the end" title="To the end (End)">▶|</button>
      </div>
      {moves && <Field />}
      <button title="Turn the board (f)" onClick={() => { flipped.value = !flipped.value; }}>Flip</button>
    </div>);
}

// make makes the move that was typed, and reports whether it was made.
async function make(text: string): Promise<boolean> {
  if (view.value === "problems") return tryMove(text);
  if (view.value !== "play") return typed(text);
  if (mayMove()) return typed(text, humanMoves);
  say(waits(), true);
  return false;
}

// Field takes moves that are typed. Enter makes the move. A wrong one is selected: what is typed next takes its place.
function Field() {
  const input = useRef<HTMLInputElement>(null);
  const enter = async (event: Event) => {
    event.preventDefault();
    const text = moveText.value.trim();
    if (text && !await make(text)) input.current?.select();
  };
  return (
    <form class="field" onSubmit={enter}>
      <input id="move" ref={input} aria-label="Move" placeholder="a move: 11-15" title="Type a move and press Enter" autocomplete="off" enterkeyhint="go"
        value={moveText.value} onInput={e => { moveText.value = e.currentTarget.value; }} />
    </form>);
}
