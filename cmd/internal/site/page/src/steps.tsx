import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { bestMove } from "./bestmove";
import { IconButton } from "./controls";
import { endIsSaid } from "./announcements";
import { endFilm, film, shownIn, walk } from "./film";
import { mayMove } from "./game";
import { sideName, texts } from "./i18n";
import { Icon } from "./icon";
import { playTyped } from "./illegal";
import { humanMoves, whyWait } from "./match";
import { Notice } from "./notice";
import { current, flipped, moveText, notice, position, say, tree, view } from "./state";
import { last } from "./tree";
import { giveHint, tryMove } from "./views";
import { workspace } from "./workspaces";

// typing says that the field of moves is open in the place of the state.
export const typing = signal(false);

export const turnBoard = () => { flipped.value = !flipped.value; };

const winners: Record<string, string> = { "1-0": "Black", "0-1": "White" };

// stopped reports whether the board shows the last position of a game that has ended although it could have gone on.
export const stopped = () => tree.value.result !== "*" && !!current.value.parent && last(tree.value.root) === current.value
  && (workspace() === "analysis" || workspace() === "play");

// Steps is the bar directly below the board: the state of the game and every message, steps through the game, tools. Children are
// the state.
export function Steps({ moves, children }: { moves: boolean; children: ComponentChildren }) {
  const w = texts.steps, p = position.value, result = p?.over ? p.result : stopped() ? tree.value.result : "";
  const side = result ? winners[result] : p?.turn;
  if (film.value) return <FilmSteps {...film.value} />;
  return (
    <div class="steps">
      <div class="state" role="status" aria-live={endIsSaid() && !notice.value ? "off" : undefined}>
        {moves && (typing.value || moveText.value) ? <Field /> : <Notice>
          {side && <span class={`disc ${side === "Black" ? "b" : "w"}`} role="img" aria-label={sideName(side)} />}
            <span class="txt">{children}</span></Notice>}
      </div>
      <div class="lead phone-block"><IconButton icon="flip" label={w.turn} onClick={turnBoard} /></div>
      <div class="walk" role="group" aria-label={w.walk}>
        <button onClick={walk.toStart} aria-label={w.start} title={w.startTitle}><Icon name="first" /></button>
        <button class="wide" onClick={walk.back} aria-label={w.back} title={w.backTitle}><Icon name="back" /></button>
        <button class="wide" onClick={walk.forward} aria-label={w.forward} title={w.forwardTitle}><Icon name="next" /></button>
        <button onClick={walk.toEnd} aria-label={w.end} title={w.endTitle}><Icon name="last" /></button>
      </div>
      <div class="tools">
        {moves && <IconButton id="type-move" class="wide-only" icon="keyboard" label={w.type} title={w.typeTitle} pressed={typing.value}
          onClick={() => { typing.value = !typing.value; }} />}
        <IconButton class="wide-only" icon="flip" label={w.turn} title={w.turnTitle} onClick={turnBoard} />
        {view.value === "problems" && <IconButton class="phone-only" icon="hint" label={texts.play.hint} onClick={giveHint} />}
        {view.value !== "play" && view.value !== "problems"
          && <IconButton icon="hint" label={w.best} title={w.bestTitle} onClick={bestMove} />}
      </div>
    </div>);
}

// FilmSteps are the steps through a film, below what its picture shows: that is heard from elsewhere.
function FilmSteps({ of, at, told }: NonNullable<typeof film.value>) {
  const w = texts.steps, all = of.film.length;
  return (
    <div class="steps filming">
      <p class="caption">{told}<br /><b>{w.picture(at + 1, all)}</b> {shownIn(of.film[at])}</p>
      <div class="walk" role="group" aria-label={w.walk}>
        <button class="wide" onClick={walk.back} aria-label={w.back} title={w.backTitle}><Icon name="back" /></button>
        <button class="wide" onClick={walk.forward} aria-label={w.forward} title={w.forwardTitle}><Icon name="next" /></button>
      </div>
      <button class="btn s" id="end-film" onClick={endFilm}>{w.endFilm}</button>
    </div>);
}

// make makes the move that was typed, and reports whether it was made.
async function make(text: string): Promise<boolean> {
  if (view.value === "problems") return tryMove(text);
  if (view.value !== "play") return playTyped(text);
  if (mayMove()) return playTyped(text, humanMoves);
  say(whyWait(), true);
  return false;
}

// Field takes moves that are typed. Enter makes the move. A wrong one is selected: what is typed next takes its place.
function Field() {
  const input = useRef<HTMLInputElement>(null), w = texts.steps;
  useLayoutEffect(() => {
    const field = input.current!, before = document.activeElement as HTMLElement | null;
    field.focus(); // at once: the digit that opens the field is written into it
    return () => { if (document.activeElement === field) before?.focus(); };
  }, []);
  const enter = async (event: Event) => {
    event.preventDefault();
    const text = moveText.value.trim();
    if (text && !await make(text)) input.current?.select();
    else close();
  };
  const close = () => {
    moveText.value = "";
    typing.value = false;
  };
  return (
    <form class="typing" onSubmit={enter}>
      <label class="field"><input id="move" ref={input} aria-label={w.move} placeholder={w.moveHint} title={w.moveTitle} autocomplete="off"
        enterkeyhint="go"
        value={moveText.value} onInput={e => { moveText.value = e.currentTarget.value; }} onBlur={() => { if (!moveText.value) close(); }}
        onKeyDown={e => { if (e.key === "Escape") close(); }} /></label>
      <small class={notice.value?.bad ? "bad" : ""} title={notice.value?.text}>{notice.value?.text}</small>
    </form>);
}
