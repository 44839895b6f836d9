import { attempt, position, tree } from "./state";
import { copy } from "./copy";
import { Menu, type Entry } from "./controls";
import { linkToGame, linkToPosition } from "./links";
import { copyPicture, download, savePicture } from "./picture";
import { fileOf, written } from "./saver";
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
  const link = (text: string) => copy(text, text.length > longLink ? w.longLink(text.length) : w.linkCopied);
  const entries: Entry[] = [
    { id: "link-position", icon: "link", text: w.linkToPosition, onClick: () => attempt(() => link(linkToPosition())) },
    { id: "link-game", icon: "link", text: w.linkToGame, onClick: () => attempt(() => link(linkToGame())) },
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
