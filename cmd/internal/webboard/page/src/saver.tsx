import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import type { Changed, Collection, Origin } from "./messages";
import { attempt, changed, load, say, tree, version } from "./state";
import { collection } from "./games";
import { choose } from "./question";
import { ask, on } from "./server";
import { last, rounded, tag, toGame } from "./tree";

const usualName = "game.pdn", nowhere: Origin = { collection: "", number: 0, file: "", digest: "" };

// fileOf returns the name of the file in which a game lies, or else the usual one.
export const fileOf = (origin: Origin | undefined) => origin?.digest ? origin.file : usualName;

// written returns the game as PDN. A game that is over on the board offers its result, "" is the answer of a user who wants neither.
export async function written(): Promise<string> {
  const game = tree.value, end = await load(last(game.root));
  if (end.over && game.result === "*") {
    const result = `Result ${end.result}`, answer = await choose(`The game is over on the board: ${end.over}.`, "No result (*)", result);
    if (!answer) return "";
    if (answer === result) {
      game.result = end.result;
      changed();
    }
  }
  return (await ask("write", toGame(game))).text;
}

const saved = signal<Collection | null>(null); // the file that was changed last
const counted = (games: number) => games === 1 ? "1 game" : `${games} games`;

// take takes up a file after a change, here and in the list of games.
function take(c: Collection) {
  saved.value = c;
  list(c);
}

function list(c: Collection) {
  if (collection.value?.digest && collection.value.name === c.name) collection.value = c.games ? c : null;
}

on("file", c => saved.value?.name === c.name ? take(c) : list(c));

// put saves a text in a file of the folder: in the place of a game, behind the last one, or in the place of the whole file (0).
async function put(file: string, digest: string, number: number, text: string): Promise<Changed> {
  const game = tree.value;
  const done = await ask("change", { file, digest, number, text, source: game.origin ?? nowhere }), c = done.collection;
  if (done.conflict) return done;
  take(c);
  game.origin = text ? { collection: c.id, number: done.number, file: c.name, digest: c.digest } : undefined;
  changed();
  return done;
}

// place asks where in a file that exists the game goes, and returns its number, 0 for the whole file, -1 for nowhere.
async function place(file: Collection, why: string): Promise<number> {
  const { name, games } = file, { origin } = tree.value;
  if (!games) return await choose(`${why}${name} holds no game. Replace all that is in the file by this game?`, "Replace it") ? 0 : -1;
  const { packed } = file, own = !packed && origin?.digest && origin.file === name && origin.number <= games ? origin.number : 0;
  const answers = new Map(packed ? [] : [[`Add as game ${games + 1}`, games + 1]]);
  if (games > 1) answers.set(`Replace all ${counted(games)}`, 0);
  if (own || games === 1) answers.set(`Replace game ${own || 1}`, packed ? 0 : own || 1);
  const texts = [...answers.keys()];
  if (!own || why) texts.reverse(); // the usual answer is the last one: it loses nothing that the user has not seen
  const here = own || games === 1 ? await ask("games", { ...any, collection: file.id, from: (own || 1) - 1, count: 1 }) : null, head = here?.games[0];
  const which = head ? ` Game ${head.number} is ${head.black || "Black"} – ${head.white || "White"}, ${head.result}.` : "";
  return answers.get(await choose(`${why}${name} holds ${counted(games)}${file.broken ? `, ${file.broken} of them with errors` : ""}.${packed ? " It is packed or UTF-16, so no game can be added or changed alone." : ""}${which}`, ...texts)) ?? -1;
}

const any = { player: "", event: "", opening: "", position: "", result: "" };

// save saves the game as a file, or in its own place. What a file holds already stays unless the user says what gives way.
async function save(name: string, at?: Origin) {
  const text = await written(), game = tree.value;
  if (!text) return;
  let done = at && await put(at.file, at.digest, at.number, text);
  while (!done || done.conflict) {
    const file = await ask("inspect", { name });
    const number = file.digest ? await place(file, done ? `${file.name} has changed on the disk since the game was read. ` : "") : 1;
    if (number < 0) return;
    done = await put(file.name, file.digest, number, text);
  }
  const c = done.collection;
  if (done.same) say(`Nothing has changed: ${c.name} holds this game already.`);
  else {
    const braces = rounded(game.root) ? " Its comments have round brackets now in place of curly ones, which PDN does not allow there." : "";
    if (braces) changed();
    say((c.games === 1 ? `Saved ${c.name}.` : `Saved ${c.name}: game ${done.number} of ${c.games}.`) + braces);
  }
}

// Saver saves the game: where it was read, or as a file.
export function Saver() {
  version.value;
  const { origin } = tree.value, [draft, setName] = useState<string | null>(null), name = draft ?? fileOf(origin);
  return (
    <>
      <div class="row"><label>Save as <input id="save-name" value={name} onInput={e => setName(e.currentTarget.value)} /></label><button id="save" onClick={() => attempt(() => save(name))}>Save</button></div>
      <div class="row">
        {origin?.digest && <button id="save-game" class="main" onClick={() => attempt(() => save(origin.file, origin))}>Save game {origin.number} of {origin.file}</button>}
        <UndoChange file={saved.value} /></div>
    </>);
}

// UndoChange takes the last change of a file back.
export function UndoChange({ file }: { file: Collection | null }) {
  if (!file?.undo) return null;
  const undo = () => attempt(async () => {
    const done = await ask("undoChange", { name: file.name, undoID: file.undoID });
    take(done.collection);
    if (done.conflict) say(`Another page or program has changed ${file.name} since: nothing is undone.`, true);
    else say(`Undone in ${file.name}: ${file.undo}. It holds ${counted(done.collection.games)} now.`);
  });
  return <button class="undo-change" onClick={undo}>Undo in {file.name}: {file.undo}</button>;
}

// Remover deletes the game on the board from the collection in which it was read.
export function Remover() {
  version.value;
  const c = collection.value, { origin } = tree.value;
  if (!c?.digest) return null;
  const own = origin?.collection === c.id && origin.digest === c.digest ? origin : null; // after undo the file may hold another game there
  const remove = () => attempt(async () => {
    const players = [tag(tree.value, "Black") || "Black", tag(tree.value, "White") || "White"].join(" – ");
    if (!await choose(`Delete game ${own!.number}, ${players}, from ${c.name}? The file keeps ${c.games - 1} of its ${counted(c.games)}.`, "Delete")) return;
    const done = await put(c.name, own!.digest, own!.number, "");
    if (done.conflict) {
      take(done.collection);
      say(`${c.name} has changed on the disk since the game was read: nothing is deleted. The list shows it as it is now.`, true);
    } else say(`Deleted game ${own!.number}: ${c.name} holds ${counted(done.collection.games)} now.`);
  });
  return (
    <div class="row">{own && <button id="delete-game" onClick={remove}>Delete game {own.number}</button>}<UndoChange file={c} /></div>);
}
