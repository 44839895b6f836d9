import { useEffect, useState } from "preact/hooks";
import type { Collection, Files } from "./messages";
import { attempt, changed, position, say, show, showGame, tree, version, visit } from "./state";
import { collection } from "./games";
import { copy } from "./copy";
import { setUpFrom } from "./setup";
import { ask, send } from "./server";
import { newTree, setTag, tag, toGame } from "./tree";

const tagNames = ["Black", "White", "Event", "Date"];
const results = ["*", "1-0", "0-1", "1/2-1/2"];
const resultNames: Record<string, string> = { "*": "unfinished", "1-0": "Black won", "0-1": "White won", "1/2-1/2": "drawn" };

export async function pdn(): Promise<string> { return (await ask("write", toGame(tree.value))).text; }

function download(text: string, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// GameText reads and writes the game and its positions as text.
export function GameText() {
  version.value;
  const [text, setText] = useState(""), [name, setName] = useState("game.pdn");
  const read = () => attempt(async () => {
    const found = await ask("read", { text });
    showGame(found.game);
    setText("");
    if (found.problems.length) say(`Read up to an error: ${found.problems[0]}`, true);
    else if (found.more) say("The first of several games. Open the file in Games to see all.");
    else say("Read.");
  });
  const save = (replace: boolean): Promise<unknown> => attempt(async () => {
    const file = { name, text: await pdn(), replace };
    try {
      await ask("save", file);
    } catch (error) {
      if (!(error as Error).message.endsWith("exists already") || !confirm(`Replace ${name}?`)) throw error;
      await ask("save", { ...file, replace: true });
    }
    say(`Saved ${name}.`);
  });
  return (
    <div class="share">
      <label>Paste a game (PDN) or a position (FEN)<textarea id="paste" rows={3} value={text} onInput={e => setText(e.currentTarget.value)} /></label>
      <div class="row"><button id="read" onClick={read}>Read it</button><button onClick={() => show(newTree())}>New game</button>
        <button onClick={() => { setUpFrom(position.value); visit("setup"); }}>Set up a position</button></div>
      <div class="tags">{tagNames.map(n => <label key={n}>{n} <input value={tag(tree.value, n)} onChange={e => { setTag(tree.value, n, e.currentTarget.value.trim()); changed(); }} /></label>)}
        <label>Result <select value={tree.value.result} onChange={e => { tree.value.result = e.currentTarget.value; changed(); }}>{results.map(r => <option key={r} value={r}>{resultNames[r]}</option>)}</select></label></div>
      <label>FEN <input readOnly value={position.value?.fen ?? ""} id="fen-now" /></label>
      <div class="row"><button onClick={() => attempt(() => copy(position.value?.fen ?? ""))}>Copy FEN</button>
        <button onClick={() => attempt(async () => copy(await pdn()))}>Copy PDN</button>
        <button onClick={() => attempt(async () => download(await pdn(), name))}>Download</button></div>
      <div class="row"><label>Save as <input id="save-name" value={name} onInput={e => setName(e.currentTarget.value)} /></label><button id="save" onClick={() => save(false)}>Save</button></div>
    </div>);
}

// Opener opens files of games.
export function Opener() {
  const [files, setFiles] = useState<Files | null>(null);
  useEffect(() => { void attempt(async () => setFiles(await ask("files", {}))); }, []);
  const opened = (c: Collection | undefined) => {
    if (!c) return;
    collection.value = c;
    say(`${c.name}: ${c.games} ${c.games === 1 ? "game" : "games"}${c.broken ? `, ${c.broken} of them with errors` : ""}.`);
  };
  return (
    <div class="row">
      <label class="file">Open a file <input type="file" id="pdn-file" accept=".pdn,.txt" onChange={async e => {
        const file = e.currentTarget.files?.[0];
        if (file) opened(await attempt(() => send<Collection>("/games", file)));
      }} /></label>
      {!!files?.names.length && <label title={files.folder}>or from the folder <select id="folder-file" value="" onChange={async e => { const name = e.currentTarget.value; if (name) opened(await attempt(() => ask("open", { name }))); }}>
        <option value="">choose…</option>{files.names.map(n => <option key={n} value={n}>{n}</option>)}</select></label>}
    </div>);
}
