import { asset } from "./asset";
import { moduleType, unpacked } from "./packed";

// Modules are what a worker runs, and the network of the engine. Without a kernel the engine computes the network itself.
export interface Modules { engine: WebAssembly.Module; kernel: WebAssembly.Module | null; network: Uint8Array }

// load fetches a file, and gives its bytes the type of a module.
async function load(file: string): Promise<Response> {
  const response = await fetch(asset(file));
  if (!response.ok || !response.body) throw new Error(`${file}: ${response.status} ${response.statusText}`);
  if (response.headers.get("Content-Type") === moduleType) return response;
  return new Response(await unpacked(response.body), { headers: { "Content-Type": moduleType } });
}
const compile = (file: string) => WebAssembly.compileStreaming(load(file));

async function compileAll(): Promise<Modules> {
  const kernel = compile("kernel.wasm").catch(() => null), network = load("network.bin").then(file => file.arrayBuffer());
  network.catch(() => {}); // told below
  return { engine: await compile("zonda.bin"), kernel: await kernel, network: new Uint8Array(await network) };
}

let compiled: Promise<Modules> | undefined;

// modules fetches and compiles the engine, for all workers of the page. After an error the next call tries again.
export const modules = () => compiled ??= compileAll().catch(error => {
  compiled = undefined;
  throw error;
});

// The page begins at once: index.html fetches the files already, while the page draws itself.
modules().catch(() => {}); // whoever makes a worker is told
