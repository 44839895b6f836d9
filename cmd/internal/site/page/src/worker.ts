import { signal } from "@preact/signals";
import { asset } from "./asset";
import { texts } from "./i18n";
import { progress, fetched, modules, onProgress } from "./modules";
import { sendParts, resetParts, parts } from "./parts";
import { connection, receive, type Loading, type Standalone } from "./transport";

const restarts = signal(0), failure = signal("");
const gaveUp = signal(false), loading = signal<Loading | null>(null);
const firstDelay = 50, maxDelay = 10_000;
const usualTable = 24, smallTable = 8; // MiB

// What the worker says, beside the replies and events of the engine, which are text.
type Message = string | { ready: true } | { ended: string } | { part: string; error?: string }
  | { received: number; body?: unknown; error?: string };

let worker: Worker | undefined;
let table = hasLittleMemory() ? smallTable : usualTable, delay = firstDelay;
let queued: Int32Array | undefined; // in an isolated page: the number of messages that the worker has not read yet, which the engine reads

// What the engine cannot run without. A browser may lack it, as in the Lockdown Mode of telephones.
const lacking = ["WebAssembly", "Worker", "DecompressionStream"].find(name => !(name in globalThis));

// makeWorker makes a worker, or returns why the browser makes none, as in a frame without an origin.
function makeWorker(): Worker | string {
  if (lacking) return texts.standalone.lacks(lacking);
  try {
    return new Worker(asset("engine.js"));
  } catch (error) {
    return (error as Error).message;
  }
}

// The first worker is made at once, while the page draws itself.
let first: Worker | string | undefined = makeWorker();

// hasLittleMemory reports whether the device has little memory, or is a telephone that does not say.
function hasLittleMemory(): boolean {
  const memory = (navigator as { deviceMemory?: number }).deviceMemory, enough = 4; // GiB
  return memory === undefined ? matchMedia("(pointer: coarse)").matches : memory < enough;
}

// post sends a message to the worker.
function post(message: unknown, transfer: Transferable[] = []) {
  if (queued) Atomics.add(queued, 0, 1);
  worker!.postMessage(message, transfer);
}

// Files and parts that the engine has not read yet. A file that was being read when the engine ended is sent again.
interface Answer { resolve(value: never): void; reject(error: Error): void }
interface Upload extends Answer { kind: string; file: File; tries: number }
const uploads = new Map<number, Upload>(), given = new Map<string, Answer>();
const tries = 2;
let last = 0;

// upload gives a file to the engine, and returns what it holds.
export function upload<T>(kind: string, file: File): Promise<T> {
  const id = ++last;
  return new Promise((resolve, reject) => {
    uploads.set(id, { kind, file, resolve, reject, tries: 0 });
    if (connection.peek() === "open") void sendUpload(id);
  });
}

// sendUpload sends a file to the worker that there is now. If another one takes its place meanwhile, that one is sent the file anew.
async function sendUpload(id: number) {
  const sent = uploads.get(id)!, to = worker;
  try {
    if (sent.tries === tries) throw new Error(texts.standalone.gaveUp);
    const bytes = await sent.file.arrayBuffer();
    if (to !== worker || connection.peek() !== "open") return;
    sent.tries++;
    post({ id, kind: sent.kind, name: sent.file.name, bytes }, [bytes]);
  } catch (error) {
    uploads.delete(id);
    sent.reject(error as Error);
  }
}

// sendPart gives a part of the data to the engine.
const sendPart = (name: string, bytes: Uint8Array<ArrayBuffer>) => new Promise<void>((resolve, reject) => {
  given.set(name, { resolve, reject });
  post({ part: name, bytes: bytes.buffer }, [bytes.buffer]);
});

function onReport(message: Exclude<Message, string>) {
  if ("ready" in message) {
    delay = firstDelay;
    failure.value = "";
    failures = 0;
    clearTimeout(showing);
    loading.value = null;
    connection.value = "open";
    for (const id of uploads.keys()) void sendUpload(id);
    void sendParts(sendPart);
  } else if ("ended" in message) {
    restart(message.ended);
  } else if ("part" in message) {
    settle(given, message.part, message.error);
  } else {
    settle(uploads, message.received, message.error, message.body);
  }
}

function settle<K>(waiting: Map<K, Answer>, key: K, error?: string, body?: unknown) {
  const found = waiting.get(key);
  waiting.delete(key);
  if (error) found?.reject(new Error(error));
  else found?.resolve(body as never);
}

function start() {
  worker?.terminate();
  given.clear();
  resetParts();
  const started = first ?? makeWorker();
  first = undefined;
  if (typeof started === "string") return giveUp(started);
  worker = started;
  started.onmessage = ({ data }: MessageEvent<Message>) => {
    if (started !== worker) return;
    if (typeof data === "string") receive(data);
    else onReport(data);
  };
  started.onerror = event => { if (started === worker) restart(event.message ?? ""); };
  const own = queued = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
  modules().then(
    modules => started.postMessage({ begin: { hash: table, modules, asked: own } }),
    error => {
      if (started !== worker) return;
      if (error instanceof WebAssembly.CompileError) giveUp(error.message);
      else restart(error.message);
    });
}

// giveUp ends all tries: the engine cannot run in this browser.
function giveUp(why: string) {
  worker?.terminate();
  failure.value = why;
  gaveUp.value = true;
  loading.value = null;
  clearTimeout(showing);
  connection.value = "lost";
}

// Progress is shown only if loading takes longer than this.
const patience = 500; // milliseconds
let showing: ReturnType<typeof setTimeout> | undefined;
function showLoading() {
  showing = setTimeout(() => {
    const show = () => { loading.value = connection.peek() === "connecting" && progress.total ? { ...progress } : null; };
    show();
    onProgress(show);
  }, patience);
}

// restart makes another worker in the place of one that has ended, with a smaller table: usually there was not enough memory. An engine
// that never began is given up after a few tries; one whose files cannot be fetched is not.
const maxFailures = 3;
let failures = 0;
function restart(why: string) {
  const ran = connection.peek() === "open";
  worker?.terminate();
  failure.value = why;
  connection.value = "lost";
  table = smallTable;
  if (ran) restarts.value++;
  else if (fetched() && ++failures === maxFailures) return giveUp(why);
  setTimeout(start, delay);
  delay = Math.min(2 * delay, maxDelay);
}

// connect starts a worker of the page, which holds the engine, in the place of the one before.
export function connect() {
  connection.value = "connecting";
  showLoading();
  start();
}

export const maxBytes = Infinity; // of a message

// send sends a message. Without an engine it is dropped.
export function send(message: string) {
  if (connection.peek() === "open") post(message);
}

export const standalone: Standalone = { restarts, failure, over: gaveUp, loading, parts, tries, rest: 600_000 };
