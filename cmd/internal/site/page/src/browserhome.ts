import { backup } from "./backup";
import { lasting, transact, type Access } from "./database";
import type { BrowserHome, Home } from "./home";
import { texts } from "./i18n";
import { locks } from "./locks";
import { maxBytes } from "./messages";
import { upload } from "./worker";

// Kept is a value, and when it was changed.
interface Kept { value: unknown; changed: number }

const maxGames = 32; // pages whose games are kept, those that were changed last
const lockOf = (name: string) => `zonda ${name}`;
const isGames = (name: string) => name.startsWith("games");

const lockedNames = new Set<string>();

// lockName holds the lock of a name of games until the page is closed. Where the browser has no locks it does nothing.
async function lockName(name: string): Promise<void> {
  const own = await locks();
  if (lockedNames.has(name) || !own) return;
  lockedNames.add(name);
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

// closedPages returns the names of the games of pages that are not open, those that were changed last first.
async function closedPages(in_: Access, open: Set<string>): Promise<string[]> {
  const found: [string, number][] = [];
  for (const name of await in_.keys("kept") as string[]) {
    if (isGames(name) && !open.has(lockOf(name))) found.push([name, (await in_.get<Kept>("kept", name))!.changed]);
  }
  return found.sort((a, b) => b[1] - a[1]).map(([name]) => name);
}

// takeGames returns the games that were kept under a name. If there are none it takes, and renames, those that were changed last among
// the games of pages that are not open.
async function takeGames(own: string): Promise<unknown> {
  await lockName(own);
  const claim = async () => {
    const open = await openNames();
    return transact("readwrite", async in_ => {
      const mine = await in_.get<Kept>("kept", own);
      if (mine) return mine.value;
      const [last] = await closedPages(in_, open);
      if (!last) return undefined;
      const kept = (await in_.get<Kept>("kept", last))!;
      await in_.put("kept", kept, own);
      await in_.delete("kept", last);
      return kept.value;
    });
  };
  const shared = await locks();
  return shared ? shared.request("zonda take", claim) : claim();
}

// readableError returns an error in the language of the page.
function readableError(error: unknown): Error {
  const { name, message } = error as Error;
  return new Error(name === "QuotaExceededError" ? texts.standalone.full : message);
}

async function put(name: string, value: unknown) {
  if (isGames(name)) await lockName(name);
  const open = await openNames();
  await transact("readwrite", async in_ => {
    await in_.put("kept", { value, changed: Date.now() }, name);
    if (isGames(name)) for (const old of (await closedPages(in_, open)).slice(maxGames)) await in_.delete("kept", old);
  }).catch(error => { throw readableError(error); });
  otherPages?.postMessage(name);
}

// Other pages are told which values this one has changed.
const otherPages = "BroadcastChannel" in globalThis ? new BroadcastChannel("zonda-kept") : undefined;

// home is the browser itself.
export const home: Home = {
  get: async name => isGames(name) ? takeGames(name) : (await transact("readonly", in_ => in_.get<Kept>("kept", name)))?.value,
  put,
  async discard(name) {
    await transact("readwrite", async in_ => {
      await in_.put("kept", await in_.get("kept", name), `broken ${name}`);
      await in_.delete("kept", name);
    });
    throw new Error(texts.standalone.setAside(name));
  },
  receive(kind, file) {
    if (file.size > maxBytes[kind]) return Promise.reject(new Error(texts.frame.tooLarge(file.name, maxBytes[kind] >> 20)));
    return upload(kind, file);
  },
};

export const browserHome: BrowserHome = {
  lasting,
  lock: lockName,
  onChange(listener) { otherPages?.addEventListener("message", ({ data }) => listener(data)); },
  save: backup.save,
  load: async file => backup.load(file).catch(error => { throw readableError(error); }),
};
