import { effect, untracked } from "@preact/signals";
import { loadPosition } from "./analysis";
import { setUpFrom } from "./editor";
import { attempt, current, view, type View } from "./state";
import { visit } from "./workspaces";

// Each view has an entry in the browser's history: its name stands behind the # of the address. Back first closes what lies over the page
// (an overlay).
const hashViews = ["play", "analyse", "problems", "games", "lab", "settings", "setup"] as const satisfies View[];

// viewIn returns the view that an address names, undefined for any other address.
const viewIn = (hash: string): View | undefined => hashViews.find(place => hash === `#${place}`);
export const isViewHash = (hash: string) => !!viewIn(hash);

// Entry is what the history keeps of an entry of this page: its number from the first one on.
interface Entry { index: number }
let entryNow: Entry = { index: 0 };

// writeEntry makes an entry for the view that is open, or puts it in the place of the one that the browser shows.
function writeEntry(how: "pushState" | "replaceState", entry: Entry) {
  entryNow = entry;
  history[how](entry, "", `${location.pathname}${location.search}#${view.peek()}`);
}

// followLink takes a link out of the address, and opens it. The entry of the link becomes that of the view which is open then.
let following = false;
export async function followLink(open: () => Promise<unknown>) {
  writeEntry("replaceState", { index: entryNow.index + 1 });
  following = true;
  await open();
  following = false;
}

// The functions that close what lies over the page, the topmost last.
const overlays: (() => void)[] = [];

// pushOverlay registers an overlay by the function that closes it, and returns a function that takes it off the list again. At the first
// entry it adds another one, so that Back does not leave the page.
export function pushOverlay(close: () => void): () => void {
  overlays.push(close);
  if (!entryNow.index) writeEntry("pushState", { index: 1 });
  return () => { overlays.splice(overlays.indexOf(close), 1); };
}

// goTo opens a view that an address names.
async function goTo(next: View) {
  if (next === "setup" && view.value !== "setup") {
    visit("analyse");
    await attempt(async () => setUpFrom(await loadPosition(current.value)));
  }
  visit(next);
}

function onPop({ state }: PopStateEvent) {
  const next = viewIn(location.hash), entry = state as Entry | null;
  if (!next) return; // a link
  const back = entry && entry.index < entryNow.index;
  if (overlays.length) {
    overlays.at(-1)!();
    return writeEntry("pushState", { index: (entry ?? entryNow).index + 1 }); // where the page was
  }
  if (!entry) writeEntry("replaceState", { index: entryNow.index + 1 }); // the address was written by hand
  entryNow = entry ?? entryNow;
  if (next !== view.value) void goTo(next);
  else if (back) history.back(); // two entries of one view are one place
}

// startHistory opens the view that the address names, and keeps the address and the history up to date from then on.
export async function startHistory() {
  const asked = viewIn(location.hash), link = location.hash && !asked;
  entryNow = history.state?.index === undefined ? { index: link ? -1 : 0 } : history.state as Entry;
  if (asked) await goTo(asked);
  if (!link) writeEntry("replaceState", entryNow);
  addEventListener("popstate", onPop);
  let before = view.peek();
  effect(() => {
    const now = view.value;
    untracked(() => {
      if (now !== before && viewIn(location.hash) !== now) {
        if (following) writeEntry("replaceState", entryNow);
        else writeEntry("pushState", { index: entryNow.index + 1 });
      }
      before = now;
    });
  });
}
