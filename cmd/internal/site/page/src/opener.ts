import { signal } from "@preact/signals";
import { collection, allGames, search } from "./collection";
import { home } from "./home";
import type { Collection, Files, Reading } from "./messages";
import { ask } from "./server";
import { attempt, view } from "./state";
import { visit } from "./workspaces";

export const dialogFiles = signal<{ files: Files; open: Collection[] } | null>(null); // what the dialog shows; null if it is closed

// openFile asks which file of games is to be opened.
export const openFile = () => attempt(async () => {
  const [files, { collections }] = await Promise.all([ask("files", {}), ask("collections", {})]);
  dialogFiles.value = { files, open: collections.filter(c => !c.digest) };
});

// openCollection takes a collection for Games.
export function openCollection(c: Collection) {
  collection.value = c;
  search(allGames);
}

// reading is the file that is being read, and how many of its bytes have been; null for none.
export const reading = signal<Reading & { name: string } | null>(null);
const pollEach = 250; // milliseconds
let readings = 0;

// open opens a collection in Games, and returns it if it is open.
async function open(name: string, asked: () => Promise<Collection>): Promise<Collection | undefined> {
  const own = ++readings;
  dialogFiles.value = null;
  reading.value = { name, read: 0, total: 0 };
  visit("games");
  const look = setInterval(() => ask("reading", { name }).then(now => { if (own === readings && reading.value) reading.value = { name, ...now }; }, () => {}), pollEach);
  const c = await attempt(asked);
  clearInterval(look);
  if (own !== readings) return undefined;
  reading.value = null;
  if (c) openCollection(c); // in the view that is open by now
  return c;
}

// stopReading gives up the file that is being read.
export function stopReading() {
  const { name } = reading.value!;
  readings++;
  reading.value = null;
  void ask("stopReading", { name }).catch(() => {});
}

export const openNamed = (name: string) => open(name, () => ask("open", { name }));
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
