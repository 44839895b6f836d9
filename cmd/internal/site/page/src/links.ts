import { batch } from "@preact/signals";
import { followLink, isViewHash } from "./browserhistory";
import { embedded, linkIn } from "./embed";
import { texts } from "./i18n";
import { openNamed } from "./opener";
import { ask } from "./server";
import { addLine, attempt, current, flipped, go, position, say, show, showGame, tree } from "./state";
import { packText, unpackText } from "./textlink";
import { isBare, placesAlong, last, movesTo, newTree, pathOf, plyOf, toGame } from "./tree";
import { visit } from "./workspaces";

const page = () => location.origin + location.pathname;

// Characters that every program takes in a link, and that most do.
export const longLink = 2000, maxLink = 8192;

// linkToPosition and linkToGame return links that open this page with what the board shows. The link to a short game of moves alone has the
// line of the place on the board, and the place; that of any other game has all of it, packed. A board that is turned is so in the link.
export const linkToPosition = () => `${page()}#fen=${position.value?.fen ?? ""}${side()}`;

const side = () => flipped.value ? "&flip" : "";

export async function linkToGame() {
  const { start, tags } = tree.value, moves = movesTo(last(current.value)).join(",");
  const plain = `${page()}#${start && `start=${encodeURI(start)}&`}moves=${moves}&ply=${plyOf(current.value)}${side()}`;
  if (isBare(tree.value) && !tags.length && plain.length <= longLink) return plain;
  const { text } = await ask("write", toGame(tree.value));
  return `${page()}#game=${await packText(text)}&at=${pathOf(current.value).join(".")}${side()}`;
}

// open shows the game or the position of a link, or opens its file of games. The game before comes back with Undo.
async function open(asked: URLSearchParams) {
  const file = asked.get("file");
  if (file) return openNamed(file);
  const packed = asked.get("game");
  if (packed) return openWhole(packed, asked.get("at") ?? "", asked.has("flip"));
  const w = texts.share, fen = asked.get("fen"), moves = (asked.get("moves") ?? "").split(",").filter(move => move);
  if (!fen && !asked.has("moves")) throw new Error(w.emptyLink);
  const start = fen || asked.get("start") || "", line = fen ? [] : moves;
  const { lasts } = await ask("walk", { start, moves: [], line }).catch((error: Error) => { throw new Error(w.wrongLink(error.message)); });
  visit("analyse");
  const lost = tree.value.root.children.length > 0 || !!tree.value.start;
  const next = newTree(start), played = lasts.map(move => move.text), ply = Math.min(Number(asked.get("ply")) || 0, played.length);
  batch(() => { // one step of Undo
    show(next);
    flipped.value = asked.has("flip");
    addLine(next.root, played);
    go(placesAlong(next.root, played.slice(0, ply)).at(-1)!);
  });
  if (!embedded) say(fen ? w.positionOpened : w.gameOpened, false, lost);
}

// openWhole shows the game that a link holds, at a place.
async function openWhole(packed: string, at: string, turned: boolean) {
  const w = texts.share, fail = (error: Error) => { throw new Error(w.wrongLink(error.message)); };
  const text = await unpackText(packed).catch(() => fail(new Error(w.cutLink))), { game } = await ask("read", { text }).catch(fail);
  visit("analyse");
  const lost = tree.value.root.children.length > 0 || !!tree.value.start;
  showGame(game, at.split(".").filter(part => part).map(Number));
  flipped.value = turned;
  if (!embedded) say(w.gameOpened, false, lost);
}

// openLink opens the link behind the # of the address, and removes it there: a page that is loaded again shows its own game.
function openLink() {
  const text = linkIn(location.hash);
  if (!text || isViewHash(location.hash)) return;
  if (embedded) return void attempt(() => open(new URLSearchParams(text)));
  void followLink(() => attempt(() => open(new URLSearchParams(text))));
}

// startLinks opens the link with which the page was opened, and those that are opened later.
export function startLinks() {
  openLink();
  addEventListener("hashchange", openLink);
}
