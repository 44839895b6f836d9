import { useRef } from "preact/hooks";
import { choose } from "./dialog";
import { home } from "./home";
import { Row } from "./row";
import { alone } from "./server";
import { loadEverything } from "./session";
import { download } from "./share";
import { attempt } from "./state";
import type { Part } from "./transport";
import { decimal, words } from "./words";

// Keeping shows what the browser keeps where it keeps all: the user's things as one file, and the engine's data.
export function Keeping() {
  const input = useRef<HTMLInputElement>(null), w = words.alone, own = home.alone;
  if (!own) return null;
  const save = () => attempt(async () => download(await own.save(), "zonda.gz"));
  const load = async () => {
    const file = input.current!.files![0];
    input.current!.value = "";
    if (await choose(w.loadQuestion, w.loadAnswer)) void attempt(() => loadEverything(file));
  };
  return (
    <>
      <h2>{w.here}</h2>
      <Row name={w.all} help={w.allHelp}>
        <button class="btn s" id="save-all" onClick={save}>{w.save}</button>
        <button class="btn s" id="load-all" onClick={() => input.current!.click()}>{w.load}</button>
        <input ref={input} id="all-file" type="file" hidden onChange={load} /></Row>
      {alone?.parts.value.map(part => <Row key={part.name} name={w.parts[part.name] ?? part.name}>
        <span class="quiet small part" data-part={part.name} data-state={part.state}>{stateOf(part)}</span></Row>)}
    </>);
}

const million = 1e6;

function stateOf({ bytes, come, state }: Part): string {
  const w = words.alone, size = `${decimal((bytes / million).toFixed(1))} MB`;
  return state === "coming" ? `${Math.floor(100 * come / bytes)} % · ${size}` : `${w[state]} · ${size}`;
}
