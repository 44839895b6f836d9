import { signal, type ReadonlySignal } from "@preact/signals";

// The connection to the engine, which carries JSON: to a server (socket.ts), or to a worker of the page (worker.ts). A page that has lost it
// keeps trying.
export const connection = signal<"connecting" | "open" | "lost">("connecting");

// receive gets the messages of the engine; server.ts sets it.
export let receive: (message: string) => void = () => {};
export function onMessage(listener: typeof receive) {
  receive = listener;
}

// Part is a part of the engine's data, which is loaded in the background: the weights of the evaluation, the book, the endgame tables.
export interface Part {
  name: string;
  bytes: number;
  loaded: number; // bytes that are loaded
  state: "coming" | "there" | "failed" | "left"; // left out, because the user asks the browser to save data
}

// Loading says how many bytes of the engine are loaded.
export interface Loading { loaded: number; total: number }

// Standalone is what the page without a server knows of the engine inside it.
export interface Standalone {
  restarts: ReadonlySignal<number>; // how often the engine has ended and was started again
  failure: ReadonlySignal<string>; // why the engine is lost
  over: ReadonlySignal<boolean>; // the engine cannot run in this browser, and is not started again
  loading: ReadonlySignal<Loading | null>; // how much of the engine is loaded, where that takes a while
  parts: ReadonlySignal<Part[]>;
  tries: number; // a request during which the engine has ended so often is given up
  rest: number; // milliseconds after which an analysis rests in a hidden page
}
