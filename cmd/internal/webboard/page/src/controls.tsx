import { useState } from "preact/hooks";
import { back, flipped, forward, play, say, toEnd, toStart, typed, view } from "./state";
import { humanMoves, mayMove } from "./play";
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

// Field takes moves that are typed. Enter makes the move.
function Field() {
  const [text, setText] = useState("");
  const enter = async (event: Event) => {
    event.preventDefault();
    if (!text.trim()) return;
    if (view.value === "play" && !mayMove()) return say("It is not your move.", true);
    if (view.value === "problems") { setText(""); return tryMove(text.trim()); }
    if (await typed(text, view.value === "play" ? humanMoves : play)) setText("");
  };
  return (
    <form class="field" onSubmit={enter}>
      <input id="move" aria-label="Move" placeholder="a move: 11-15" title="Type a move and press Enter" autocomplete="off" enterkeyhint="go"
        value={text} onInput={e => setText(e.currentTarget.value)} />
    </form>);
}
