import { transact, type Store } from "./database";
import { texts } from "./i18n";
import { unpacked } from "./packed";

// A file of everything that the browser keeps, packed by gzip where the browser can: a line of JSON with what it holds, and then the bytes of the files.
interface Entry { store: Store; key: IDBValidKey; value?: unknown; size?: number }
interface Head { zonda: number; entries: Entry[] }

const format = 1;
const stores: Store[] = ["kept", "names", "nodes", "data"];
const lineFeed = 10;

async function save(): Promise<Blob> {
  const entries: Entry[] = [], parts: Uint8Array<ArrayBuffer>[] = [];
  await transact("readonly", async in_ => {
    for (const store of stores) for (const key of await in_.keys(store)) {
      const value = await in_.get(store, key);
      if (!(value instanceof Uint8Array)) entries.push({ store, key, value });
      else {
        entries.push({ store, key, size: value.length });
        parts.push(value as Uint8Array<ArrayBuffer>);
      }
    }
  });
  const head: Head = { zonda: format, entries }, plain = new Blob([JSON.stringify(head), "\n", ...parts]);
  if (!("CompressionStream" in globalThis)) return plain;
  return new Response(plain.stream().pipeThrough(new CompressionStream("gzip")), { headers: { "Content-Type": "application/gzip" } }).blob();
}

// parse returns what a file holds, or an error if it is no such file, or was cut.
async function parse(file: Blob): Promise<Entry[]> {
  try {
    const data = new Uint8Array(await new Response(await unpacked(file.stream())).arrayBuffer());
    const end = data.indexOf(lineFeed), head: Head = JSON.parse(new TextDecoder().decode(data.subarray(0, end)));
    if (head.zonda !== format) throw new Error("another format");
    let from = end + 1;
    const entries = head.entries.map(({ size, ...entry }): Entry => {
      if (!stores.includes(entry.store)) throw new Error("another store");
      return size === undefined ? entry : { ...entry, value: data.slice(from, from += size) };
    });
    if (from !== data.length) throw new Error("cut");
    return entries;
  } catch {
    throw new Error(texts.standalone.notSaved);
  }
}

// load puts what a file holds in the place of everything that the browser keeps, or changes nothing.
async function load(file: Blob) {
  const entries = await parse(file);
  await transact("readwrite", async in_ => {
    for (const store of stores) await in_.clear(store);
    for (const { store, key, value } of entries) await in_.put(store, value, key);
  });
}

export const backup = { save, load };
