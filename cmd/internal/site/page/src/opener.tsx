import { signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { collection, allGames, search } from "./collection";
import { Dialog } from "./dialog";
import { browserHome, home } from "./home";
import { texts } from "./i18n";
import { Icon } from "./icon";
import type { Collection, Files, Reading } from "./messages";
import { ask } from "./server";
import { attempt, view } from "./state";
import { visit } from "./workspaces";

const dialogFiles = signal<{ files: Files; open: Collection[] } | null>(null); // what the dialog shows; null if it is closed

// openFile asks which file of games is to be opened.
export const openFile = () => attempt(async () => {
  const [files, { collections }] = await Promise.all([ask("files", {}), ask("collections", {})]);
  dialogFiles.value = { files, open: collections.filter(c => !c.digest) };
});

// openCollection takes a collection for Games.
function openCollection(c: Collection) {
  collection.value = c;
  search(allGames);
}

// reading is the file that is being read, and how many of its bytes have been; null for none.
export const reading = signal<Reading & { name: string } | null>(null);
const pollEach = 250; // milliseconds
let readings = 0;

async function open(name: string, asked: () => Promise<Collection>) {
  const own = ++readings;
  dialogFiles.value = null;
  reading.value = { name, read: 0, total: 0 };
  visit("games");
  const look = setInterval(() => ask("reading", { name }).then(now => { if (own === readings && reading.value) reading.value = { name, ...now }; }, () => {}), pollEach);
  const c = await attempt(asked);
  clearInterval(look);
  if (own !== readings) return;
  reading.value = null;
  if (c) openCollection(c); // in the view that is open by now
}

// stopReading gives up the file that is being read.
export function stopReading() {
  const { name } = reading.value!;
  readings++;
  reading.value = null;
  void ask("stopReading", { name }).catch(() => {});
}

const openNamed = (name: string) => open(name, () => ask("open", { name }));
export const openUpload = (file: File) => open(file.name, () => home.receive<Collection>("games", file));

// A file that is dropped anywhere is opened, but for Problems, which has files of its own.
const takesDrop = (event: DragEvent) => view.value !== "problems" && !!event.dataTransfer?.types.includes("Files");
addEventListener("dragover", event => { if (takesDrop(event)) event.preventDefault(); });
addEventListener("drop", event => {
  const file = event.dataTransfer?.files[0];
  if (!file || !takesDrop(event)) return;
  event.preventDefault();
  void openUpload(file);
});

// OpenDialog lists the files of the folder, and takes any other file.
export function OpenDialog() {
  const input = useRef<HTMLInputElement>(null), shown = dialogFiles.value, w = texts.games;
  if (!shown) return null;
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
