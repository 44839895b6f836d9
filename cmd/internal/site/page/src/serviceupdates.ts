import { effect, signal } from "@preact/signals";
import { connection } from "./transport";

// The browser keeps the page by the script service.js. It fetches a newer version, which waits until the user wants it.
export const updateReady = signal(false);

const hour = 3_600_000;
let wanted = false;

// applyUpdate lets the newer version take the place of this one. Other pages that are open go on as they are.
export function applyUpdate() {
  wanted = true;
  const next = registration?.waiting;
  if (next) next.postMessage("take over");
  else location.reload();
}

let registration: ServiceWorkerRegistration | undefined;

async function watchForUpdates() {
  const workers = navigator.serviceWorker;
  const first = !workers.controller; // then there is no version before
  registration = await workers.register("service.js", { updateViaCache: "none" });
  const look = () => { if (registration!.waiting && !first) updateReady.value = true; };
  const follow = () => registration!.installing?.addEventListener("statechange", look);
  registration.addEventListener("updatefound", follow);
  follow();
  look();
  workers.addEventListener("controllerchange", () => {
    if (wanted) location.reload();
    else if (!first) updateReady.value = true;
  });
  let looked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - looked < hour) return;
    looked = Date.now();
    void registration!.update().catch(() => {});
  });
}
// The engine comes first. Over http by a name, and where the user forbids it, the page works without.
const late = 10_000; // milliseconds, for an engine that never comes
const engine = new Promise<void>(resolve => {
  effect(() => { if (connection.value === "open") resolve(); });
  setTimeout(resolve, late);
});
if ("serviceWorker" in navigator) void engine.then(watchForUpdates).catch(() => {});
