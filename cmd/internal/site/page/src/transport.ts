import type { ReadonlySignal } from "@preact/signals";

export type Connection = "connecting" | "open" | "lost";

// Part is a part of the engine's data, which is loaded in the background: the weights of the evaluation, the book, the endgame tables.
export interface Part {
  name: string;
  bytes: number;
  loaded: number; // bytes that are loaded
  state: "coming" | "there" | "failed" | "left"; // left out, because the user asks the browser to save data
}

// Loading says how many bytes of the engine are loaded.
export interface Loading { loaded: number; total: number }

// Transport carries the messages between the page and its engine: to a server, or to a worker of the page itself. Both are JSON.
export interface Transport {
  maxBytes: number; // bytes of a message
  state: ReadonlySignal<Connection>; // a page that has lost its engine keeps trying
  listen(listener: (message: string) => void): void; // begins with an engine of its own, with another one if it is called again
  send(message: string): void; // a message while the state is not open is dropped
}

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
