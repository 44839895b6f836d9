import { transact, type Access } from "../database";

// The file system of the engine, as Go's port for JavaScript asks for it: the functions of node's fs, with files that the browser keeps.
// A file is read when it is opened, and kept as a whole when it is synced or closed.

const flag = { WRONLY: 1, RDWR: 2, CREAT: 64, EXCL: 128, TRUNC: 512, APPEND: 1024, DIRECTORY: 65536 };
const folderMode = 0o40000, fileMode = 0o100000, deviceMode = 0o20000, permissions = 0o7777;
const root = 0; // the node of the folder of all files, which always exists
const filesDevice = 1, consoleDevice = 0;

// Node is what is known of a file or a folder, beside its names and its bytes.
interface Node { folder: boolean; mode: number; changed: number; size: number }

// Live is a file that is open: what its handles read and write.
interface Live { node: number; bytes: Uint8Array; size: number; mode: number; changed: number; folder: boolean; dirty: boolean; handles: number }
interface Handle { file: Live; flags: number; at: number }

class Failure extends Error {
  constructor(readonly code: string) { super(code); }
}
const fail = (code: string): never => { throw new Failure(code); };

// resolved is a path from the root, without . and .. and a slash at its end.
export function resolved(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part && part !== ".") parts.push(part);
  }
  return "/" + parts.join("/");
}

const parentOf = (path: string) => path.slice(0, path.lastIndexOf("/")) || "/";
const below = (path: string) => path === "/" ? "/" : path + "/";

// find returns the node of a path, undefined if there is none.
const find = async (in_: Access, path: string) => path === "/" ? root : in_.get<number>("names", path);

async function nodeOf(in_: Access, at: number): Promise<Node> {
  return await in_.get<Node>("nodes", at) ?? (at === root ? { folder: true, mode: 0o777, changed: 0, size: 0 } : fail("ENOENT"));
}

// parent checks that the folder of a path exists.
async function parent(in_: Access, path: string) {
  const at = await find(in_, parentOf(path));
  if (at === undefined) return fail("ENOENT");
  if (!(await nodeOf(in_, at)).folder) fail("ENOTDIR");
}

const live = new Map<number, Live>(), handles = new Map<number, Handle>();
let nextHandle = 3; // behind those of the console

const handle = (fd: number) => handles.get(fd) ?? fail("EBADF");

// keep keeps what a file holds. A file without a name is gone.
async function keep(file: Live) {
  if (!file.dirty) return;
  file.dirty = false;
  const { size, mode, changed } = file, bytes = file.bytes.slice(0, size);
  try {
    await transact("readwrite", async to => {
      if (!await to.get("nodes", file.node)) return;
      await to.put("nodes", { folder: false, mode, changed, size }, file.node);
      await to.put("data", bytes, file.node);
    });
  } catch (error) {
    file.dirty = true;
    throw error;
  }
}

// resize gives a file room for a size, and the size.
function resize(file: Live, size: number) {
  if (size > file.bytes.length) {
    const more = new Uint8Array(Math.max(size, 2 * file.bytes.length));
    more.set(file.bytes.subarray(0, file.size));
    file.bytes = more;
  } else if (size > file.size) file.bytes.fill(0, file.size, size);
  file.size = size;
  file.dirty = true;
  file.changed = Date.now();
}

async function open(path: string, flags: number, mode: number): Promise<number> {
  const writes = flags & (flag.WRONLY | flag.RDWR);
  const found = await transact(flags & flag.CREAT ? "readwrite" : "readonly", async in_ => {
    let at = await find(in_, path);
    if (at === undefined) {
      if (!(flags & flag.CREAT)) return fail("ENOENT");
      await parent(in_, path);
      const node: Node = { folder: false, mode: mode & permissions, changed: Date.now(), size: 0 };
      at = await in_.put("nodes", node) as number;
      await in_.put("names", at, path);
      return { at, node, bytes: new Uint8Array() };
    }
    const node = await nodeOf(in_, at);
    if (flags & flag.EXCL && flags & flag.CREAT) fail("EEXIST");
    if (node.folder && writes) fail("EISDIR");
    if (!node.folder && flags & flag.DIRECTORY) fail("ENOTDIR");
    return { at, node, bytes: node.folder ? new Uint8Array() : await in_.get<Uint8Array>("data", at) ?? new Uint8Array() };
  });
  const { at, node, bytes } = found, old = live.get(at);
  const file = old ?? { node: at, bytes, size: bytes.length, mode: node.mode, changed: node.changed, folder: node.folder, dirty: false, handles: 0 };
  if (old && !old.dirty) Object.assign(old, { bytes, size: bytes.length, mode: node.mode, changed: node.changed }); // another page wrote it
  live.set(at, file);
  file.handles++;
  if (writes && flags & flag.TRUNC) resize(file, 0);
  handles.set(nextHandle, { file, flags, at: 0 });
  return nextHandle++;
}

