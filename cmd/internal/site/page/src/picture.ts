import { analysing, lines } from "./analysis";
import { preferences } from "./preferences";
import { shapes } from "./shapes";
import { flipped, position } from "./state";

// picture returns a picture of the position on the board, as the board shows it.
export async function picture(kind: "svg" | "png"): Promise<Blob> {
  const response = await fetch(diagram(kind));
  if (!response.ok) throw new Error((await response.text()).trim());
  return response.blob();
}

// arrows returns the engine's arrows that the board shows, the best on top.
const arrows = () => preferences.value.arrows && analysing.value
  ? (lines.value?.lines ?? []).map(line => line.path.join("-")).filter(path => path.includes("-")).reverse() : [];

// diagram returns the address of the picture.
function diagram(kind: "svg" | "png") {
  const { board, pieces, numbers } = preferences.value;
  const asked = new URLSearchParams({ fen: position.value?.fen ?? "", theme: board, numbers });
  if (flipped.value) asked.set("flip", "");
  if (pieces === "red") asked.set("red", "");
  for (const arrow of arrows()) asked.append("arrow", arrow);
  for (const path of shapes.value) asked.append("chalk", path.join("-"));
  return `diagram.${kind}?${asked}`;
}
