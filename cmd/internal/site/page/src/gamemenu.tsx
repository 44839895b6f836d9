import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { loadPosition } from "./analysis";
import { Menu, Segmented, type Entry } from "./controls";
import { Dialog } from "./dialog";
import { setUpFrom } from "./editor";
import { playFromHere } from "./gamestart";
import { texts } from "./i18n";
import type { GameRead } from "./messages";
import { openFile, openUpload } from "./opener";
import { replay } from "./replay";
import { saveAs, saveGame } from "./saver";
import { ask } from "./server";
import { attempt, changed, current, position, say, show, showGame, tree, version } from "./state";
import { newTree, setTag, tag } from "./tree";
import { canRedo, canUndo, redo, undo } from "./undo";
import { visit, workspace } from "./workspaces";

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
const open = signal<"" | "paste" | "details">("");

// losesGame reports whether the game on the board is one that undo must bring back when another one takes its place.
const losesGame = () => tree.value.root.children.length > 0;

// newGame clears the board at once.
function newGame() {
  const again = losesGame();
  show(newTree());
  if (again) say(texts.moves.began, false, true);
}

// showRead shows a game that was read from a text, and says what is wrong with the text and in doubt.
function showRead({ game, more, problems: [problem, ...others] }: GameRead) {
  const again = losesGame(), w = texts.moves;
  showGame(game);
  if (problem) say(w.loadedBut(problem, others.length), true, again);
  else say(more ? w.several : w.loaded, false, again);
}

// GameMenu is what can be done with the game as a whole.
export function GameMenu({ class: kind }: { class?: string }) {
  version.value;
  const w = texts.moves, { origin } = tree.value, file = origin?.digest ? origin.file : "";
  const entries: Entry[] = [
    { id: "new-game", icon: "plus", text: w.newGame, onClick: newGame },
    { id: "paste-game", icon: "copy", text: w.paste, onClick: () => { open.value = "paste"; } },
    { id: "open-file", icon: "folder", text: w.open, onClick: openFile },
    { id: "set-up", icon: "grid", text: w.setUpPosition, onClick: () => attempt(async () => {
      setUpFrom(await loadPosition(current.value));
      visit("setup");
    }) },
    "-",
    { id: "play-from-here", icon: "play", text: w.playFromHere, onClick: playFromHere },
    { id: "replay", icon: "run", text: texts.frame.playThrough, disabled: !tree.value.root.children.length, onClick: replay },
    "-",
    { id: "details", icon: "edit", text: w.details, onClick: () => { open.value = "details"; } },
    { id: "annotate", icon: "comment", text: w.annotate, onClick: () => { annotating.value = true; } },
    { id: "undo", icon: "undo", text: w.undo, key: w.undoKey, disabled: !canUndo.value, onClick: undo },
    { id: "redo", icon: "redo", text: w.redo, key: w.redoKey, disabled: !canRedo.value, onClick: redo },
    "-",
    { id: "save-game", icon: "save", text: w.save(file), onClick: saveGame },
  ];
  if (file) entries.push({ id: "save-as", icon: "save", text: w.saveAs, onClick: saveAs });
  return <Menu id={kind ? undefined : "game-menu"} class={kind} icon="more" label={w.game} entries={entries} />;
}

// GameDialogs shows the dialog of the game that is open.
export function GameDialogs() {
  if (open.value === "paste") return <Paste />;
  return open.value === "details" ? <Details /> : null;
}

const close = () => { open.value = ""; };

const maxWritten = 500_000; // characters

// Paste reads a game or a position that is pasted or typed. A text that is too long for a field is opened as a file.
function Paste() {
  const [text, setText] = useState(""), [problem, setProblem] = useState(""), w = texts.moves;
  const write = (next: string) => {
    if (next.length <= maxWritten) return setText(next);
    close();
    void openUpload(new File([next], w.pasted));
  };
  const load = async () => {
    const on = workspace(), found = await ask("read", { text }).catch((error: Error) => error);
    if (found instanceof Error) return setProblem(found.message);
    if (workspace() !== on) return; // the user went to another game
    close();
    showRead(found);
  };
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
