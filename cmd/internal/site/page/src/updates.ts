import { signal, type ReadonlySignal } from "@preact/signals";

// updateReady says that a newer version of the page is there, which applyUpdate shows. A page of a server is always as new as its server.
export const updateReady: ReadonlySignal<boolean> = signal(false);
export const applyUpdate = () => location.reload();
