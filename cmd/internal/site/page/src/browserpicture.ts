import { drawingOf, svgFile, namespace, painted } from "./drawing";
import { size } from "./geometry";
import { preferences } from "./preferences";

// A page without a server draws its pictures itself, from the board that it shows.

const width = 800; // pixels

// addFrame puts a frame round a drawing of the board, on which numbers are.
function addFrame(board: Element) {
  const width = 44, frame = document.createElementNS(namespace, "rect"), side = String(size + 2 * width);
  board.setAttribute("viewBox", `${-width} ${-width} ${side} ${side}`);
  for (const [name, value] of Object.entries({ x: -width, y: -width, width: side, height: side })) frame.setAttribute(name, String(value));
  frame.setAttribute("fill", getComputedStyle(document.documentElement).getPropertyValue("--frame-1"));
  board.prepend(frame);
}

// picture returns a picture of the board.
export async function picture(kind: "svg" | "png"): Promise<Blob> {
  const board = drawingOf(document.querySelector(".board-svg")!, width);
  if (preferences.value.numbers === "outside") addFrame(board);
  if (kind === "svg") return svgFile(board);
  const canvas = await painted(board, width);
  return new Promise(resolve => canvas.toBlob(blob => resolve(blob!), "image/png"));
}
