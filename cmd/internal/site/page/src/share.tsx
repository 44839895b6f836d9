import { Menu, type Entry } from "./controls";
import { copy } from "./copy";
import { askUser } from "./dialog";
import { texts } from "./i18n";
import { linkToGame, linkToPosition, longLink, maxLink } from "./links";
import { picture } from "./picture";
import { fileOf, gameText } from "./saver";
import { attempt, position, say, tree } from "./state";
import { toldGame } from "./views";

// savePage saves the game as its author annotated it, with what its report tells, as a page of its own.
const savePage = async () =>
  download(await (await import("./gamepage")).gamePage(await toldGame()), fileOf(tree.value.origin).replace(/(\.pdn)?(\.gz)?$/i, ".html"));

// onThisComputer says that no other computer can open a link to this page.
const onThisComputer = () => /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);

// ShareMenu gives what the board shows to others.
export function ShareMenu({ id, class: kind }: { id?: string; class?: string }) {
  const w = texts.share;
  const withText = (use: (text: string) => unknown) => () => attempt(async () => {
    const text = await gameText();
    if (text) await use(text);
  });
  const link = (text: string) => copy(text,
    [text.length > longLink ? w.longLink(text.length) : w.linkCopied, onThisComputer() ? w.ownLink : ""].join(" ").trim());
  const save = (text: string) => download(new Blob([text], { type: "text/plain" }), fileOf(tree.value.origin));
  // A link that many programs would cut is no link: the file is offered in its place.
  const shareGame = async () => {
    const made = await linkToGame();
    if (made.length <= maxLink) return link(made);
    const answer = await askUser(w.tooLong(made.length), w.copyAnyway, w.download);
    if (answer === w.copyAnyway) return link(made);
    if (answer) await withText(save)();
  };
  const entries: Entry[] = [
    { id: "link-position", icon: "link", text: w.linkToPosition, onClick: () => attempt(() => link(linkToPosition())) },
    { id: "link-game", icon: "link", text: w.linkToGame,
      onClick: () => attempt(shareGame) },
    "-",
    { id: "copy-pdn", icon: "copy", text: w.copyGame, onClick: withText(text => copy(text)) },
    { id: "copy-fen", icon: "copy", text: w.copyPosition, onClick: () => attempt(() => copy(position.value?.fen ?? "")) },
    { id: "copy-picture", icon: "image", text: w.copyPicture, onClick: () => attempt(copyPicture) },
    "-",
    { id: "save-png", icon: "image", text: w.savePNG, onClick: () => attempt(() => savePicture("png")) },
    { id: "save-svg", icon: "image", text: w.saveSVG, onClick: () => attempt(() => savePicture("svg")) },
    { id: "download", icon: "save", text: w.download,
      onClick: withText(save) },
    { id: "save-page", icon: "save", text: w.savePage, onClick: withText(savePage) },
    { id: "print", icon: "print", text: w.print, note: w.printNote, onClick: () => window.print() },
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

const savePicture = async (kind: "svg" | "png") => download(await picture(kind), `position.${kind}`);

// copyPicture puts a picture on the clipboard, or saves it where the browser does not let the page do so.
export async function copyPicture() {
  const png = await picture("png");
  try {
    await navigator.clipboard.write([new ClipboardItem({ [png.type]: png })]);
    return say(texts.share.copied);
  } catch { /* the browser has no such clipboard, or forbids it */ }
  download(png, "position.png");
  say(texts.share.pictureSaved);
}
