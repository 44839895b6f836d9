import { signal } from "@preact/signals";
import { reload } from "./collection";
import { Dialog } from "./dialog";
import { texts } from "./i18n";
import type { Version } from "./messages";
import { undoOf } from "./saver";
import { ask } from "./server";
import { attempt, say } from "./state";

const shown = signal<{ name: string; versions: Version[] } | null>(null);

// showVersions lists what a file was before its last changes.
export const showVersions = (name: string) => attempt(async () => {
  shown.value = { name, ...await ask("versions", { name }) };
});

// bringBack puts a version in the place of the file. What it held becomes a version.
const bringBack = (name: string, version: Version) => attempt(async () => {
  shown.value = null;
  const { digest } = await ask("inspect", { name }), done = await ask("restore", { name, digest, id: version.id }), c = done.collection;
  reload(c);
  if (done.conflict) say(texts.saving.notSaved(name), true);
  else say(texts.games.broughtBack(name, c.games), false, undoOf(c));
});

// VersionsDialog lets the user choose a version.
export function VersionsDialog() {
  const w = texts.games, { name, versions } = shown.value ?? { name: "", versions: [] };
  if (!shown.value) return null;
  return (
    <Dialog title={w.versionsOf(name)} class="files" close={() => { shown.value = null; }}>
      <p class="sub small">{versions.length ? w.versionsHint : w.noVersions}</p>
      <ul class="file-list">
        {versions.map(v =>
          <li key={v.id} class="version"><span class="grow"><b>{new Date(v.time).toLocaleString(document.documentElement.lang)}</b>
            <small>{w.version(v.games, v.change)}</small></span>
            <button class="btn s" data-version={v.id} onClick={() => bringBack(name, v)}>{w.bringBack}</button></li>)}
      </ul>
    </Dialog>);
}
