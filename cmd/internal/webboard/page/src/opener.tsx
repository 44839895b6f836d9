import { useEffect, useState } from "preact/hooks";
import type { Collection, Files } from "./messages";
import { attempt, say } from "./state";
import { collection } from "./games";
import { ask, send } from "./server";

// Opener opens files of games.
export function Opener() {
  const [files, setFiles] = useState<Files | null>(null);
  useEffect(() => { void attempt(async () => setFiles(await ask("files", {}))); }, []);
  const opened = (c: Collection | undefined) => {
    if (!c) return;
    collection.value = c;
    say(`${c.name}: ${c.games} ${c.games === 1 ? "game" : "games"}${c.broken ? `, ${c.broken} of them with errors` : ""}.`);
  };
  return (
    <div class="row">
      <label class="file">Open a file <input type="file" id="pdn-file" accept=".pdn,.txt" onChange={async e => {
        const file = e.currentTarget.files?.[0];
        if (file) opened(await attempt(() => send<Collection>("/games", file)));
      }} /></label>
      {!!files?.names.length && <label title={files.folder}>or from the folder <select id="folder-file" value="" onChange={async e => { const name = e.currentTarget.value; if (name) opened(await attempt(() => ask("open", { name }))); }}>
        <option value="">choose…</option>{files.names.map(n => <option key={n} value={n}>{n}</option>)}</select></label>}
    </div>);
}
