import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Collection, Files } from "./messages";
import { attempt, say, view, visit } from "./state";
import { collection } from "./games";
import { IconButton } from "./controls";
import { Icon } from "./icon";
import { ask, send } from "./server";
import { words } from "./words";

const offered = signal<{ files: Files; open: Collection[] } | null>(null); // what the dialog shows; null if it is closed

// openFile asks which file of games is to be opened.
export const openFile = () => attempt(async () => {
  const [files, { collections }] = await Promise.all([ask("files", {}), ask("collections", {})]);
  offered.value = { files, open: collections.filter(c => !c.digest) };
});

// opened shows a collection in Games.
function opened(c: Collection | undefined) {
  if (!c) return;
  offered.value = null;
  collection.value = c;
  visit("games");
  say(words.games.opened(c.name, c.games, c.broken));
}

const openNamed = async (name: string) => opened(await attempt(() => ask("open", { name })));
const openSent = async (file: File) => opened(await attempt(() => send<Collection>("/games", file)));

// A file that is dropped anywhere is opened, but for Problems, which has files of its own.
const takesDrop = (event: DragEvent) => view.value !== "problems" && !!event.dataTransfer?.types.includes("Files");
addEventListener("dragover", event => { if (takesDrop(event)) event.preventDefault(); });
addEventListener("drop", event => {
  const file = event.dataTransfer?.files[0];
  if (!file || !takesDrop(event)) return;
  event.preventDefault();
  void openSent(file);
});

// OpenDialog lists the files of the folder, and takes any other file.
export function OpenDialog() {
  const dialog = useRef<HTMLDialogElement>(null), input = useRef<HTMLInputElement>(null), shown = offered.value, w = words.games;
  useEffect(() => { if (shown) dialog.current?.showModal(); }, [shown]);
  if (!shown) return null;
  const close = () => { offered.value = null; };
  return (
    <dialog ref={dialog} class="dialog files" aria-label={w.openTitle} onCancel={event => { event.preventDefault(); close(); }}>
      <header><h2>{w.openTitle}</h2><IconButton icon="cross" label={w.close} onClick={close} /></header>
      <div class="in">
        <p class="sub small">{shown.files.names.length ? w.inFolder(shown.files.folder) : w.emptyFolder(shown.files.folder)}</p>
        <ul class="file-list">
          {shown.files.names.map(name =>
            <li key={name}><button data-file={name} onClick={() => openNamed(name)}><Icon name="games" /><span>{name}</span></button></li>)}
          {shown.open.map(c =>
            <li key={c.id}><button onClick={() => opened(c)}><Icon name="up" /><span>{c.name}</span><small>{w.sent}</small></button></li>)}
        </ul>
      </div>
      <footer>
        <span class="grow sub small">{w.drop}</span>
        <input ref={input} id="pdn-file" class="sr" type="file" tabIndex={-1} aria-hidden="true" accept=".pdn,.txt"
          onChange={event => { const file = event.currentTarget.files?.[0]; if (file) void openSent(file); }} />
        <button class="btn" onClick={() => input.current?.click()}><Icon name="folder" />{w.choose}</button>
      </footer>
    </dialog>);
}
