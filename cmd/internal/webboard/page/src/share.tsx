import { useState } from "preact/hooks";
import { attempt, changed, comesBack, desk, position, read, say, show, tree, version, visit } from "./state";
import { copy } from "./copy";
import { Menu, type Entry } from "./controls";
import { linkToGame, linkToPosition } from "./links";
import { copyPicture, download, savePicture } from "./picture";
import { Saver, fileOf, written } from "./saver";
import { setUpFrom } from "./setup";
import { ask } from "./server";
import { newTree, setTag, tag } from "./tree";
import { words } from "./words";

const longLink = 2000; // characters that every program takes

const tagNames = ["Black", "White", "Event", "Date"];
const results = ["*", "1-0", "0-1", "1/2-1/2"];
const resultNames: Record<string, string> = { "*": "unfinished", "1-0": "Black won", "0-1": "White won", "1/2-1/2": "drawn" };

// ShareMenu gives what the board shows to others.
export function ShareMenu({ id, class: kind }: { id?: string; class?: string }) {
  const w = words.share;
  const withText = (use: (text: string) => unknown) => () => attempt(async () => {
    const text = await written();
    if (text) await use(text);
  });
  const link = (text: string) => copy(text, text.length > longLink ? w.longLink(text.length) : w.linkCopied);
  const entries: Entry[] = [
    { id: "link-position", icon: "link", text: w.linkToPosition, onClick: () => attempt(() => link(linkToPosition())) },
    { id: "link-game", icon: "link", text: w.linkToGame, onClick: () => attempt(() => link(linkToGame())) },
    "-",
    { id: "copy-pdn", icon: "copy", text: w.copyGame, onClick: withText(text => copy(text)) },
    { id: "copy-fen", icon: "copy", text: w.copyPosition, onClick: () => attempt(() => copy(position.value?.fen ?? "")) },
    { id: "copy-picture", icon: "image", text: w.copyPicture, onClick: () => attempt(copyPicture) },
    "-",
    { id: "save-png", icon: "image", text: w.savePNG, onClick: () => attempt(() => savePicture("png")) },
    { id: "save-svg", icon: "image", text: w.saveSVG, onClick: () => attempt(() => savePicture("svg")) },
    { id: "download", icon: "save", text: w.download, onClick: withText(text => download(new Blob([text], { type: "text/plain" }), fileOf(tree.value.origin))) },
    { id: "print", icon: "print", text: w.print, onClick: () => window.print() },
  ];
  return <Menu icon="share" label={w.share} id={id} class={kind} entries={entries} />;
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
        <button onClick={() => attempt(async () => { const text = await written(); if (text) download(new Blob([text], { type: "text/plain" }), fileOf(tree.value.origin)); })}>Download</button></div>
      <Saver />
    </div>);
}
