import { computed, effect, untracked } from "@preact/signals";
import { useRef } from "preact/hooks";
import { analysing, databases, paused } from "./analysis";
import { browserHome } from "./browserhome";
import { askUser } from "./dialog";
import { decimal, texts } from "./i18n";
import { Row } from "./row";
import { restoreBackup } from "./session";
import { download } from "./share";
import { attempt, say, view } from "./state";
import type { Part } from "./transport";
import { standalone } from "./worker";

// What only the page without a server has; served.ts stands in its place in the page of a server.

// startStandalone follows the engine in the page and its data.
export function startStandalone() {
  document.addEventListener("visibilitychange", restWhileHidden);
  effect(tellRestarts);
  effect(tellMissing);
  effect(followParts);
}

// An analysis rests in a page that is hidden for long. A game goes on.
let hiding: ReturnType<typeof setTimeout> | undefined;
function restWhileHidden() {
  clearTimeout(hiding);
  if (document.hidden) hiding = setTimeout(() => { paused.value = analysing.value && view.value !== "play"; }, standalone.rest);
  else if (paused.value) {
    paused.value = false;
    say(texts.standalone.rested);
  }
}

// Faults of the engine and its data are shown once.
function tellRestarts() {
  if (standalone.restarts.value) untracked(() => say(texts.standalone.restarted, true));
}
const missing = computed(() => standalone.parts.value.find(part => part.state === "failed")?.name ?? "");
function tellMissing() {
  const name = missing.value;
  if (name) untracked(() => say(texts.standalone.missing(texts.standalone.parts[name] ?? name), true));
}

// A part of the data that is loaded changes what is known of the position.
const partsThere = computed(() => standalone.parts.value.filter(part => part.state === "there").length ?? 0);
function followParts() {
  if (partsThere.value) databases.value = untracked(() => databases.value) + 1;
}

// BrowserData shows what the browser keeps: the user's things as one file, and the engine's data.
export function BrowserData() {
  const input = useRef<HTMLInputElement>(null), w = texts.standalone;
  const save = () => attempt(async () => download(await browserHome.save(), "zonda.gz"));
  const load = async () => {
    const file = input.current!.files![0];
    input.current!.value = "";
    if (await askUser(w.loadQuestion, w.loadAnswer)) void attempt(() => restoreBackup(file));
  };
  return (
    <>
      <h2>{w.here}</h2>
      <Row name={w.all} help={w.allHelp}>
        <button class="btn s" id="save-all" onClick={save}>{w.save}</button>
        <button class="btn s" id="load-all" onClick={() => input.current!.click()}>{w.load}</button>
        <input ref={input} id="all-file" type="file" hidden onChange={load} /></Row>
      {standalone.parts.value.map(part => <Row key={part.name} name={w.parts[part.name] ?? part.name}>
        <span class="quiet small part" data-part={part.name} data-state={part.state}>{stateOf(part)}</span></Row>)}
    </>);
}

const million = 1e6;

function stateOf({ bytes, loaded, state }: Part): string {
  const w = texts.standalone, size = `${decimal((bytes / million).toFixed(1))} MB`;
  return state === "coming" ? `${Math.floor(100 * loaded / bytes)} % · ${size}` : `${w[state]} · ${size}`;
}
