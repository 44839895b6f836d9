"use strict";
// Runs the engine of the page under node: node run.js FOLDER HOME, the folder being what "release web" writes. Each line of the standard input is
// JSON: a request as {take}, a file as {receive, kind, name, file}, a part as {part, file}, a call for {gap}. What the
// engine posts is written as a line of JSON each.
const [folder, home] = process.argv.slice(2);
const fs = require("fs"), path = require("path"), zlib = require("zlib");
Object.assign(globalThis, { fs, path, zondaHash: Number(process.env.ZONDA_HASH || 24) });
require(path.join(folder, "wasm_exec.js"));

const say = message => fs.writeSync(1, JSON.stringify(message) + "\n");
globalThis.post = message => say(typeof message === "string" ? { text: JSON.parse(message) } : message);

// How often the engine has yielded.
let yields = 0;
const immediate = setImmediate;
globalThis.setImmediate = work => {
  yields++;
  return immediate(work);
};

// The processor time of the thread in milliseconds, where the system tells it, else that of the process.
function processor() {
  try {
    return parseInt(fs.readFileSync("/proc/self/schedstat", "utf8")) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

// The longest time that the engine has kept the thread, as processor time and by the clock, whichever is less.
let last = performance.now(), used = processor(), gap = 0;
function measure() {
  const now = performance.now(), spent = processor() - used;
  gap = Math.max(gap, Math.min(now - last, spent));
  last = now;
  used = processor();
  immediate(measure);
}

// own does work of the runner, which does not count as the engine's.
function own(work) {
  const before = performance.now(), then = processor(), done = work();
  last += performance.now() - before;
  used += processor() - then;
  return done;
}

function handle(line) {
  const m = JSON.parse(line);
  if ("take" in m) zonda.take(JSON.stringify(m.take));
  else if ("part" in m) zonda.part(m.part, own(() => new Uint8Array(fs.readFileSync(m.file))));
  else if ("receive" in m) zonda.receive(m.receive, m.kind, m.name, own(() => new Uint8Array(fs.readFileSync(m.file))));
  else {
    say({ gap, yields, memory: memory.buffer.byteLength });
    gap = 0;
  }
}

const read = file => fs.readFileSync(path.join(folder, file));

let memory;
async function main() {
  globalThis.zondaNetwork = new Uint8Array(zlib.gunzipSync(read("network.bin")));
  const go = new Go(), modules = [zlib.gunzipSync(read("zonda.bin")), read("kernel.wasm")].map(data => new WebAssembly.Module(data));
  let forward;
  go.importObject.zonda = { forward: (rows, weights, from, to, out, outs, put, puts, bytes) => forward(rows, weights, from, to, out, outs, put, puts, bytes), accelerated: () => process.env.ZONDA_TWIN ? 0 : 1, asked: () => process.env.ZONDA_ASKED ? 1 : 0 };
  go.env = { HOME: home, TMPDIR: home };
  const instance = await WebAssembly.instantiate(modules[0], go.importObject);
  memory = instance.exports.mem;
  forward = (await WebAssembly.instantiate(modules[1], { env: { memory } })).exports.forward;
  last = performance.now();
  used = processor();
  go.run(instance);
  require("readline").createInterface({ input: process.stdin }).on("line", handle).on("close", () => process.exit(0));
  if (process.env.ZONDA_GAPS) measure();
}
main();
