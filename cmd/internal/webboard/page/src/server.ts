import { signal } from "@preact/signals";
import { mostBytes, type Events, type Requests } from "./messages";

type Kind = keyof Requests;

interface Waiting {
  message: string;
  resolve: (body: never) => void;
  reject: (error: Error) => void;
}

// The state of the connection. A page that has lost its server keeps trying.
export const connection = signal<"connecting" | "open" | "lost">("connecting");

const waiting = new Map<number, Waiting>();
const listeners = new Map<string, ((body: never) => void)[]>();
const atOpening: (() => void)[] = [];
const firstDelay = 300, longestDelay = 4000;
let socket: WebSocket | undefined, last = 0, delay = firstDelay, games = () => "";
let retry: ReturnType<typeof setTimeout> | undefined;
let left = false; // the user went to another page: this one comes back if the user comes back

// ask sends a request. Requests that have no reply when the server is lost are sent again when it is found: a request
// holds all that the server must know.
export function ask<K extends Kind>(kind: K, body: Requests[K]["request"]): Promise<Requests[K]["reply"]> {
  const id = ++last, message = JSON.stringify({ id, kind, body });
  return new Promise((resolve, reject) => {
    waiting.set(id, { message, resolve: resolve as (body: never) => void, reject });
    if (socket?.readyState === WebSocket.OPEN) socket.send(message);
  });
}

// on calls take with every event of a kind.
export function on<E extends keyof Events>(event: E, take: (body: Events[E]) => void) {
  listeners.set(event, [...(listeners.get(event) ?? []), take as (body: never) => void]);
}

// whenOpen calls run each time the server has been found.
export function whenOpen(run: () => void) {
  atOpening.push(run);
}

// connect finds the server, again and again when it is lost. The function tells the name of the page's games, which the server
// gives to no other page meanwhile.
export function connect(ownGames = games) {
  games = ownGames;
  clearTimeout(retry);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const opened = new WebSocket(`${scheme}://${location.host}/socket?games=${games()}`);
  socket = opened;
  opened.onopen = () => {
    delay = firstDelay;
    connection.value = "open";
    for (const { message } of [...waiting.values()]) opened.send(message);
    for (const run of atOpening) run();
  };
  opened.onmessage = event => take(JSON.parse(event.data));
  opened.onclose = () => {
    if (left || opened !== socket) return;
    connection.value = "lost";
    retry = setTimeout(connect, delay);
    delay = Math.min(2 * delay, longestDelay);
  };
}

// renew takes another engine, with the options that are usual.
export function renew() {
  socket?.close();
  connect();
}

// A page that is left gives its place at the server back, also where the browser keeps the page for a step back.
addEventListener("pagehide", () => {
  left = true;
  connection.value = "connecting";
  clearTimeout(retry);
  socket?.close();
});
addEventListener("pageshow", () => {
  if (!left) return;
  left = false;
  connect();
});

function take(message: { id?: number; event?: string; body?: unknown; error?: string }) {
  if (message.event) {
    for (const listener of listeners.get(message.event) ?? []) listener(message.body as never);
    return;
  }
  const asked = waiting.get(message.id ?? 0);
  if (!asked) return;
  waiting.delete(message.id!);
  if (message.error) asked.reject(new Error(message.error));
  else asked.resolve(message.body as never);
}

// send posts a file to the server and returns its answer.
export async function send<T>(path: keyof typeof mostBytes, file: File): Promise<T> {
  if (file.size > mostBytes[path]) throw new Error(`${file.name} is larger than ${mostBytes[path] >> 20} MiB.`);
  const response = await fetch(`${path}?name=${encodeURIComponent(file.name)}`, { method: "POST", body: file });
  if (!response.ok) throw new Error((await response.text()).trim());
  return response.json();
}
