import { moduleType, unpacked } from "./packed";

// The script that keeps the page in the browser: offline, and quick at the next visit.

// The version of the page, and the sums of its files by name, which are written in when the page is made.
declare const VERSION: string, SHELL: Record<string, string>;

interface Extendable { waitUntil(work: Promise<unknown>): void }
interface Fetching { request: Request; respondWith(answer: Promise<Response>): void }
interface Scope {
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: Event & Extendable) => void): void;
  addEventListener(type: "fetch", listener: (event: Event & Fetching) => void): void;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}
const scope = globalThis as unknown as Scope;
const prefix = "shell-", own = prefix + VERSION, partsCache = "parts", partsFile = "parts.json", index = "index.html";

// load fetches a file of this version. What the browser has of it already will do, if the sum is right.
async function load(name: string, integrity: string): Promise<Response> {
  const file = name === index ? "./" : name;
  try {
    return await fetch(name === index ? file : `${file}?v=${VERSION}`, { integrity });
  } catch {
    return fetch(file, { cache: "reload", integrity });
  }
}

// plain returns a file as it is kept: as it was before it was packed, so that no visit unpacks it again. A browser refuses a response that
// was redirected.
async function plain(name: string, { body, headers }: Response): Promise<Response> {
  if (name.endsWith(".bin")) return new Response(await unpacked(body!), { headers: { "Content-Type": moduleType } });
  return new Response(body, { headers });
}

// fill keeps all files of this version. A file of another version is an error: then the page before stays as it is.
async function fill() {
  const shell = await caches.open(own);
  try {
    await Promise.all(Object.entries(SHELL).map(async ([name, integrity]) => {
      const response = await load(name, integrity);
      if (!response.ok) throw new Error(`${name}: ${response.status}`);
      await shell.put(name, await plain(name, response));
    }));
  } catch (error) {
    await caches.delete(own);
    throw error;
  }
}

// tidy deletes what no page needs: pages may be open that are one version older, and they may still ask for their files.
async function tidy() {
  const shells = (await caches.keys()).filter(name => name.startsWith(prefix)), before = shells.filter(name => name !== own).slice(0, -1);
  for (const old of before) await caches.delete(old);
  const named = new Set<string>();
  for (const name of shells.filter(name => !before.includes(name))) {
    const list = await (await caches.open(name)).match(partsFile);
    for (const { file } of list ? (await list.json()).parts as { file: string }[] : []) named.add(new URL(file, location.href).href);
  }
  const parts = await caches.open(partsCache);
  for (const request of await parts.keys()) if (!named.has(request.url)) await parts.delete(request);
}

// nameOf returns the name of a file of the page, undefined if the request is for something else.
function nameOf({ origin, pathname }: URL): string | undefined {
  const folder = new URL("./", location.href).href, file = origin + pathname, name = file === folder ? index : file.slice(folder.length);
  return file.startsWith(folder) && (name in SHELL || hashed.test(name)) ? name : undefined;
}
const hashed = /^\w+-[A-Z0-9]{8}\.js$/; // files whose content is their version: a page that is open may ask for those of its own

// kept returns a file of the version that the page asks for, or else of this one, or else of any.
async function kept(name: string, request: Request): Promise<Response> {
  const asked = new URL(request.url).searchParams.get("v");
  for (const shell of asked ? [prefix + asked, own] : [own]) {
    const found = await caches.match(name, { cacheName: shell });
    if (found) return found;
  }
  return await caches.match(name) ?? fetch(request);
}

scope.addEventListener("install", event => event.waitUntil(fill()));
scope.addEventListener("activate", event => event.waitUntil(tidy()));
scope.addEventListener("message", ({ data }) => { if (data === "take over") void scope.skipWaiting(); });
scope.addEventListener("fetch", event => {
  const name = event.request.method === "GET" ? nameOf(new URL(event.request.url)) : undefined;
  if (name) event.respondWith(kept(name, event.request));
});
