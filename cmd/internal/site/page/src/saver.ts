import { signal } from "@preact/signals";
import { loadPosition } from "./analysis";
import { collection, allGames, becomeFile, originInCollection, reload } from "./collection";
import { askUser } from "./dialog";
import { translate, texts } from "./i18n";
import type { Changed, Collection, Origin } from "./messages";
import { preferences } from "./preferences";
import { ask, on } from "./server";
import { attempt, changed, say, tree } from "./state";
import { last, roundBrackets, tag, toGame, type Tree } from "./tree";

const usualName = "game.pdn", nowhere: Origin = { collection: "", number: 0, file: "", digest: "", text: "" };

// fileOf returns the name of the file in which a game lies, or else the usual one.
export const fileOf = (origin: Origin | undefined) => origin?.digest ? origin.file : usualName;

// gameText returns the game as PDN. A game that is over on the board offers its result, "" is the answer of a user who wants neither.
export async function gameText(game = tree.value): Promise<string> {
  const end = await loadPosition(last(game.root)), w = texts.saving;
  if (end.over && game.result === "*") {
    const result = w.result(end.result), answer = await askUser(w.over(translate(end.over)), w.noResult, result);
    if (!answer) return "";
    if (answer === result) {
      game.result = end.result;
      changed();
    }
  }
  return (await ask("write", toGame(game))).text;
}

on("file", reload);

// saveAt saves the text of a game in a file of the folder: in the place of a game, behind the last one, or in that of the whole file (0).
async function saveAt(game: Tree, file: string, digest: string, number: number, text: string): Promise<Changed> {
  const own = game.origin?.file === file && game.origin.number === number ? game.origin.text : "";
  const done = await ask("change", { file, digest, number, text, was: own, source: game.origin ?? nowhere }), c = done.collection;
  if (done.conflict) return done;
  reload(c);
  game.origin = text ? { collection: c.id, number: done.number, file: c.name, digest: c.digest, text: done.text } : undefined;
  changed();
  return done;
}

// askPlace asks where in a file that exists a game goes, and returns its number, 0 for the whole file, -1 for nowhere, -2 for another file.
async function askPlace({ origin }: Tree, file: Collection, why: string): Promise<number> {
  const { name, games, packed } = file, w = texts.saving;
  if (!games) return await askUser(why + w.noGame(name), w.replaceIt) ? 0 : -1;
  const own = !packed && origin?.digest && origin.file === name && origin.number <= games ? origin.number : 0;
  const answers = new Map(packed ? [] : [[w.add(games + 1), games + 1]]);
  answers.set(w.anotherFile, -2);
  if (games > 1) answers.set(w.replaceAll(games), 0);
  if (own || games === 1) answers.set(w.replace(own || 1), packed ? 0 : own || 1);
  const offered = [...answers.keys()];
  if (!own || why) offered.reverse(); // the usual answer is the last one: it loses nothing that the user has not seen
  const here = own || games === 1 ? await ask("games", { ...allGames, collection: file.id, from: (own || 1) - 1, count: 1 }) : null;
  const head = here?.games[0], which = head ? w.which(head.number, head.black, head.white, head.result) : "";
  return answers.get(await askUser(why + w.holds(name, games, file.broken) + (packed ? w.packed : "") + which, ...offered)) ?? -1;
}

// save saves a game as a file, or in its own place. What a file holds already stays unless the user says what gives way.
export async function save(game: Tree, name: string, at?: Origin) {
  const text = await gameText(game), w = texts.saving;
  if (!text) return;
  let done = at && await saveAt(game, at.file, at.digest, at.number, text);
  while (!done || done.conflict) {
    const file = await ask("inspect", { name });
    const number = file.digest ? await askPlace(game, file, done ? w.changedOnDisk(file.name) : "") : 1;
    if (number === -2) {
      naming.value = game;
      return;
    }
    if (number < 0) return;
    done = await saveAt(game, file.name, file.digest, number, text);
  }
  tellSaved(game, done);
}

