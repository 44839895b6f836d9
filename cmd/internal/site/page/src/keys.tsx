import { engineOn } from "./analysis";
import { announce } from "./announcements";
import { bestMove } from "./bestmove";
import { copy } from "./copy";
import { dialogShown } from "./dialog";
import { toggleThreat } from "./engine";
import { endFilm, film, pictureInWords, walk } from "./film";
import { usedPointer } from "./focus";
import { annotating } from "./gamemenu";
import { texts } from "./i18n";
import { inWords } from "./placement";
import { prefer, preferences } from "./preferences";
import { gameText } from "./saver";
import { attempt, current, flipped, go, notice, position, say, view, type View } from "./state";
import { typing } from "./steps";
import type { Place } from "./tree";
import { visit } from "./workspaces";

// Keys that go on while they are held.
const steps: Record<string, () => void> = {
  ArrowLeft: walk.back, ArrowRight: walk.forward, Home: walk.toStart, End: walk.toEnd, ArrowUp: walk.toStart, ArrowDown: walk.toEnd,
};

const intoVariation: Record<string, () => void> = {
  ArrowDown: () => goToVariation(1), ArrowRight: () => goToVariation(1), ArrowUp: () => goToVariation(-1), ArrowLeft: () => goToVariation(-1),
};

const maxLines = 5;
const moreLines = (by: number) => prefer({ multiPV: Math.min(maxLines, Math.max(1, preferences.value.multiPV + by)) });

// Keys that do one thing once, however long they are held.
const once: Record<string, () => void> = {
  f: () => { flipped.value = !flipped.value; },
  e: () => { engineOn.value = !engineOn.value; },
  " ": () => { if (!["play", "problems", "setup"].includes(view.value)) bestMove(); },
  n: () => goToFault(at => at.children[0], texts.moves.noFaultAfter),
  p: () => goToFault(at => at.parent, texts.moves.noFaultBefore),
  c: () => { annotating.value = view.value === "analyse"; },
  t: () => { if (view.value === "analyse") toggleThreat(); },
  "+": () => moreLines(1),
  "-": () => moreLines(-1),
  b: () => {
    if (film.value) announce(pictureInWords(film.value));
    else if (position.value && view.value !== "setup") announce(inWords(position.value));
  },
  "?": () => { dialogShown.value = "keys"; },
  h: () => { dialogShown.value = "rules"; },
  Escape: () => {
    notice.value = null;
    endFilm();
  },
};

// The views by their digits, with Alt.
const views: View[] = ["play", "analyse", "problems", "games"];

const copyGame = () => void attempt(async () => copy(await gameText()));

// goToVariation goes to the next variation, or to the one before, or out of the variation.
function goToVariation(by: 1 | -1) {
  let at = current.value;
  const other = (place: Place) => place.parent?.children[place.parent.children.indexOf(place) + by];
  if (by > 0) return go(other(at) ?? at.children[1] ?? at);
  while (at.parent && !other(at)) at = at.parent;
  if (at.parent) go(other(at)!);
}

// goToFault goes to the next place of a walk whose move has ?, ?? or ?!, or says that there is none.
const faults = [2, 4, 6];
function goToFault(next: (at: Place) => Place | null | undefined, none: string) {
  for (let at = next(current.value); at; at = next(at)) if (at.nags.some(n => faults.includes(n))) return go(at);
  say(none, false, false, "help");
}

const plain = ["checkbox", "radio", "file", "button", "submit"]; // inputs in which no text is written
const listKeys = ["ArrowUp", "ArrowDown", "Home", "End"]; // with these keys a list changes its value
const opens = CSS.supports("selector(:open)");

// belongsTo tells whether a key belongs to an element: to a text that is being written, to a list, to a dialog, to a button that Tab has
// reached. The field of moves has a text only while it is not empty.
function belongsTo(target: HTMLElement, key: string): boolean {
  if (target.closest("dialog, textarea")) return true;
  if (key === " " && target.closest("button, summary, a, input:not(#move), select")) return true;
  if (target instanceof HTMLSelectElement) return listKeys.includes(key) || opens && target.matches(":open");
  if (!(target instanceof HTMLInputElement)) return target.isContentEditable;
  return target.id === "move" ? target.value !== "" : !plain.includes(target.type);
}

// beginMove lets a digit begin a move: the field opens and has the focus before the browser writes the digit. What was typed before
// gives way. Where the field is not seen nothing begins.
function beginMove() {
  if (!document.getElementById("type-move")?.offsetParent) return;
  typing.value = true;
  const field = document.getElementById("move") as HTMLInputElement | null;
  field?.focus();
  field?.select();
}

function onKey(event: KeyboardEvent) {
  const { key } = event, target = event.target as HTMLElement;
  if (document.querySelector("dialog[open]") || belongsTo(target, key)) return;
  const ctrl = event.ctrlKey || event.metaKey;
  const does = ctrl ? !event.altKey && key === "c" && nothingSelected() && copyGame
    : event.altKey ? viewOf(event.code)
    : event.shiftKey && intoVariation[key] || steps[key] || !event.repeat && once[key.length > 1 ? key : key.toLowerCase()];
  if (does) {
    event.preventDefault();
    does();
  } else if (/^[0-9]$/.test(key) && !ctrl && !event.altKey) beginMove();
}

const nothingSelected = () => !getSelection()?.toString();

function viewOf(code: string) {
  const next = views[Number(/^Digit(\d)$/.exec(code)?.[1]) - 1];
  return next && (() => visit(next));
}

// What was pressed by the pointer gives the keys back. What was reached by Tab keeps the focus.
function onPressed(event: Event) {
  const focused = document.activeElement as HTMLElement | null;
  if (!usedPointer() || !focused || focused.closest("dialog, [role=menu]") || !focused.contains(event.target as Node)) return;
  if (event.type === "click" ? focused.matches("button, summary, input[type=checkbox]") : focused.matches("select")) focused.blur();
}

// A turn of the wheel over the board goes a step, also a slow one of a touch pad.
const wheelStep = 60; // pixels
let wheeled = 0;
function onWheel(event: WheelEvent) {
  if (event.ctrlKey || !(event.target as HTMLElement).closest(".board-row") || view.value === "setup") return;
  event.preventDefault();
  const way = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : Math.sign(event.deltaY) * wheelStep;
  wheeled = Math.sign(way) === Math.sign(wheeled) ? wheeled + way : way;
  if (Math.abs(wheeled) < wheelStep) return;
  (wheeled > 0 ? walk.forward : walk.back)();
  wheeled = 0;
}

// startKeys makes the keys of the board work. They belong to the board unless a text is being written.
export function startKeys() {
  document.addEventListener("keydown", onKey);
  document.addEventListener("click", onPressed);
  document.addEventListener("change", onPressed);
  document.addEventListener("wheel", onWheel, { passive: false });
}
