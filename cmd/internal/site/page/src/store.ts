import { home } from "./home";

export type Name = "settings" | "solved" | "games";

// ofTab returns what the browser keeps for the tab. Where the user forbids it, even to ask is an error.
function ofTab(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
const tab = ofTab(), memory = new Map<string, string>(); // in place of the tab's storage, as long as the page is open
export const tabKeeps = tab !== undefined;

// kept returns what was kept for the tab under a key, or what is usual where nothing was.
export function kept<T>(key: string, usual: T): T {
  try {
    return JSON.parse((tab ? tab.getItem(key) : memory.get(key)) ?? "") as T;
  } catch {
    return usual;
  }
}

// keep keeps a value for the tab and reports whether there was room. Where there is none an older value goes: a page that is loaded
// again takes what the server has.
export function keep(key: string, value: unknown): boolean {
  const text = JSON.stringify(value);
  if (!tab) memory.set(key, text);
  else try {
    tab.setItem(key, text);
  } catch {
    forget(key);
    return false;
  }
  return true;
}

export function forget(key: string) {
  memory.delete(key);
  tab?.removeItem(key);
}

// forgetAll lets the tab begin anew.
export function forgetAll() {
  memory.clear();
  tab?.clear();
}

// The games of a tab have a name of their own, so that no tab writes over the games of another one. A browser that duplicates a
// tab copies the name too: then the copy takes another name.
const nameKey = "zonda-tab", tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel(nameKey) : undefined;
const fresh = () => "games-" + Array.from(crypto.getRandomValues(new Uint32Array(4)), n => n.toString(36)).join("");
let own = kept(nameKey, fresh());
export const ownGames = () => own;
const known = () => {
  keep(nameKey, own);
  void home.alone?.own(own);
};
tabs?.addEventListener("message", ({ data }) => {
  if (data.name !== own) return;
  if (!data.taken) return tabs.postMessage({ name: own, taken: true });
  own = fresh();
  known();
});
known();
tabs?.postMessage({ name: own });

const placeOf = (name: Name) => name === "games" ? own : name;

// store keeps values beyond the life of a page.
export const store = {
  get: (name: Name) => home.get(placeOf(name)),
  put: (name: Name, value: unknown) => home.put(placeOf(name), value),
  discard: (name: Name) => home.discard(placeOf(name)),
};

// update changes a value as it is kept now, which another page may have changed meanwhile. Changes are made one after the other.
// A change that the server did not take is made when the server is found again.
let changes = Promise.resolve();
const missed: (() => void)[] = [];
export function update(name: Name, change: (kept: unknown) => unknown) {
  changes = changes.then(async () => store.put(name, change(await store.get(name))))
    .catch(() => { missed.push(() => update(name, change)); });
}
export const makeMissed = () => missed.splice(0).forEach(make => make());
