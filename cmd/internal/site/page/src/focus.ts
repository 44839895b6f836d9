// Who uses the keyboard never loses the focus: where the element that has it goes or is switched off, the board takes it.
let byPointer = false, last: Element | null = null;

// pointed says that the pointer was used last.
export const pointed = () => byPointer;

const board = () => document.querySelector<SVGElement>(".board-svg");
const movable = () => board()?.querySelector<SVGElement>(".hit.active");

// toBoard gives the focus to the first piece that can move, or to the board until there is one.
const toBoard = () => (movable() ?? board())?.focus();

function check() {
  if (byPointer || document.querySelector("dialog[open]")) return;
  if (document.activeElement === board() && movable()) toBoard();
  if (document.activeElement !== document.body || !last || last.isConnected && !last.matches(":disabled")) return;
  last = null;
  toBoard();
}

const settled = 50; // milliseconds after which a browser has taken the focus from what is switched off

// keepFocus watches what becomes of the element that has the focus.
export function keepFocus() {
  addEventListener("keydown", () => { byPointer = false; }, true);
  addEventListener("pointerdown", () => { byPointer = true; }, true);
  addEventListener("focusin", event => { last = event.target as Element; });
  let waiting: ReturnType<typeof setTimeout> | undefined;
  new MutationObserver(() => {
    check();
    clearTimeout(waiting);
    waiting = setTimeout(check, settled);
  }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled", "class"] });
}
