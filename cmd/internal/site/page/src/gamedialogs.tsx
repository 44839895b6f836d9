import { useEffect, useRef, useState } from "preact/hooks";
import { Segmented } from "./controls";
import { Dialog } from "./dialog";
import { gameDialog } from "./gamemenu";
import { browserHome } from "./home";
import { texts } from "./i18n";
import { Icon } from "./icon";
import type { Collection } from "./messages";
import { dialogFiles, openCollection, openNamed, openUpload } from "./opener";
import { maxWritten, openText, readText } from "./pasted";
import { prefer, preferences } from "./preferences";
import { fileOf, isList, listFile, naming, save, saveList } from "./saver";
import { ask } from "./server";
import { attempt, changed, tree, version, view } from "./state";
import { setTag, tag, type Tree } from "./tree";
import { visit } from "./workspaces";

// GameDialogs shows the dialog of games that is open.
export function GameDialogs() {
  return (
    <>
      {gameDialog.value === "paste" && <Paste />}{gameDialog.value === "details" && <Details />}
      {dialogFiles.value && <OpenFile />}{naming.value && <Naming what={naming.value} />}
    </>);
}

const close = () => { gameDialog.value = ""; };

// Paste reads a game or a position that is pasted or typed. A text that is too long for a field is opened as a file.
function Paste() {
  const [text, setText] = useState(""), [problem, setProblem] = useState(""), w = texts.moves;
  const write = (next: string) => {
    if (next.length <= maxWritten) return setText(next);
    close();
    openText(next);
  };
  const load = () => readText(text).then(close, (error: Error) => setProblem(error.message));
  return (
    <Dialog title={w.pasteTitle} close={close}
      footer={<><button class="btn" onClick={close}>{texts.frame.cancel}</button>
        <button id="read" class="btn primary" onClick={load}>{w.load}</button></>}>
      <label class="stack"><span class="sub">{w.pasteHelp}</span>
        <textarea id="paste" autofocus rows={8} value={text}
          onInput={e => { write(e.currentTarget.value); setProblem(""); }} onPaste={e => {
            const pasted = e.clipboardData?.getData("text/plain") ?? "";
            if (pasted.length <= maxWritten) return;
            e.preventDefault(); // a browser needs seconds to write it
            write(pasted);
          }} /></label>
      <p class="g3 problem" role="alert">{problem}</p>
    </Dialog>);
}

const fields = ["Black", "White", "Event", "Round", "Date"] as const;
const results = ["*", "1-0", "1/2-1/2", "0-1"] as const;

// Details are the names, the event and the result. What is written is the game's at once.
function Details() {
  version.value;
  const w = texts.moves;
  return (
    <Dialog title={w.detailsTitle} close={close} footer={<button class="btn primary" onClick={close}>{w.done}</button>}>
      <div class="tags">
        {fields.map(name => <label key={name} class="stack"><span class="sub">{w.tags[name]}</span>
          <span class="field"><input value={tag(tree.value, name)}
            onInput={e => { setTag(tree.value, name, e.currentTarget.value); changed(); }}
            onBlur={e => { setTag(tree.value, name, e.currentTarget.value.trim()); changed(); }} /></span></label>)}
        <div class="stack"><span class="sub">{w.tags.Result}</span>
          <Segmented id="result" label={w.tags.Result} choices={results.map(r => [r, w.outcomes[r]] as const)}
            value={tree.value.result as "*"} onChange={r => { tree.value.result = r; changed(); }} /></div>
      </div>
    </Dialog>);
}

// OpenFile lists the files of the folder, and takes any other file.
function OpenFile() {
  const input = useRef<HTMLInputElement>(null), shown = dialogFiles.value!, w = texts.games;
  const { names, folder } = shown.files;
  return (
    <Dialog title={w.openTitle} class="files" close={() => { dialogFiles.value = null; }} footer={<>
      <span class="grow sub small">{w.drop}</span>
      <input ref={input} id="pdn-file" class="sr" type="file" tabIndex={-1} aria-hidden="true" accept=".pdn,.txt"
        onChange={event => { const file = event.currentTarget.files?.[0]; if (file) void openUpload(file); }} />
      <button class="btn" onClick={() => input.current?.click()}><Icon name="folder" />{w.choose}</button></>}>
      <p class="sub small">{browserHome ? names.length ? texts.standalone.here : "" : (names.length ? w.inFolder : w.emptyFolder)(folder)}</p>
      <ul class="file-list">
        {names.map(name =>
          <li key={name}><button data-file={name} onClick={() => openNamed(name)}><Icon name="games" /><span>{name}</span></button></li>)}
        {shown.open.map(c =>
          <li key={c.id}><button onClick={() => { visit("games"); openCollection(c); }}><Icon name="up" /><span>{c.name}</span><small>{w.sent}</small></button></li>)}
      </ul>
    </Dialog>);
}

// Naming asks for the name of a file for a game, or for a list of games.
function Naming({ what }: { what: Tree | Collection }) {
  const playing = view.value === "play", input = useRef<HTMLInputElement>(null), [names, setNames] = useState<string[]>([]),
    [name, setName] = useState(isList(what) ? listFile(what) : playing ? preferences.value.played : fileOf(what.origin));
  useEffect(() => {
    input.current?.select();
    void attempt(async () => setNames((await ask("files", {})).names));
  }, []);
  const close = () => { naming.value = null; }, w = texts.saving;
  const enter = (event: Event) => {
    event.preventDefault();
    close();
    if (playing) prefer({ played: name });
    void attempt(() => isList(what) ? saveList(what, name) : save(what, name));
  };
  return (
    <Dialog title={isList(what) ? w.listTitle(what.games) : w.title} class="name" close={close} footer={<>
      <button class="btn" onClick={close}>{texts.frame.cancel}</button>
      <button id="save" class="btn primary" form="naming">{w.save}</button></>}>
      <form id="naming" onSubmit={enter}>
        <label class="lab-f"><span>{w.file}</span>
          <span class="field"><input id="save-name" ref={input} list="save-names" value={name} autocomplete="off"
          spellcheck={false} onInput={e => setName(e.currentTarget.value)} /></span></label>
        <datalist id="save-names">{names.map(n => <option key={n} value={n} />)}</datalist>
        {!isList(what) && <p class="sub small">{w.hint}</p>}
      </form>
    </Dialog>);
}
