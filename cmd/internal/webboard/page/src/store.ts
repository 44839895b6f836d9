import { whenOpen } from "./server";

// Store keeps values beyond the life of a page. Behind it stands the server.
export interface Store {
  get(name: Name): Promise<unknown>; // undefined if nothing is kept; the error says what is wrong with what was kept
  put(name: Name, value: unknown): Promise<void>;
  discard(name: Name): Promise<void>; // what cannot be understood is set aside; the error says where
}

export type Name = "settings" | "solved" | "games";

const mostAtTheEnd = 60_000; // characters that a browser sends for a page that is being left

async function request(method: string, name: Name, body?: string): Promise<Response> {
  const response = await fetch(`/kept/${name}`, { method, body, keepalive: !!body && body.length < mostAtTheEnd });
  if (!response.ok) throw new Error((await response.text()).trim());
  return response;
}

export const store: Store = {
  async get(name) {
    const response = await request("GET", name);
    return response.status === 204 ? undefined : response.json();
  },
  async put(name, value) { await request("PUT", name, JSON.stringify(value)); },
  async discard(name) { await request("DELETE", name); },
};

// update changes a value as it is kept now, which another page may have changed meanwhile. Changes are made one after the other.
// A change that the server did not take is made when the server is found again.
let changes = Promise.resolve();
const missed: (() => void)[] = [];
export function update(name: Name, change: (kept: unknown) => unknown) {
  changes = changes.then(async () => store.put(name, change(await store.get(name)))).catch(() => { missed.push(() => update(name, change)); });
}
whenOpen(() => missed.splice(0).forEach(make => make()));
