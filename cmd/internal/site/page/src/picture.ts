import { analysing, lines } from "./analysis";
import { preferences } from "./preferences";
import { ask } from "./server";
import { shapes } from "./shapes";
import { flipped, position } from "./state";
import { toGame, type Tree } from "./tree";

// page returns a game as a page of its own, which the server makes, with the side at the bottom that is there on the board.
export const page = async (game: Tree) => fetched(flipped.value ? "page?flip" : "page", { method: "POST", body: (await ask("write", toGame(game))).text });

// picture returns a picture of the position on the board, as the board shows it.
export const picture = (kind: "svg" | "png") => fetched(diagram(kind));

async function fetched(path: string, how?: RequestInit): Promise<Blob> {
  const response = await fetch(path, how);
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
