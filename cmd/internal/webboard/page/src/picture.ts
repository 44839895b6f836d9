import { drawings } from "./chalk";
import { analysing, flipped, lines, position, preferences, say } from "./state";
import { words } from "./words";

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

export const savePicture = async (kind: "svg" | "png") => download(await picture(kind), `position.${kind}`);

// copyPicture puts a picture on the clipboard, or saves it where the browser does not let the page do so.
export async function copyPicture() {
  const png = await picture("png");
  if (await navigator.clipboard?.write([new ClipboardItem({ [png.type]: png })]).then(() => true, () => false))
    return say(words.share.copied);
  download(png, "position.png");
  say(words.share.pictureSaved);
}