async function close(fd: number) {
  const { file } = handle(fd);
  handles.delete(fd);
  try {
    await keep(file);
  } finally {
    if (--file.handles === 0 && live.get(file.node) === file) live.delete(file.node);
  }
}

function read(fd: number, into: Uint8Array, offset: number, length: number, position: number | null): number {
  const h = handle(fd), from = position ?? h.at;
  if (h.file.folder) fail("EISDIR");
  if (h.flags & flag.WRONLY) fail("EBADF");
  const part = h.file.bytes.subarray(Math.min(from, h.file.size), Math.min(from + length, h.file.size));
  into.set(part, offset);
  if (position === null) h.at += part.length;
  return part.length;
}

function write(fd: number, from: Uint8Array, offset: number, length: number, position: number | null): number {
  const h = handle(fd);
  if (!(h.flags & (flag.WRONLY | flag.RDWR))) fail("EBADF");
  const to = h.flags & flag.APPEND ? h.file.size : position ?? h.at;
  resize(h.file, Math.max(h.file.size, to + length));
  h.file.bytes.set(from.subarray(offset, offset + length), to);
  if (position === null) h.at = to + length;
  return length;
}

const about = (device: number, ino: number, mode: number, size: number, changed: number) => ({
  dev: device, ino, mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size, blksize: 4096, blocks: Math.ceil(size / 512),
  atimeMs: changed, mtimeMs: changed, ctimeMs: changed, isDirectory: () => (mode & folderMode) !== 0,
});
const aboutNode = (at: number, n: Node) => about(filesDevice, at, (n.folder ? folderMode : fileMode) | n.mode, n.size, n.changed);

const stat = (path: string) => transact("readonly", async in_ => {
  const at = await find(in_, path);
  return at === undefined ? fail("ENOENT") : aboutNode(at, live.get(at) ?? await nodeOf(in_, at));
});

function fstat(fd: number) {
  if (fd < 3) return about(consoleDevice, fd, deviceMode, 0, 0);
  const { file } = handle(fd);
  return aboutNode(file.node, file);
}

const mkdir = (path: string, mode: number) => transact("readwrite", async in_ => {
  if (await find(in_, path) !== undefined) fail("EEXIST");
  await parent(in_, path);
  const node: Node = { folder: true, mode: mode & permissions, changed: Date.now(), size: 0 };
  await in_.put("names", await in_.put("nodes", node), path);
});

// namesIn returns the names in a folder.
async function namesIn(in_: Access, path: string): Promise<string[]> {
  const start = below(path);
  return (await in_.keys("names", start) as string[]).map(name => name.slice(start.length)).filter(name => !name.includes("/"));
}

const readdir = (path: string) => transact("readonly", async in_ => {
  const at = await find(in_, path);
  if (at === undefined) return fail("ENOENT");
  return (await nodeOf(in_, at)).folder ? namesIn(in_, path) : fail("ENOTDIR");
});

// drop removes a name and what it names.
async function drop(in_: Access, path: string, at: number) {
  await in_.delete("names", path);
  await in_.delete("nodes", at);
  await in_.delete("data", at);
}

// remove removes a file, or a folder that is empty.
const remove = (path: string, folder: boolean) => transact("readwrite", async in_ => {
  const at = await find(in_, path);
  if (at === undefined) return fail("ENOENT");
  if ((await nodeOf(in_, at)).folder !== folder) fail(folder ? "ENOTDIR" : "EISDIR");
  if (at === root) fail("EBUSY");
  if (folder && (await namesIn(in_, path)).length) fail("ENOTEMPTY");
  await drop(in_, path, at);
});

