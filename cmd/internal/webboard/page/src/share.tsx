import { drawings } from "./chalk";
import { Menu, type Entry } from "./controls";
import { copy } from "./copy";
import { linkToGame, linkToPosition } from "./links";
import { fileOf, written } from "./saver";
import { analysing, attempt, flipped, lines, position, preferences, say, tree } from "./state";
import { isBare } from "./tree";
import { words } from "./words";

const longLink = 2000; // characters that every program takes

// savePage saves the game as its author annotated it as a page of its own, which the server makes.
async function savePage(text: string) {
  const response = await fetch("page", { method: "POST", body: text });
  if (!response.ok) throw new Error((await response.text()).trim());
  download(await response.blob(), fileOf(tree.value.origin).replace(/(\.pdn)?(\.gz)?$/i, ".html"));
}

// ShareMenu gives what the board shows to others.
export function ShareMenu({ id, class: kind }: { id?: string; class?: string }) {
  const w = words.share;
  const withText = (use: (text: string) => unknown) => () => attempt(async () => {
    const text = await written();
    if (text) await use(text);
  });
  const link = (text: string, copied = w.linkCopied) => copy(text, text.length > longLink ? w.longLink(text.length) : copied);
  const entries: Entry[] = [
    { id: "link-position", icon: "link", text: w.linkToPosition, onClick: () => attempt(() => link(linkToPosition())) },
    { id: "link-game", icon: "link", text: w.linkToGame,
      onClick: () => attempt(() => link(linkToGame(), isBare(tree.value) ? w.linkCopied : w.movesCopied)) },
    "-",
    { id: "copy-pdn", icon: "copy", text: w.copyGame, onClick: withText(text => copy(text)) },
    { id: "copy-fen", icon: "copy", text: w.copyPosition, onClick: () => attempt(() => copy(position.value?.fen ?? "")) },
    { id: "copy-picture", icon: "image", text: w.copyPicture, onClick: () => attempt(copyPicture) },
    "-",
    { id: "save-png", icon: "image", text: w.savePNG, onClick: () => attempt(() => savePicture("png")) },
    { id: "save-svg", icon: "image", text: w.saveSVG, onClick: () => attempt(() => savePicture("svg")) },
    { id: "download", icon: "save", text: w.download,
      onClick: withText(text => download(new Blob([text], { type: "text/plain" }), fileOf(tree.value.origin))) },
    { id: "save-page", icon: "save", text: w.savePage, onClick: withText(savePage) },
    { id: "print", icon: "print", text: w.print, onClick: () => window.print() },
  ];
  return <Menu icon="share" label={w.share} id={id} class={kind} entries={entries} />;
}

// download gives a file to the user.
export function download(file: Blob, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// arrows returns the engine's arrows that the board shows, the best on top.
const arrows = () => preferences.value.arrows && analysing.value
  ? (lines.value?.lines ?? []).map(line => line.path.join("-")).filter(path => path.includes("-")).reverse() : [];

// diagram returns the address of a picture of the position on the board, as the board shows it.
export function diagram(kind: "svg" | "png") {
  const { board, pieces, numbers } = preferences.value;
  const asked = new URLSearchParams({ fen: position.value?.fen ?? "", theme: board, numbers: numbers ? "inside" : "none" });
  if (flipped.value) asked.set("flip", "");
  if (pieces === "red") asked.set("red", "");
  for (const arrow of arrows()) asked.append("arrow", arrow);
  for (const path of drawings.value) asked.append("chalk", path.join("-"));
  return `diagram.${kind}?${asked}`;
}

async function picture(kind: "svg" | "png") {
  const response = await fetch(diagram(kind));
  if (!response.ok) throw new Error((await response.text()).trim());
  return response.blob();
}

const savePicture = async (kind: "svg" | "png") => download(await picture(kind), `position.${kind}`);

// copyPicture puts a picture on the clipboard, or saves it where the browser does not let the page do so.
export async function copyPicture() {
  const png = await picture("png");
  if (await navigator.clipboard?.write([new ClipboardItem({ [png.type]: png })]).then(() => true, () => false))
    return say(words.share.copied);
  download(png, "position.png");
  say(words.share.pictureSaved);
}
