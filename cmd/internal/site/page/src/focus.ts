// Who uses the keyboard never loses the focus: where the element that has it goes or is switched off, the board takes it.
let byPointer = false, last: Element | null = null;

// usedPointer says that the pointer was used last.
export const usedPointer = () => byPointer;

const board = () => document.querySelector<SVGElement>(".board-svg");
const movable = () => board()?.querySelector<SVGElement>(".hit.active");

// focusBoard gives the focus to the first piece that can move; behind a game to what tells about it; else to the board until there is one.
const focusBoard = () => (movable() ?? document.getElementById("report-game") ?? board())?.focus();

function check() {
  if (byPointer || document.querySelector("dialog[open]")) return;
  if (document.activeElement === board() && movable()) focusBoard();
  if (document.activeElement !== document.body || !last || last.isConnected && !last.matches(":disabled")) return;
  last = null;
  focusBoard();
}

const settled = 50; // milliseconds after which a browser has taken the focus from what is switched off

// startFocus watches what becomes of the element that has the focus.
export function startFocus() {
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