// rename gives a file or a folder another name. What had that name is gone.
const rename = (from: string, to: string) => transact("readwrite", async in_ => {
  const at = await find(in_, from), there = await find(in_, to);
  if (at === undefined) return fail("ENOENT");
  if (at === there) return;
  if (at === root || to.startsWith(from + "/")) fail("EINVAL");
  await parent(in_, to);
  const { folder } = await nodeOf(in_, at);
  if (there !== undefined) {
    const target = await nodeOf(in_, there);
    if (target.folder !== folder) fail(folder ? "ENOTDIR" : "EISDIR");
    if (folder && (await namesIn(in_, to)).length) fail("ENOTEMPTY");
    await drop(in_, to, there);
  }
  for (const name of folder ? await in_.keys("names", below(from)) as string[] : []) {
    await in_.put("names", await in_.get("names", name), to + name.slice(from.length));
    await in_.delete("names", name);
  }
  await in_.put("names", at, to);
  await in_.delete("names", from);
});

// change changes what is known of a file.
const change = (path: string, news: Partial<Node>) => transact("readwrite", async in_ => {
  const at = await find(in_, path);
  if (at === undefined) return fail("ENOENT");
  await in_.put("nodes", { ...await nodeOf(in_, at), ...news }, at);
  Object.assign(live.get(at) ?? {}, news);
});

async function truncate(path: string, size: number) {
  const fd = await open(path, flag.WRONLY, 0);
  resize(handle(fd).file, size);
  await close(fd);
}

// shown writes whole lines to the console, which are words of a program that ends.
const decoder = new TextDecoder();
let line = "";
function shown(bytes: Uint8Array): number {
  const lines = (line + decoder.decode(bytes, { stream: true })).split("\n");
  line = lines.pop()!;
  for (const text of lines) console.warn(text);
  return bytes.length;
}

type Callback = (error: Error | null, value?: unknown) => void;

// codeOf is the error of the system that fits an error of the browser.
function codeOf(error: unknown): string {
  if (error instanceof Failure) return error.code;
  return (error as Error)?.name === "QuotaExceededError" ? "ENOSPC" : "EIO";
}

// answered makes a function that calls back of one that returns a value or a promise.
function answered(work: (...values: never[]) => unknown) {
  return (...values: unknown[]) => {
    const callback = values.pop() as Callback;
    const failed = (error: unknown) => callback(Object.assign(new Error(String(error)), { code: codeOf(error) }));
    let result: unknown;
    try {
      result = work(...values as never[]);
    } catch (error) {
      return failed(error);
    }
    if (result instanceof Promise) result.then(value => callback(null, value), failed);
    else callback(null, result);
  };
}

const nothing = () => undefined, noLinks = () => fail("ENOSYS");

// fileSystem is what Go's port expects as globalThis.fs.
export const fileSystem = {
  constants: Object.fromEntries(Object.entries(flag).map(([name, value]) => ["O_" + name, value])),
  writeSync: (_: number, bytes: Uint8Array) => shown(bytes),
  open: answered((path: string, flags: number, mode: number) => open(resolved(path), flags, mode)),
  close: answered(close),
  read: answered(read),
  write: answered((fd: number, from: Uint8Array, offset: number, length: number, position: number | null) =>
    fd < 3 ? shown(from.subarray(offset, offset + length)) : write(fd, from, offset, length, position)),
  fsync: answered((fd: number) => fd < 3 ? undefined : keep(handle(fd).file)),
  ftruncate: answered((fd: number, size: number) => resize(handle(fd).file, size)),
  truncate: answered((path: string, size: number) => truncate(resolved(path), size)),
  stat: answered((path: string) => stat(resolved(path))),
  lstat: answered((path: string) => stat(resolved(path))),
  fstat: answered(fstat),
  mkdir: answered((path: string, mode: number) => mkdir(resolved(path), mode)),
  readdir: answered((path: string) => readdir(resolved(path))),
  unlink: answered((path: string) => remove(resolved(path), false)),
  rmdir: answered((path: string) => remove(resolved(path), true)),
  rename: answered((from: string, to: string) => rename(resolved(from), resolved(to))),
  chmod: answered((path: string, mode: number) => change(resolved(path), { mode: mode & permissions })),
  fchmod: answered((fd: number, mode: number) => {
    const { file } = handle(fd);
    file.mode = mode & permissions;
    file.dirty = true;
  }),
  utimes: answered((path: string, _: number, changed: number) => change(resolved(path), { changed: 1000 * changed })),
  readlink: answered(async (path: string) => { await stat(resolved(path)); fail("EINVAL"); }),
  chown: answered(nothing), fchown: answered(nothing), lchown: answered(nothing),
  link: answered(noLinks), symlink: answered(noLinks),
};
