import { asset } from "./asset";
import { moduleType, unpacked } from "./packed";

// Modules are what a worker runs, and the network of the engine. Without a kernel the engine computes the network itself.
export interface Modules { engine: WebAssembly.Module; kernel: WebAssembly.Module | null; network: Uint8Array }

// progress counts the compressed bytes of the engine that are loaded. index.html says how many there are.
const files = document.querySelectorAll<HTMLLinkElement>("link[data-bytes]");
export const progress = { loaded: 0, total: [...files].reduce((sum, file) => sum + Number(file.dataset.bytes), 0) };
let listener = () => {};
export const onProgress = (newListener: () => void) => { listener = newListener; };

// counted returns a body whose bytes are added to the progress. A server that compresses files may send more than index.html says.
const counted = (body: ReadableStream<Uint8Array<ArrayBuffer>>) => body.pipeThrough(new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
  transform(bytes, on) {
    progress.loaded = Math.min(progress.total, progress.loaded + bytes.length);
    listener();
    on.enqueue(bytes);
  },
}));

// load fetches a file, and gives its bytes the type of a module.
async function load(file: string): Promise<Response> {
  const response = await fetch(asset(file));
  if (!response.ok || !response.body) throw new Error(`${file}: ${response.status} ${response.statusText}`);
  if (response.headers.get("Content-Type") === moduleType) return response;
  return new Response(await unpacked(counted(response.body)), { headers: { "Content-Type": moduleType } });
}
const compile = (file: string) => WebAssembly.compileStreaming(load(file));

async function compileAll(): Promise<Modules> {
  const kernel = compile("kernel.wasm").catch(() => null), network = load("network.bin").then(file => file.arrayBuffer());
  network.catch(() => {}); // reported below
  return { engine: await compile("zonda.bin"), kernel: await kernel, network: new Uint8Array(await network) };
}

let compiled: Promise<Modules> | undefined, whole = false;
export const fetched = () => whole; // everything is loaded and compiled

// modules fetches and compiles the engine, for all workers of the page. After an error the next call tries again.
export const modules = () => compiled ??= compileAll().then(made => { whole = true; return made; }).catch(error => {
  compiled = undefined;
  progress.loaded = 0;
  throw error;
});

// The page begins at once: index.html fetches the files already, while the page draws itself.
modules().catch(() => {}); // the worker's start reports it
