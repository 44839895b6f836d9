import { batch, effect, signal } from "@preact/signals";
import { texts } from "./i18n";
import type { Collection, GameHead, GamesPage, GamesRequest, Origin } from "./messages";
import { ask } from "./server";
import { attempt, changed, position, say, showGame, tree } from "./state";
import { toGame } from "./tree";
import { canUndo } from "./undo";
import { visit, workspace } from "./workspaces";

export type Query = Omit<GamesRequest, "collection" | "from" | "count">;

// allGames asks for all games in the order of the file.
export const allGames: Query = {
  text: "", field: "", result: "", notes: false, twins: false, position: "", formation: [], atLeast: false, material: undefined,
  reversed: false,
  sort: "", down: false,
};

export const rows = 50; // of the list at once
export const collection = signal<Collection | null>(null); // that is open
export const query = signal(allGames); // what is searched in it
export const offset = signal(0); // the games before the first row
export const page = signal<(GamesPage & { from: number }) | null>(null); // the rows, and the games before them

// search searches for games, in addition to what is searched already.
export function search(change: Partial<Query>) {
  batch(() => {
    query.value = { ...query.value, ...change };
    offset.value = 0;
  });
}

// The rows follow the collection and what is searched.
let requests = 0;
effect(() => {
  const c = collection.value, request = { ...query.value, from: offset.value, count: rows }, mine = ++requests;
  if (!c) {
    page.value = null;
    return;
  }
  void attempt(() => ask("games", { ...request, collection: c.id })).then(found => {
    if (mine !== requests || !found) return;
    const last = Math.floor(Math.max(0, found.found - 1) / rows) * rows; // the games before the last page
    if (request.from > last) offset.value = last; // the only game of a page is gone
    else page.value = { ...found, from: request.from };
  });
});

// reload opens a file again that was changed, and finds the game on the board there, if it has it.
export function reload(c: Collection) {
  if (!collection.value?.digest || collection.value.name !== c.name) return;
  collection.value = c.games ? c : null;
  if (c.games) void attempt(() => relocate(c));
}

// becomeFile opens the file as which the open list was saved, and the game on the board is read from it.
export function becomeFile(list: Collection, file: Collection) {
  if (collection.value?.id !== list.id) return;
  const own = originInCollection(), game = tree.value;
  collection.value = file;
  if (!own) return;
  game.origin = { ...own, collection: file.id, file: file.name, digest: file.digest };
  if (opened.value?.origin === own) opened.value = { ...opened.value, origin: game.origin };
  changed();
}

async function relocate(c: Collection) {
  const game = tree.value, { origin } = game;
  if (!origin?.digest || origin.file !== c.name || origin.digest === c.digest) return;
  const found = await ask("locate", { ...origin, collection: c.id });
  if (game.origin !== origin || !found.number) return;
  game.origin = found;
  if (opened.value?.origin === origin) opened.value = { ...opened.value, origin: found };
  changed();
}

// originInCollection returns where the game on the board is in the open collection, null if it is not there.
export function originInCollection(): Origin | null {
  const c = collection.value, { origin } = tree.value;
  const here = c && origin && (origin.collection === c.id ? c.packed || origin.digest === c.digest
    : origin.digest && origin.digest === c.digest && origin.file === c.name);
  return here ? origin : null;
}

// openLatest opens the collection that the server was given last, or else the file of the game on the board, if none is open.
export const openLatest = () => attempt(async () => {
  const [newest] = (await ask("collections", {})).collections, { origin } = tree.peek();
  const c = newest ?? (origin?.digest ? await ask("open", { name: origin.file }).catch(() => null) : null);
  if (!c || collection.peek()) return;
  collection.value = c;
  await relocate(c);
});

// searchHere shows the games that reached the position on the board.
export function searchHere() {
  search({ ...allGames, position: position.value?.fen ?? "" });
  visit("games");
}

// A game that is read from the collection keeps its place in the list.
const opened = signal<{ origin: Origin; index: number } | null>(null);
let textAsRead = ""; // the game as it was read

// placeInList returns the place in the list of the game on the board, and the number of games there; null if it is not from the list.
export function placeInList() {
  const origin = tree.value.origin, place = opened.value, found = page.value?.found ?? 0;
  return place && origin && origin === place.origin && originInCollection() && place.index < found ? { index: place.index, found } : null;
}

// unsaved says whether the game on the board differs from what was read. A page that was loaded again cannot know it of a game from a file.
const unsaved = () => tree.value.root.children.length > 0
  && (textAsRead || !tree.value.origin ? JSON.stringify(toGame(tree.value)) !== textAsRead : canUndo.value);

const onPhone = () => matchMedia("(width < 560px), (width < 600px) and (aspect-ratio < 5/4)").matches;

let loadingIndex: number | null = null; // the place of the game that is being read

// asRead makes a change of the game on the board that counts as read with it.
export function asRead(change: () => void) {
  const same = textAsRead && !unsaved();
  change();
  if (same) textAsRead = JSON.stringify(toGame(tree.value));
}

// openNeighbour reads the game before or behind the one on the board, or the one that is being read.
export function openNeighbour(by: 1 | -1) {
  const place = placeInList();
  if (!place) return;
  const index = (loadingIndex ?? place.index) + by;
  if (index >= 0 && index < place.found) void openAt(index);
}

// openAt reads the game at a place of the list. The game that was asked for last is shown.
export async function openAt(index: number, row?: GameHead) {
  loadingIndex = index;
  await attempt(() => readAt(index, row));
  if (loadingIndex === index) loadingIndex = null;
}

// readAt shows a game at the position that was searched. A phone shows it in Analyse.
async function readAt(index: number, row?: GameHead) {
  const c = collection.value!, on = workspace();
  const head = row ?? (await ask("games", { ...query.value, collection: c.id, from: index, count: 1 })).games[0];
  const found = await ask("game", { collection: c.id, number: head.number });
  if (workspace() !== on || loadingIndex !== index) return; // the user went to another game
  const { game, origin, problems: [problem, ...others] } = found, w = texts.games, lost = unsaved();
  showGame(game, new Array<number>(head.at).fill(0), origin);
  batch(() => {
    opened.value = { origin, index };
    textAsRead = JSON.stringify(toGame(tree.value));
    if (onPhone()) visit("analyse");
  });
  if (problem) say(w.readBut(problem, others.length), true, lost);
  else if (lost) say(w.inPlace(head.number, c.name), false, true);
}
