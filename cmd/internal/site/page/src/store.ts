import { browserHome, home } from "./home";
import { attempt } from "./state";

export type Name = "settings" | "solved" | "games";

// tabStorage returns what the browser keeps for the tab. Where the user forbids it, even to ask is an error.
function tabStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
const storage = tabStorage(), memory = new Map<string, string>(); // in place of the storage, as long as the page is open

// tab keeps values as long as the tab is open.
export const tab = {
  lasts: storage !== undefined,

  // get returns what was kept under a key, or a default.
  get<T>(key: string, otherwise: T): T {
    try {
      return JSON.parse((storage ? storage.getItem(key) : memory.get(key)) ?? "") as T;
    } catch {
      return otherwise;
    }
  },

  // set keeps a value and reports whether there was room. Where there is none an older value goes: a page that is loaded again takes
  // what the server has.
  set(key: string, value: unknown): boolean {
    const text = JSON.stringify(value);
    if (!storage) memory.set(key, text);
    else try {
      storage.setItem(key, text);
    } catch {
      tab.remove(key);
      return false;
    }
    return true;
  },

  remove(key: string) {
    memory.delete(key);
    storage?.removeItem(key);
  },

  clear() {
    memory.clear();
    storage?.clear();
  },
};

// The games of a tab have a name of their own, so that no tab writes over the games of another one. A browser that duplicates a
// tab copies the name too: then the copy takes another name.
const nameKey = "zonda-tab", tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel(nameKey) : undefined;
const randomName = () => "games-" + Array.from(crypto.getRandomValues(new Uint32Array(4)), n => n.toString(36)).join("");
let name = tab.get(nameKey, randomName());
export const gamesName = () => name;
const claimName = () => {
  tab.set(nameKey, name);
  void browserHome?.lock(name);
};
tabs?.addEventListener("message", ({ data }) => {
  if (data.name !== name) return;
  if (!data.taken) return tabs.postMessage({ name, taken: true });
  name = randomName();
  claimName();
});
claimName();
tabs?.postMessage({ name });

const keyOf = (kept: Name) => kept === "games" ? name : kept;

// store keeps values beyond the life of a page.
export const store = {
  get: (kept: Name) => home.get(keyOf(kept)),
  put: (kept: Name, value: unknown) => home.put(keyOf(kept), value),
  discard: (kept: Name) => home.discard(keyOf(kept)),
};

// load gives what was kept under a name to a function, and reports whether there was nothing. A value that the function refuses is discarded.
export async function load(name: Name, use: (value: never) => void): Promise<boolean> {
  const nothing = await attempt(async () => {
    const value = await store.get(name);
    if (value === undefined) return true;
    try {
      use(value as never);
    } catch {
      await store.discard(name);
    }
    return false;
  });
  return !!nothing;
}

// update changes a value as it is kept now, which another page may have changed meanwhile. Changes are made one after the other.
// A change that the server did not take is made when the server is found again.
let changes = Promise.resolve();
const pending: (() => void)[] = [];
export function update(name: Name, change: (kept: unknown) => unknown) {
  changes = changes.then(async () => store.put(name, change(await store.get(name))))
    .catch(() => { pending.push(() => update(name, change)); });
}
export const retryUpdates = () => pending.splice(0).forEach(retry => retry());
