import { effect, untracked } from "@preact/signals";
import { texts } from "./i18n";
import type { Events, Requests } from "./messages";
import { maxBytes, send, standalone } from "./socket";
import { connection, onMessage } from "./transport";

type Kind = keyof Requests;

interface Waiting {
  message: string;
  kind: Kind;
  sent: number; // times
  due: boolean; // to be sent as soon as it can be
  resolve: (body: never) => void;
  reject: (error: Error) => void;
}

const waiting = new Map<number, Waiting>();
const listeners = new Map<string, ((body: never) => void)[]>();
const openListeners: (() => void)[] = [];
let last = 0;

// ask sends a request. Requests that have no reply when the server is lost are sent again when it is found: a request
// holds all that the server must know. One that an engine in the page does not survive is given up, and one that is too large is not sent.
export function ask<K extends Kind>(kind: K, body: Requests[K]["request"]): Promise<Requests[K]["reply"]> {
  const id = ++last, message = JSON.stringify({ id, kind, body });
  if (new Blob([message]).size > maxBytes) return Promise.reject(new Error(texts.frame.longMessage(maxBytes >> 20)));
  return new Promise((resolve, reject) => {
    waiting.set(id, { message, kind, sent: 0, due: true, resolve: resolve as (body: never) => void, reject });
    sendRequest(id);
  });
}

// What is judged, or played at a strength, is the same each time: it waits for the data of an engine in the page, as the trainer does.
const requiredParts: Partial<Record<Kind, string[]>> = {
  think: ["weights", "book"], report: ["weights", "book", "values", "distances"],
  training: ["problems"], nextProblem: ["problems"], attempt: ["problems"],
};
const waitsForParts = (kind: Kind) => standalone?.parts.peek().some(part => part.state === "coming" && requiredParts[kind]?.includes(part.name));

// sendRequest sends a request that waits. It is given up if the engine has ended during it too often.
function sendRequest(id: number) {
  const asked = waiting.get(id)!;
  if (connection.peek() !== "open" || waitsForParts(asked.kind)) return;
  asked.due = false;
  if (asked.sent++ < (standalone?.tries ?? Infinity)) return send(asked.message);
  waiting.delete(id);
  asked.reject(new Error(texts.standalone.gaveUp));
}

// on adds a listener for the events of a kind.
export function on<E extends keyof Events>(event: E, listener: (body: Events[E]) => void) {
  listeners.set(event, [...(listeners.get(event) ?? []), listener as (body: never) => void]);
}

// whenOpen calls run each time the connection has opened.
export function whenOpen(run: () => void) {
  openListeners.push(run);
}

connection.subscribe(state => {
  if (state !== "open") return;
  for (const [id, asked] of [...waiting]) {
    asked.due = true;
    sendRequest(id);
  }
  for (const run of openListeners) run();
});

// Requests that wait for data are sent when the data is loaded, or cannot be loaded.
effect(() => {
  void standalone?.parts.value;
  untracked(() => [...waiting].forEach(([id, asked]) => { if (asked.due) sendRequest(id); }));
});

function deliver(text: string) {
  const message: { id?: number; event?: string; body?: unknown; error?: string } = JSON.parse(text);
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
onMessage(deliver);
