import { useState } from "preact/hooks";
import { attempt, changed, comesBack, desk, flipped, position, preferences, read, say, show, tree, version, visit } from "./state";
import { copy } from "./copy";
import { Saver, fileOf, written } from "./saver";
import { setUpFrom } from "./setup";
import { ask } from "./server";
import { newTree, setTag, tag } from "./tree";

const tagNames = ["Black", "White", "Event", "Date"];
const results = ["*", "1-0", "0-1", "1/2-1/2"];
const resultNames: Record<string, string> = { "*": "unfinished", "1-0": "Black won", "0-1": "White won", "1/2-1/2": "drawn" };

function download(file: Blob, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// picture asks for a picture of the position on the board, as it stands.
async function picture(kind: "svg" | "png") {
  const fen = encodeURIComponent(position.value?.fen ?? ""), numbers = preferences.value.numbers ? "inside" : "none";
  const response = await fetch(`/diagram.${kind}?fen=${fen}&numbers=${numbers}${flipped.value ? "&flip" : ""}`);
  if (!response.ok) throw new Error((await response.text()).trim());
  return response.blob();
}

// copyPicture puts a picture on the clipboard, or saves it where the browser does not let the page do so.
async function copyPicture() {
  const png = await picture("png");
  if (await navigator.clipboard?.write([new ClipboardItem({ [png.type]: png })]).then(() => true, () => false)) return say("Copied.");
  download(png, "position.png");
  say("The browser does not let the page copy a picture. It is saved as position.png.");
}

// GameText reads and writes the game and its positions as text.
export function GameText() {
  version.value;
  const [text, setText] = useState("");
  const take = () => attempt(async () => {
    const on = desk(), found = await ask("read", { text });
    if (desk() !== on) return; // the user went to another game
    read(found, found.more ? "This is the first game of several. Open the file in Games to see all." : "Read.");
    setText("");
  });
  const begin = () => {
    const again = comesBack();
    show(newTree());
    if (again) say(`A new game.${again}`);
  };
  return (
    <div class="share">
      <label>Paste a game (PDN) or a position (FEN)<textarea id="paste" rows={3} value={text} onInput={e => setText(e.currentTarget.value)} /></label>
      <div class="row"><button id="read" onClick={take}>Read it</button><button onClick={begin}>New game</button>
        <button onClick={() => { setUpFrom(position.value); visit("setup"); }}>Set up a position</button></div>
      <div class="tags">{tagNames.map(n => <label key={n}>{n} <input value={tag(tree.value, n)} onChange={e => { setTag(tree.value, n, e.currentTarget.value.trim()); changed(); }} /></label>)}
        <label>Result <select value={tree.value.result} onChange={e => { tree.value.result = e.currentTarget.value; changed(); }}>{results.map(r => <option key={r} value={r}>{resultNames[r]}</option>)}</select></label></div>
      <label>FEN <input readOnly value={position.value?.fen ?? ""} id="fen-now" /></label>
      <div class="row"><button onClick={() => attempt(() => copy(position.value?.fen ?? ""))}>Copy FEN</button>
        <button onClick={() => attempt(async () => { const text = await written(); if (text) await copy(text); })}>Copy PDN</button>
        <button onClick={() => attempt(copyPicture)}>Copy picture</button>
        <button onClick={() => attempt(async () => download(await picture("svg"), "position.svg"))}>Save picture (SVG)</button>
        <button onClick={() => attempt(async () => { const text = await written(); if (text) download(new Blob([text], { type: "text/plain" }), fileOf(tree.value.origin)); })}>Download</button></div>
      <Saver />
    </div>);
}
