import type { Modules } from "../modules";
import { fileSystem, resolved } from "./files";

// The script of the worker: the engine, which is a program in Go, with a file system and messages to the page.

// Begin is the first message of the page: the size of the table in MiB, what the worker runs, and in an isolated page a counter in shared memory of
// the messages that the worker has not read.
interface Begin { hash: number; modules: Modules; asked?: Int32Array }

type Message = string | { begin: Begin } | { part: string; bytes: ArrayBuffer } | { id: number; kind: string; name: string; bytes: ArrayBuffer };

// What wasm_exec.js defines, what the program defines, and what a worker has.
interface GoProgram { env: Record<string, string>; importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void> }
interface Scope {
  Go: new () => GoProgram;
  zonda?: { take(text: string): void; receive(id: number, kind: string, name: string, bytes: Uint8Array): void; part(name: string, bytes: Uint8Array): void };
  importScripts(...scripts: string[]): void;
  postMessage(message: unknown): void;
}
const scope = globalThis as unknown as Scope;

const refuse = () => { throw Object.assign(new Error("not here"), { code: "ENOSYS" }); };
Object.assign(globalThis, {
  fs: fileSystem,
  path: { resolve: (...parts: string[]) => resolved(parts.join("/")) },
  process: { pid: 1, ppid: 1, getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0, getgroups: refuse, umask: () => 0, cwd: () => "/",
    chdir: refuse },
  post: (message: unknown) => scope.postMessage(message),
});
scope.importScripts("wasm_exec.js" + location.search); // of the same version

// Forward is the function of the kernel: addresses of rows, weights and columns, lists of rows that go and come, and the bytes of a row.
type Forward = (rows: number, weights: number, from: number, to: number, out: number, outs: number, put: number, puts: number, bytes: number) => number;

let asked: Int32Array | undefined;

async function run({ hash, modules: { engine, kernel, network }, asked: shared }: Begin) {
  asked = shared;
  const program = new scope.Go();
  Object.assign(globalThis, { zondaHash: hash, zondaNetwork: network });
  let forward: Forward | undefined;
  program.importObject.zonda = { // a list of all parameters takes longer
    forward: (rows, weights, from, to, out, outs, put, puts, bytes) => forward!(rows, weights, from, to, out, outs, put, puts, bytes),
    accelerated: () => forward ? 1 : 0,
    asked: () => asked ? Atomics.load(asked, 0) : 0,
  } satisfies { forward: Forward; accelerated(): number; asked(): number };
  program.env = { HOME: "/", TMPDIR: "/tmp" };
  const instance = await WebAssembly.instantiate(engine, program.importObject);
  if (kernel) {
    const made = await WebAssembly.instantiate(kernel, { env: { memory: instance.exports.mem as WebAssembly.Memory } });
    forward = made.exports.forward as Forward;
  }
  await program.run(instance);
  throw new Error("the engine has ended");
}

addEventListener("message", ({ data }: MessageEvent<Message>) => {
  const ended = (error: Error) => scope.postMessage({ ended: error.message });
  if (asked) Atomics.sub(asked, 0, 1);
  try {
    if (typeof data === "string") scope.zonda!.take(data);
    else if ("begin" in data) void run(data.begin).catch(ended);
    else if ("part" in data) scope.zonda!.part(data.part, new Uint8Array(data.bytes));
    else scope.zonda!.receive(data.id, data.kind, data.name, new Uint8Array(data.bytes));
  } catch (error) {
    ended(error as Error);
  }
});
