"use strict";
// Runs the engine of the page under node: node run.js FOLDER HOME, the folder being what "release web" writes. Each line of the standard input is
// JSON: a request as {take}, a file as {receive, kind, name, file}, a part as {part, file}, a call for {gap}. What the
// engine posts is written as a line of JSON each.
const [folder, home] = process.argv.slice(2);
const fs = require("fs"), path = require("path"), zlib = require("zlib");
Object.assign(globalThis, { fs, path, zondaHash: Number(process.env.ZONDA_HASH || 64) });
require(path.join(folder, "wasm_exec.js"));

const say = message => fs.writeSync(1, JSON.stringify(message) + "\n");
globalThis.post = message => say(typeof message === "string" ? { text: JSON.parse(message) } : message);

// How often the engine has taken a breath.
let breaths = 0;
const immediate = setImmediate;
globalThis.setImmediate = work => {
  breaths++;
  return immediate(work);
};

// The longest time that the engine has kept the thread, as processor time of the process and by the clock, whichever is less.
let last = performance.now(), used = process.cpuUsage(), gap = 0;
function measure() {
  const now = performance.now(), cpu = process.cpuUsage(used), spent = (cpu.user + cpu.system) / 1000;
  gap = Math.max(gap, Math.min(now - last, spent));
  last = now;
  used = process.cpuUsage();
  immediate(measure);
}

function handle(line) {
  const m = JSON.parse(line);
  if ("take" in m) zonda.take(JSON.stringify(m.take));
  else if ("part" in m) zonda.part(m.part, new Uint8Array(fs.readFileSync(m.file)));
  else if ("receive" in m) zonda.receive(m.receive, m.kind, m.name, new Uint8Array(fs.readFileSync(m.file)));
  else {
    say({ gap, breaths, memory: memory.buffer.byteLength });
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
  go.run(instance);
  require("readline").createInterface({ input: process.stdin }).on("line", handle).on("close", () => process.exit(0));
  if (process.env.ZONDA_GAPS) measure();
}
main();
