import { standalone } from "./socket";
import { words } from "./words";

const partOf = (name: string) => standalone?.parts.value.find(part => part.name === name);

// isComing reports whether a part of the engine's data is still on its way.
export const isComing = (name: string) => partOf(name)?.state === "coming";

// Coming says how much of a part has come.
export function Coming({ part: name }: { part: string }) {
  const part = partOf(name), w = words.standalone;
  return part ? <p class="quiet" role="status">{w.loading(w.parts[name] ?? name, Math.floor(100 * part.come / part.bytes))}</p> : null;
}