// tellSaved says what was saved.
function tellSaved(game: Tree, done: Changed, back = undoOf(done.collection)) {
  const c = done.collection, w = texts.saving;
  if (done.conflict) return say(w.notSaved(c.name), true);
  if (done.same) return say(w.same(c.name));
  const braces = roundBrackets(game.root) ? w.braces : "";
  if (braces) changed();
  say(w.saved(c.name, done.number, c.games) + braces + (done.unkept && w.unkept(done.unkept)), false, back);
}

// saveGame saves the game where it was read, or as a file if it is in none.
export function saveGame() {
  const { origin } = tree.value;
  if (origin?.digest) void attempt(() => save(tree.value, origin.file, origin));
  else saveAs();
}

export const naming = signal<Tree | Collection | null>(null); // the game, or the list, for which the dialog is open
export const isList = (what: Tree | Collection): what is Collection => "games" in what;

// saveAs asks for the name of a file, and saves the game there.
export function saveAs() { naming.value = tree.value; }

// saveListAs asks for the name of a file, and saves all games of the open collection there.
export function saveListAs() { naming.value = collection.value; }

// listFile returns the name of a file for a list, which may be named after an event.
export const listFile = ({ name }: Collection) => name.endsWith(".pdn") ? name : `${name.replace(/[/\\:<>"|?*]+/g, " ").replace(/^[. ]+/, "").trim() || "games"}.pdn`;

// saveList saves all games of a list as a file. What the file holds already gives way only if the user says so.
export async function saveList(list: Collection, name: string) {
  const w = texts.saving, file = await ask("inspect", { name });
  if (file.digest && file.digest !== list.digest) {
    const answer = await askUser(w.listOver(file.name, file.games), w.anotherFile, w.replaceIt);
    if (answer === w.anotherFile) naming.value = list;
    if (answer !== w.replaceIt) return;
  }
  const done = await ask("saveList", { collection: list.id, name: file.name, digest: file.digest }), c = done.collection;
  if (done.conflict) return say(w.notSaved(c.name), true);
  becomeFile(list, c);
  if (done.same) return say(w.sameList(c.name));
  say(w.savedList(c.name, c.games) + (done.unkept && w.unkept(done.unkept)), false, undoOf(c));
}

// addTo adds the game as the last one of a collection.
export const addTo = (c: Collection) => attempt(async () => {
  const game = tree.value, text = await gameText(game);
  if (text) tellSaved(game, await saveAt(game, c.name, c.digest, c.games + 1, text));
});

// keepGame adds the game to the file of games that were played.
export const keepGame = () => attempt(async () => {
  const game = tree.value, text = await gameText(game);
  if (!text) return;
  const file = await ask("inspect", { name: preferences.value.played });
  const done = await saveAt(game, file.name, file.digest, file.games + 1, text);
  if (!done.conflict && !collection.value) collection.value = done.collection;
  const back = undoOf(done.collection);
  tellSaved(game, done, back && (() => {
    back();
    game.origin = undefined;
    changed();
  }));
});

// undoOf returns what takes the last change of a file back, undefined if nothing can.
export const undoOf = (c: Collection, game?: Tree, origin?: Origin) =>
  c.undo ? () => void attempt(() => undoChange(c, game, origin)) : undefined;

// undoChange takes the last change of a file back. A game that it had deleted has its place in the file again.
async function undoChange(file: Collection, game?: Tree, origin?: Origin) {
  const done = await ask("undoChange", { name: file.name, undoID: file.undoID }), w = texts.saving;
  reload(done.collection);
  if (done.conflict) return say(w.notUndone(file.name), true);
  if (game && origin && !game.origin && origin.digest === done.collection.digest) {
    game.origin = origin;
    changed();
  }
  say(w.undone(file.name, file.undo, done.collection.games));
}

// deleteGame deletes the game on the board from its file, at once and with undo. The game stays on the board.
export const deleteGame = () => attempt(async () => {
  const game = tree.value, own = originInCollection(), w = texts.saving;
  if (!own?.digest) return;
  const done = await saveAt(game, own.file, own.digest, own.number, "");
  if (done.conflict) {
    reload(done.collection);
    return say(w.notDeleted(own.file), true);
  }
  say(w.deleted(done.number, tag(game, "Black"), tag(game, "White"), own.file, done.collection.games), false, undoOf(done.collection, game, own));
});
