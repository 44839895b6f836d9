import { texts } from "./i18n";
import { standalone } from "./socket";

const findPart = (name: string) => standalone?.parts.value.find(part => part.name === name);

// isLoading reports whether a part of the engine's data is still being loaded.
export const isLoading = (name: string) => findPart(name)?.state === "coming";

// PartLoading shows how much of a part is loaded.
export function PartLoading({ part: name }: { part: string }) {
  const part = findPart(name), w = texts.standalone;
  return part ? <p class="quiet" role="status">{w.loading(w.parts[name] ?? name, Math.floor(100 * part.loaded / part.bytes))}</p> : null;
}
