import { back, engineOn, flipped, forward, toEnd, toStart } from "./state";
import { typing } from "./steps";

const steps: Record<string, () => void> = {
  ArrowLeft: back, ArrowRight: forward, Home: toStart, End: toEnd, ArrowUp: toStart, ArrowDown: toEnd,
  f: () => { flipped.value = !flipped.value; }, e: () => { engineOn.value = !engineOn.value; },
};

const pressed = ["checkbox", "radio", "file", "button", "submit"]; // inputs in which no text is written
const ofList = ["ArrowUp", "ArrowDown", "Home", "End"]; // with these keys a list changes its value
const opens = CSS.supports("selector(:open)");

// belongsTo tells whether a key belongs to an element: to a text that is being written, to a list, to a dialog. The field of
// moves has a text only while it is not empty.
function belongsTo(target: HTMLElement, key: string): boolean {
  if (target.closest("dialog, textarea")) return true;
  if (target instanceof HTMLSelectElement) return ofList.includes(key) || opens && target.matches(":open");
  if (!(target instanceof HTMLInputElement)) return target.isContentEditable;
  return target.id === "move" ? target.value !== "" : !pressed.includes(target.type);
}

// beginMove lets a digit begin a move: what was typed before gives way.
function beginMove() {
  typing.value = true;
  const field = document.getElementById("move") as HTMLInputElement | null;
  field?.focus();
  field?.select();
}

function onKey(event: KeyboardEvent) {
  byPointer = false;
  if (event.ctrlKey || event.altKey || event.metaKey || belongsTo(event.target as HTMLElement, event.key)) return;
  if (steps[event.key]) {
    event.preventDefault();
    steps[event.key]();
  } else if (/^[0-9]$/.test(event.key)) beginMove();
}

// A list gives the keys back after a choice by the pointer. After a choice by a key it keeps them.
let byPointer = false;
function onChange(event: Event) {
  const target = event.target as HTMLElement;
  if (byPointer && target instanceof HTMLSelectElement && !target.closest("dialog")) target.blur();
}

// hearKeys makes the keys of the board work. They belong to the board unless a text is being written.
export function hearKeys() {
  document.addEventListener("keydown", onKey);
  document.addEventListener("pointerdown", () => { byPointer = true; }, true);
  document.addEventListener("change", onChange);
}
