// A frame of an animated picture: its pixels, of four bytes each, and how long it is shown, in hundredths of a second.
export interface Frame { pixels: Uint8ClampedArray; delay: number }

const entries = 256, coarse = 0xf8; // colours of the table; their last bits are left out

const colourAt = (pixels: Uint8ClampedArray, i: number) => (pixels[i] & coarse) << 16 | (pixels[i + 1] & coarse) << 8 | pixels[i + 2] & coarse;
const parts = (colour: number) => [colour >> 16, colour >> 8 & 255, colour & 255];

// tableOf returns the colours that most pixels have, and the place of each colour of a pixel, or of the nearest, among them.
function tableOf(frames: Frame[]) {
  const seen = new Map<number, number>();
  for (const { pixels } of frames) {
    for (let i = 0; i < pixels.length; i += 4) {
      const colour = colourAt(pixels, i);
      seen.set(colour, (seen.get(colour) ?? 0) + 1);
    }
  }
  const all = [...seen].sort(([, a], [, b]) => b - a).map(([colour]) => colour), table = all.slice(0, entries);
  const far = (a: number, b: number) => parts(a).reduce((sum, part, i) => sum + (part - parts(b)[i]) ** 2, 0);
  const nearest = (colour: number) => table.reduce((best, other, i) => far(colour, other) < far(colour, table[best]) ? i : best, 0);
  return { table, places: new Map(all.map((colour, i) => [colour, i < entries ? i : nearest(colour)])) };
}

// packed returns bytes packed by the LZW of GIF.
function packed(bytes: Uint8Array): number[] {
  const clear = 256, end = 257, minBits = 9, full = 4096, out: number[] = [], known = new Map<number, number>();
  let held = 0, holds = 0, bits = minBits, next = end + 1, row = bytes[0];
  const put = (code: number) => {
    held |= code << holds;
    for (holds += bits; holds >= 8; holds -= 8, held >>>= 8) out.push(held & 255);
  };
  put(clear);
  for (const byte of bytes.subarray(1)) {
    const longer = known.get(row << 8 | byte);
    if (longer !== undefined) {
      row = longer;
      continue;
    }
    put(row);
    if (next === full) {
      put(clear);
      known.clear();
      [bits, next] = [minBits, end + 1];
    } else {
      if (next === 1 << bits) bits++;
      known.set(row << 8 | byte, next++);
    }
    row = byte;
  }
  put(row);
  if (next === 1 << bits && bits < 12) bits++;
  put(end);
  if (holds) out.push(held & 255);
  return out;
}

const word = (n: number) => [n & 255, n >> 8];

// blocks returns bytes in blocks of GIF, each with its length before it.
function* blocks(bytes: number[]) {
  for (let i = 0; i < bytes.length; i += 255) {
    const block = bytes.slice(i, i + 255);
    yield [block.length, ...block];
  }
}

// gif returns an animated picture of square frames, which begins anew at its end.
export function gif(frames: Frame[], side: number): Blob {
  const { table, places } = tableOf(frames), ascii = (text: string) => [...text].map(letter => letter.charCodeAt(0));
  const colours = Array.from({ length: entries }, (_, i) => parts(table[i] ?? 0)).flat();
  const file = [ascii("GIF89a"), word(side), word(side), [0xf7, 0, 0], colours, [0x21, 0xff, 11], ascii("NETSCAPE2.0"), [3, 1, 0, 0, 0]];
  for (const { pixels, delay } of frames) {
    const indices = Uint8Array.from({ length: side * side }, (_, i) => places.get(colourAt(pixels, 4 * i))!);
    file.push([0x21, 0xf9, 4, 0], word(delay), [0, 0], [0x2c, 0, 0, 0, 0], word(side), word(side), [0, 8], ...blocks(packed(indices)), [0]);
  }
  return new Blob([Uint8Array.from([...file, [0x3b]].flat())], { type: "image/gif" });
}
