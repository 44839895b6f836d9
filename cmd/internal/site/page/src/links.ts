import { batch } from "@preact/signals";
import { followLink, isViewHash } from "./browserhistory";
import { texts } from "./i18n";
import { openNamed } from "./opener";
import { ask } from "./server";
import { addLine, attempt, current, go, position, say, show, tree } from "./state";
import { placesAlong, last, movesTo, newTree, plyOf } from "./tree";
import { visit } from "./workspaces";

const page = () => location.origin + location.pathname;

// linkToPosition and linkToGame return links that open this page with what the board shows. The link to a game has the line of the
// place on the board, and the place.
export const linkToPosition = () => `${page()}#fen=${position.value?.fen ?? ""}`;

export function linkToGame() {
  const { start } = tree.value, moves = movesTo(last(current.value)).join(",");
  return `${page()}#${start && `start=${encodeURI(start)}&`}moves=${moves}&ply=${plyOf(current.value)}`;
}

// open shows the game or the position of a link, or opens its file of games. The game before comes back with Undo.
async function open(asked: URLSearchParams) {
  const file = asked.get("file");
  if (file) return openNamed(file);
  const w = texts.share, fen = asked.get("fen"), moves = (asked.get("moves") ?? "").split(",").filter(move => move);
  if (!fen && !asked.has("moves")) throw new Error(w.emptyLink);
  const start = fen || asked.get("start") || "", line = fen ? [] : moves;
  const { lasts } = await ask("walk", { start, moves: [], line }).catch((error: Error) => { throw new Error(w.wrongLink(error.message)); });
  visit("analyse");
  const lost = tree.value.root.children.length > 0 || !!tree.value.start;
  const next = newTree(start), played = lasts.map(move => move.text), ply = Math.min(Number(asked.get("ply")) || 0, played.length);
  batch(() => { // one step of Undo
    show(next);
    addLine(next.root, played);
    go(placesAlong(next.root, played.slice(0, ply)).at(-1)!);
  });
  say(fen ? w.positionOpened : w.gameOpened, false, lost);
}

// openLink opens the link behind the # of the address, and removes it there: a page that is loaded again shows its own game.
function openLink() {
  const text = location.hash.slice(1);
  if (!text || isViewHash(location.hash)) return;
  void followLink(() => attempt(() => open(new URLSearchParams(text))));
}

// startLinks opens the link with which the page was opened, and those that are opened later.
export function startLinks() {
  openLink();
  addEventListener("hashchange", openLink);
}
