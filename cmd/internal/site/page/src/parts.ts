import { signal } from "@preact/signals";
import { asset } from "./asset";
import { locks } from "./locks";
import type { Part } from "./transport";

// Listed is a part as parts.json names it: its file has a name of its own for each content.
interface Listed { name: string; file: string; bytes: number; sha256: string }

const names = ["weights", "book", "problems", "values", "distances"];

// parts are the parts of the engine's data, in the order in which they are loaded.
export const parts = signal<Part[]>(names.map(name => ({ name, bytes: 1, loaded: 0, state: "coming" })));

// resetParts is called when an engine starts: it has no parts yet.
export const resetParts = () => { parts.value = parts.value.map(part => ({ ...part, loaded: 0, state: "coming" })); };

const updatePart = (name: string, news: Partial<Part>) => {
  parts.value = parts.value.map(part => part.name === name ? { ...part, ...news } : part);
};

const hex = (bytes: ArrayBuffer) => Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, "0")).join("");

// isWhole compares data with what is listed. Over http by a name the browser computes no sums: then the length must do.
async function isWhole(data: Uint8Array<ArrayBuffer>, { bytes, sha256 }: Listed): Promise<boolean> {
  if (data.length !== bytes) return false;
  return !crypto.subtle || hex(await crypto.subtle.digest("SHA-256", data)) === sha256;
}

// cache is where the browser keeps parts, undefined where it has no such place or the user forbids it.
async function cache(): Promise<Cache | undefined> {
  try {
    return await caches.open("parts");
  } catch {
    return undefined;
  }
}

// cached returns what the browser has kept of a part. What is broken is deleted.
async function cached(part: Listed): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const own = await cache(), found = await own?.match(part.file);
  if (!found) return undefined;
  const data = new Uint8Array(await found.arrayBuffer());
  if (await isWhole(data, part)) return data;
  await own?.delete(part.file);
  return undefined;
}

const progressEach = 100; // milliseconds between two looks of the user at the progress

// download fetches a part, and updates its progress.
async function download(part: Listed, mode: RequestCache): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(new URL(part.file, document.baseURI), { cache: mode });
  if (!response.ok || !response.body) throw new Error(`${part.file}: ${response.status}`);
  const data = new Uint8Array(part.bytes), reader = response.body.getReader();
  let loaded = 0, shown = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    if (loaded + read.value.length > part.bytes) throw new Error(`${part.file} is too long`);
    data.set(read.value, loaded);
    loaded += read.value.length;
    if (performance.now() - shown > progressEach) {
      shown = performance.now();
      updatePart(part.name, { loaded });
    }
  }
  updatePart(part.name, { loaded });
  return data.subarray(0, loaded);
}

// fetched fetches a part, a second time past the browser's own cache if its sum is wrong, and keeps it.
async function fetched(part: Listed): Promise<Uint8Array<ArrayBuffer>> {
  for (const mode of ["default", "reload"] as const) {
    const data = await download(part, mode);
    if (!await isWhole(data, part)) continue;
    await (await cache())?.put(part.file, new Response(data)).catch(() => {}); // where there is no room it is fetched each time
    return data;
  }
  throw new Error(`${part.file} is not what the list of parts says`);
}

// exclusively runs work in one page of the browser at a time.
const exclusively = async <T>(work: () => Promise<T>): Promise<T> => {
  const own = await locks();
  return own ? own.request("parts", work) as Promise<T> : work();
};

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
const optionalPart = "distances"; // the part that is left out where data is to be saved

let run = 0;

// getPart returns a part that is kept or can be fetched, and nothing of one that is left out to save data.
async function getPart(part: Listed): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const kept = await cached(part);
  if (kept || part.name === optionalPart && savesData()) return kept;
  return exclusively(async () => await cached(part) ?? fetched(part));
}

// sendParts gives all parts to an engine, one after the other, until another engine is to get them. While the engine reads a part, the next
// ones are fetched. A part that cannot be loaded is left out until the page is loaded again, or is back on the network.
export async function sendParts(give: (name: string, data: Uint8Array<ArrayBuffer>) => Promise<void>) {
  const own = ++run;
  let listed: Listed[];
  try {
    listed = (await (await fetch(asset("parts.json"))).json()).parts;
  } catch {
    if (own === run) parts.value = parts.value.map(part => ({ ...part, state: "failed" }));
    return retryWhenOnline(give, own);
  }
  if (own !== run) return;
  parts.value = listed.map(({ name, bytes }) => ({ name, bytes, loaded: 0, state: "coming" }));
  let before: Promise<unknown> = Promise.resolve();
  const coming = listed.map(part => {
    const data = before.then(() => own === run ? getPart(part) : undefined);
    before = data.catch(() => {}); // the loop below reports it
    return data;
  });
  for (const [i, part] of listed.entries()) {
    try {
      const data = await coming[i];
      if (own !== run) return;
      if (!data) {
        updatePart(part.name, { state: "left" });
        continue;
      }
      await give(part.name, data);
      updatePart(part.name, { loaded: part.bytes, state: "there" });
    } catch (error) {
      if (own !== run) return;
      console.warn((error as Error).message);
      updatePart(part.name, { loaded: 0, state: "failed" });
    }
  }
  if (parts.value.some(part => part.state === "failed")) retryWhenOnline(give, own);
}

function retryWhenOnline(give: (name: string, data: Uint8Array<ArrayBuffer>) => Promise<void>, own: number) {
  addEventListener("online", () => { if (own === run) void sendParts(give); }, { once: true });
}
