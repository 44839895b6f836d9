// The files of the engine lie packed on their host.

// unpacked returns a body as it was before it was packed, also if the host has sent it so that the browser has unpacked it.
export async function unpacked(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const [look, whole] = body.tee(), reader = look.getReader();
  const first: number[] = [];
  while (first.length < 2) {
    const { value, done } = await reader.read();
    if (done) break;
    first.push(...value.subarray(0, 2));
  }
  void reader.cancel();
  return first[0] === 0x1f && first[1] === 0x8b ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
}

// moduleType is the type of modules. A response of the browser that has it is unpacked, and the browser keeps what it compiles.
export const moduleType = "application/wasm";
