import { texts } from "./i18n";
import { maxBytes } from "./messages";

// browserHome is there in the page without a server.
export const browserHome: BrowserHome | undefined = undefined;

// Home stores the values that the page keeps, and reads files: at the server, or in the browser alone. Errors are for the user.
export interface Home {
  get(name: string): Promise<unknown>; // undefined if nothing is kept
  put(name: string, value: unknown): Promise<void>;
  discard(name: string): Promise<void>; // keeps an unreadable value under another name, which the error tells
  receive<T>(kind: keyof typeof maxBytes, file: File): Promise<T>; // a file of the user, and what it holds
}

// BrowserHome is what a home in the browser can do besides.
export interface BrowserHome {
  lasting(): Promise<boolean>; // the browser keeps what is written beyond the life of the page
  lock(name: string): Promise<void>; // no other page takes the games of this name while the page is open
  onChange(listener: (name: string) => void): void; // names of values that other pages have changed
  save(): Promise<Blob>; // all that is kept
  load(file: Blob): Promise<void>; // puts it in the place of all that is kept
}

const maxKeepalive = 60_000; // bytes that a browser sends for a page that is being left

async function request(method: string, path: string, body?: string | File): Promise<Response> {
  const keepalive = typeof body === "string" && new Blob([body]).size < maxKeepalive;
  const response = await fetch(path, { method, body, keepalive });
  if (!response.ok) throw new Error((await response.text()).trim());
  return response;
}

// home is the server from which the page came.
export const home: Home = {
  async get(name) {
    const response = await request("GET", `kept/${name}`);
    return response.status === 204 ? undefined : response.json();
  },
  async put(name, value) { await request("PUT", `kept/${name}`, JSON.stringify(value)); },
  async discard(name) { await request("DELETE", `kept/${name}`); },
  async receive(kind, file) {
    if (file.size > maxBytes[kind]) throw new Error(texts.frame.tooLarge(file.name, maxBytes[kind] >> 20));
    return (await request("POST", `${kind}?name=${encodeURIComponent(file.name)}`, file)).json();
  },
};
