import { signal } from "@preact/signals";
import { loadPosition } from "./analysis";
import { Menu, type Entry } from "./controls";
import { setUpFrom } from "./editor";
import { playFromHere } from "./gamestart";
import { texts } from "./i18n";
import { openFile } from "./opener";
import { replay } from "./replay";
import { saveAs, saveGame } from "./saver";
import { attempt, current, position, say, show, tree, version } from "./state";
import { newTree, tag } from "./tree";
import { canRedo, canUndo, redo, undo } from "./undo";
import { visit } from "./workspaces";

export const players = () => [tag(tree.value, "Black"), tag(tree.value, "White")] as const;

const usualPieces = "b".repeat(12) + ".".repeat(8) + "w".repeat(12);

// setUpPosition returns the first position of a game that does not begin as usual.
export function setUpPosition() {
  const first = tree.value.root.position;
  return first && (first.pieces !== usualPieces || first.turn !== "Black") ? first : undefined;
}

// gameInfo says which opening the game has, where it was played, and what the tables say of a position that was set up.
export function gameInfo() {
  const opening = position.value?.opening, round = tag(tree.value, "Round"), event = tag(tree.value, "Event"), w = texts.moves;
  const first = setUpPosition();
  const parts = [event && round && round !== "?" ? w.round(event, round) : event,
    first ? w.goals[first.database]?.(first.turn) : ""].filter(part => part && part !== "?");
  return <>{opening && <span class="opening">{opening}</span>}{opening && parts.length > 0 && " · "}
    {parts.join(" · ") || !opening && "\u00a0"}</>;
}

// annotating says that the field of comments is open, and on a phone the whole foot of the moves.
export const annotating = signal(false);

// The dialog of the game that is open.
export const gameDialog = signal<"" | "paste" | "details">("");

// losesGame reports whether the game on the board is one that undo must bring back when another one takes its place.
export const losesGame = () => tree.value.root.children.length > 0;

// newGame clears the board at once.
function newGame() {
  const again = losesGame();
  show(newTree());
  if (again) say(texts.moves.began, false, true);
}

// GameMenu is what can be done with the game as a whole.
export function GameMenu({ class: kind }: { class?: string }) {
  version.value;
  const w = texts.moves, { origin } = tree.value, file = origin?.digest ? origin.file : "";
  const entries: Entry[] = [
    { id: "new-game", icon: "plus", text: w.newGame, onClick: newGame },
    { id: "paste-game", icon: "copy", text: w.paste, onClick: () => { gameDialog.value = "paste"; } },
    { id: "open-file", icon: "folder", text: w.open, onClick: openFile },
    { id: "set-up", icon: "grid", text: w.setUpPosition, onClick: () => attempt(async () => {
      setUpFrom(await loadPosition(current.value));
      visit("setup");
    }) },
    "-",
    { id: "play-from-here", icon: "play", text: w.playFromHere, onClick: playFromHere },
    { id: "replay", icon: "run", text: texts.frame.playThrough, disabled: !tree.value.root.children.length, onClick: replay },
    "-",
    { id: "details", icon: "edit", text: w.details, onClick: () => { gameDialog.value = "details"; } },
    { id: "annotate", icon: "comment", text: w.annotate, onClick: () => { annotating.value = true; } },
    { id: "undo", icon: "undo", text: w.undo, key: w.undoKey, disabled: !canUndo.value, onClick: undo },
    { id: "redo", icon: "redo", text: w.redo, key: w.redoKey, disabled: !canRedo.value, onClick: redo },
    "-",
    { id: "save-game", icon: "save", text: w.save(file), onClick: saveGame },
  ];
  if (file) entries.push({ id: "save-as", icon: "save", text: w.saveAs, onClick: saveAs });
  return <Menu id={kind ? undefined : "game-menu"} class={kind} icon="more" label={w.game} entries={entries} />;
}
