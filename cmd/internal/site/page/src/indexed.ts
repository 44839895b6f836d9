import { lasting, transact, type Access } from "./database";
import type { BrowserHome, Home } from "./home";
import { everything } from "./everything";
import { locks } from "./locks";
import { maxBytes } from "./messages";
import { words } from "./words";
import { upload } from "./worker";

// Kept is a value, and when it was changed.
interface Kept { value: unknown; changed: number }

const maxGames = 32; // pages whose games are kept, those that were changed last
const lockOf = (name: string) => `zonda ${name}`;
const isGames = (name: string) => name.startsWith("games");

const held = new Set<string>();

// hold tells other pages that this one has games of a name, as long as it is open. Where the browser has no locks it does nothing.
async function hold(name: string): Promise<void> {
  const own = await locks();
  if (held.has(name) || !own) return;
  held.add(name);
  return new Promise(resolve => {
    void own.request(lockOf(name), { ifAvailable: true }, () => {
      resolve();
      return new Promise(() => {}); // until the page is closed
    });
  });
}

// openNames returns the names of the games of all pages that are open.
async function openNames(): Promise<Set<string>> {
  const known = await (await locks())?.query();
  return new Set(known?.held?.flatMap(lock => lock.name ? [lock.name] : []) ?? []);
}

// left returns the names of the games of pages that are not open, those that were changed last first.
async function left(in_: Access, open: Set<string>): Promise<string[]> {
  const found: [string, number][] = [];
  for (const name of await in_.keys("kept") as string[]) {
    if (isGames(name) && !open.has(lockOf(name))) found.push([name, (await in_.get<Kept>("kept", name))!.changed]);
  }
  return found.sort((a, b) => b[1] - a[1]).map(([name]) => name);
}

// takeUp gives a page the games that were changed last among those of pages that are not open. They get the name of its own games.
async function takeUp(own: string): Promise<unknown> {
  await hold(own);
  const take = async () => {
    const open = await openNames();
    return transact("readwrite", async in_ => {
      const mine = await in_.get<Kept>("kept", own);
      if (mine) return mine.value;
      const [last] = await left(in_, open);
      if (!last) return undefined;
      const kept = (await in_.get<Kept>("kept", last))!;
      await in_.put("kept", kept, own);
      await in_.delete("kept", last);
      return kept.value;
    });
  };
  const shared = await locks();
  return shared ? shared.request("zonda take", take) : take();
}

// explained returns an error that a person understands.
function explained(error: unknown): Error {
  const { name, message } = error as Error;
  return new Error(name === "QuotaExceededError" ? words.standalone.full : message);
}

async function put(name: string, value: unknown) {
  if (isGames(name)) await hold(name);
  const open = await openNames();
  await transact("readwrite", async in_ => {
    await in_.put("kept", { value, changed: Date.now() }, name);
    if (isGames(name)) for (const old of (await left(in_, open)).slice(maxGames)) await in_.delete("kept", old);
  }).catch(error => { throw explained(error); });
  others?.postMessage(name);
}

// Other pages hear what this one has kept.
const others = "BroadcastChannel" in globalThis ? new BroadcastChannel("zonda-kept") : undefined;

// home is the browser itself.
export const home: Home = {
  get: async name => isGames(name) ? takeUp(name) : (await transact("readonly", in_ => in_.get<Kept>("kept", name)))?.value,
  put,
  async discard(name) {
    await transact("readwrite", async in_ => {
      await in_.put("kept", await in_.get("kept", name), `broken ${name}`);
      await in_.delete("kept", name);
    });
    throw new Error(words.standalone.setAside(name));
  },
  receive(kind, file) {
    if (file.size > maxBytes[kind]) return Promise.reject(new Error(words.frame.tooLarge(file.name, maxBytes[kind] >> 20)));
    return upload(kind, file);
  },
};

export const browserHome: BrowserHome = {
  lasting,
  lock: hold,
  onChange(listener) { others?.addEventListener("message", ({ data }) => listener(data)); },
  save: everything.save,
  load: async file => everything.load(file).catch(error => { throw explained(error); }),
};
