import { size } from "./geometry";
import { preferences } from "./preferences";
import type { Tree } from "./tree";

// A page without a server draws its pictures itself, from the board that it shows, and writes the page of a game itself.
export const page = async (game: Tree) => (await import("./browserpage")).gamePage(game);

const width = 800; // pixels
const namespace = "http://www.w3.org/2000/svg";

// What the style of the page says of a drawing, which a file must say itself.
const properties = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin",
  "stroke-dasharray", "opacity", "paint-order", "font-size", "font-weight", "text-anchor", "dominant-baseline", "stop-color", "stop-opacity",
  "transform"];
const defaults: Record<string, string> = { opacity: "1", transform: "none", "stop-color": "rgb(0, 0, 0)", "fill-opacity": "1",
  "stroke-opacity": "1", "stop-opacity": "1", "paint-order": "normal", "stroke-dasharray": "none", "dominant-baseline": "auto" };
const omitted = ".hit, .ring, .ring-case, .ring-halo, .target, .target-cap, .hl-sel, .hl-pre, .hl-from, .hl-via, .hl-to";

// withInlineStyle returns a copy of a drawing that needs no style of the page.
function withInlineStyle(element: Element): Element {
  const copy = element.cloneNode() as Element, style = getComputedStyle(element);
  for (const name of ["class", "style", "aria-hidden", "role", "aria-label", "tabindex"]) copy.removeAttribute(name);
  for (const name of properties) {
    const value = style.getPropertyValue(name);
    if (value && value !== defaults[name]) copy.setAttribute(name, value);
  }
  for (const child of element.childNodes) {
    if (child instanceof Element) {
      if (!child.matches(omitted)) copy.append(withInlineStyle(child));
    } else copy.append(child.cloneNode());
  }
  return copy;
}

// addFrame puts a frame round a drawing of the board, on which numbers are.
function addFrame(board: Element) {
  const width = 44, frame = document.createElementNS(namespace, "rect"), side = String(size + 2 * width);
  board.setAttribute("viewBox", `${-width} ${-width} ${side} ${side}`);
  for (const [name, value] of Object.entries({ x: -width, y: -width, width: side, height: side })) frame.setAttribute(name, String(value));
  frame.setAttribute("fill", getComputedStyle(document.documentElement).getPropertyValue("--frame-1"));
  board.prepend(frame);
}

function drawing(): string {
  const board = withInlineStyle(document.querySelector(".board-svg")!);
  board.setAttribute("xmlns", namespace);
  board.setAttribute("font-family", "Figtree,Arial,Helvetica,sans-serif");
  board.setAttribute("width", String(width));
  board.setAttribute("height", String(width));
  if (preferences.value.numbers === "outside") addFrame(board);
  const shapes = document.createElementNS(namespace, "defs");
  shapes.append(...[...document.querySelector(".drawings")!.children].map(withInlineStyle));
  board.prepend(shapes);
  return new XMLSerializer().serializeToString(board);
}

// picture returns a picture of the board.
export async function picture(kind: "svg" | "png"): Promise<Blob> {
  const svg = new Blob([drawing()], { type: "image/svg+xml" });
  if (kind === "svg") return svg;
  const address = URL.createObjectURL(svg);
  try {
    const image = new Image(width, width);
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = width;
    canvas.getContext("2d")!.drawImage(image, 0, 0, width, width);
    return await new Promise(resolve => canvas.toBlob(blob => resolve(blob!), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
