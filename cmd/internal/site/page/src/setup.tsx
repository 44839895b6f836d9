import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { IconButton, Segmented } from "./controls";
import { copy } from "./copy";
import { reset, brush, change, clear, fen, read, setupPieces, stepBack, steps, swapColours, turn } from "./editor";
import { playFromHere } from "./gamestart";
import { texts } from "./i18n";
import { Icon } from "./icon";
import { Notice } from "./notice";
import { Man } from "./pieces";
import { ask } from "./server";
import { attempt, say, show, tree } from "./state";
import { turnBoard } from "./steps";
import { newTree } from "./tree";
import { visit } from "./workspaces";

const brushes = ["b", "B", "w", "W", "."] as const;

const cancel = () => visit("analyse");

// CancelSetup leaves the editor, and the analysed game as it was.
export const CancelSetup = ({ class: kind }: { class: string }) =>
  <IconButton class={kind} icon="cross" label={texts.frame.cancel} onClick={cancel} />;

// useCheck returns what the server says of a text, "" if it is a possible position, and a function that asks it for the position. The
// function returns undefined for a text that is no position, or no longer the one that is shown.
function useCheck(text: string) {
  const [answer, setAnswer] = useState({ text: "", problem: "" }), now = useRef(text);
  now.current = text;
  const check = async () => {
    const found = await ask("position", { start: text.trim(), moves: [] }).catch((error: Error) => error);
    if (now.current !== text) return undefined;
    const problem = found instanceof Error ? found.message : "";
    setAnswer({ text, problem });
    return found instanceof Error ? undefined : found;
  };
  return { problem: answer.text === text ? answer.problem : "", check };
}

// ofBoard says what is wrong with a board to one who has placed its pieces, and has not written them as text.
function ofBoard(problem: string): string {
  const crowned = 1 + [...setupPieces.value].findIndex((kind, i) => kind === "w" && i < rowLength || kind === "b" && i >= squares - rowLength);
  return problem && crowned ? texts.setup.crowned(crowned) : problem.replace(/^FEN "[^"]*": /, "");
}
const squares = 32, rowLength = 4;

// Setup is the editor of positions.
export function Setup() {
  const w = texts.setup, text = fen(), [draft, setDraft] = useState<string | null>(null), shown = draft ?? text;
  const { problem: said, check } = useCheck(shown), problem = draft === null ? ofBoard(said) : said, written = useRef<string | null>(null), own = useRef("");
  // What is written is read letter by letter: a press on a button finds what it says on the board.
  useEffect(() => void check().then(found => {
    if (!found || draft === null || written.current !== draft) return;
    read(found);
    own.current = fen();
  }), [shown]);
  // At once when the board was changed by hand: later a letter could have been written.
  useLayoutEffect(() => { if (text !== own.current) setDraft(written.current = null); }, [text]);
  const takeOver = async (then: () => void) => {
    const found = await check();
    if (!found) return;
    read(found);
    visit("analyse");
    const lost = tree.value.root.children.length > 0;
    show(newTree(fen()));
    then();
    if (lost) say(w.taken, false, true);
  };
  const write = (value: string) => setDraft(written.current = value);
  // What was written gives way to a board that is chosen, even to the one that is there.
  const choose = (board: () => void) => () => {
    setDraft(written.current = null);
    board();
  };
  return (
    <div class="side-in"><section class="setup" aria-label={texts.views.setup}><div class="pad">
      <div class="row"><h2 class="title grow">{texts.views.setup}</h2><CancelSetup class="no-phone" /></div>
      <div class="form2">
        <div>
          <div class="block"><div class="lab">{w.place}</div>
            <Segmented class="brushes" item="cardr" label={w.place} value={brush.value} onChange={kind => { brush.value = kind; }}
              choices={brushes.map(kind => [kind, <Brush key={kind} kind={kind} />] as const)} /></div>
          <div class="block"><div class="lab">{w.toMove}</div>
            <Segmented id="turn" label={w.toMove} value={turn.value} onChange={side => change(setupPieces.value, side)}
              choices={[["B", w.black], ["W", w.white]]} /></div>
        </div>
        <div>
          <div class="block"><div class="row wrap"><button class="btn s" onClick={choose(clear)}>{w.empty}</button>
            <button class="btn s" onClick={choose(reset)}>{w.start}</button>
            <button class="btn s" onClick={choose(swapColours)}><Icon name="swap" />{w.swap}</button></div></div>
          <div class="block"><div class="lab">{w.text}</div>
            <label class="field"><input id="fen" aria-label={w.text} value={shown} spellcheck={false} autocomplete="off"
              onInput={e => write(e.currentTarget.value)} onBlur={() => { if (!problem) setDraft(null); }} />
              <IconButton small icon="copy" label={w.copy} onClick={() => attempt(() => copy(text))} /></label>
            <p id="refused" class="refused" role="status">{problem && <><Icon name="warning" size="s" />{problem}</>}</p></div>
          <div class="block row two"><button class="btn primary l" disabled={problem !== ""} onClick={() => takeOver(() => {})}>
            <Icon name="analyse" />{w.analyse}</button>
            <button class="btn l" disabled={problem !== ""} onClick={() => takeOver(playFromHere)}><Icon name="play" />{w.play}</button></div>
        </div>
      </div>
    </div></section></div>);
}

const Brush = ({ kind }: { kind: (typeof brushes)[number] }) =>
  <>{kind === "." ? <Icon name="cross" /> : <svg viewBox="0 0 100 100" aria-hidden="true"><Man kind={kind} /></svg>}
    {texts.setup.brushes[kind]}</>;

// SetupSteps stands below the board of the editor.
export function SetupSteps() {
  const w = texts.setup, none = steps.value.length === 0;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (target.closest("dialog") || target instanceof HTMLInputElement && target.id === "fen") return;
      const undone = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z";
      if (!undone && event.key !== "Escape") return;
      event.preventDefault();
      if (undone) stepBack();
      else cancel();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <div class="steps">
      <div class="state" role="status"><Notice><span class="txt">{w.click}<small>, {w.again}</small></span></Notice></div>
      <div class="lead phone-block"><IconButton icon="flip" label={texts.steps.turn} onClick={turnBoard} /></div>
      <div />
      <div class="tools">
        <IconButton class="wide-only" icon="flip" label={texts.steps.turn} title={texts.steps.turnTitle} onClick={turnBoard} />
        <IconButton icon="undo" label={texts.frame.undo} title={w.undoTitle} disabled={none} onClick={stepBack} />
      </div>
    </div>);
}
