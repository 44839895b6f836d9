import type { ReadonlySignal } from "@preact/signals";

export type Connection = "connecting" | "open" | "lost";

// Transport carries the messages between the page and its engine: to a server, or to a worker of the page itself. Both are JSON.
export interface Transport {
  state: ReadonlySignal<Connection>; // a page that has lost its engine keeps trying
  listen(take: (message: string) => void): void; // begins with an engine of its own, with another one if it is called again
  send(message: string): void; // a message while the state is not open is dropped
}
