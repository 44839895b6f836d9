import { signal, type ReadonlySignal } from "@preact/signals";

// fresh says that a newer version of the page is there, which takeOver shows. A page of a server is always as new as its server.
export const fresh: ReadonlySignal<boolean> = signal(false);
export const takeOver = () => location.reload();
