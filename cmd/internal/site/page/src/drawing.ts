export const namespace = "http://www.w3.org/2000/svg";

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

// drawingOf returns a copy of a board that is shown, which needs nothing of the page and is width pixels wide.
export function drawingOf(shown: Element, width: number): Element {
  const board = withInlineStyle(shown), shapes = document.createElementNS(namespace, "defs");
  board.setAttribute("xmlns", namespace);
  board.setAttribute("font-family", "Figtree,Arial,Helvetica,sans-serif");
  board.setAttribute("width", String(width));
  board.setAttribute("height", String(width));
  shapes.append(...[...document.querySelector(".drawings")!.children].map(withInlineStyle));
  board.prepend(shapes);
  return board;
}

// svgFile returns a drawing as a file.
export const svgFile = (drawing: Element) => new Blob([new XMLSerializer().serializeToString(drawing)], { type: "image/svg+xml" });

// painted paints a drawing of that width.
export async function painted(drawing: Element, width: number): Promise<HTMLCanvasElement> {
  const address = URL.createObjectURL(svgFile(drawing));
  try {
    const image = new Image(width, width), canvas = document.createElement("canvas");
    image.src = address;
    await image.decode();
    canvas.width = canvas.height = width;
    canvas.getContext("2d")!.drawImage(image, 0, 0, width, width);
    return canvas;
  } finally {
    URL.revokeObjectURL(address);
  }
}
