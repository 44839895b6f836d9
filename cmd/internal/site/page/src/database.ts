// What the browser keeps for the page: values of the page (kept), and the files of the engine: the nodes of their names, what a node is,
// and the bytes that it holds.
const stores = ["kept", "names", "nodes", "data"] as const;
export type Store = (typeof stores)[number];

// Access reads and writes within one transaction.
export interface Access {
  get<T>(store: Store, key: IDBValidKey): Promise<T | undefined>;
  keys(store: Store, begin?: string): Promise<IDBValidKey[]>; // those that begin with a text and go on
  put(store: Store, value: unknown, key?: IDBValidKey): Promise<IDBValidKey>; // the key of a new node is chosen
  delete(store: Store, key: IDBValidKey): Promise<unknown>;
  clear(store: Store): Promise<unknown>;
}

type Mode = "readonly" | "readwrite";
type Work<T> = (access: Access) => Promise<T>;

const done = <T>(request: IDBRequest<T>) => new Promise<T>((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

let opening: Promise<IDBDatabase | null> | undefined;

// open opens the database, once. The result is null where the browser keeps nothing for this page.
function open(): Promise<IDBDatabase | null> {
  const opened = async () => {
    const request = indexedDB.open("zonda", 1);
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store, { autoIncrement: store === "nodes" });
    };
    const database = await done(request);
    database.onclose = () => { opening = undefined; };
    database.onversionchange = () => { database.close(); opening = undefined; };
    return database;
  };
  return opening ??= opened().catch(() => null);
}

// lasting reports whether the browser keeps what is written beyond the life of the page.
export const lasting = async () => await open() !== null;

// transact does work in a transaction: all that it writes is kept, or nothing. An error of the work undoes it.
export async function transact<T>(mode: Mode, work: Work<T>): Promise<T> {
  const database = await open();
  if (!database) return inMemory(work);
  let transaction: IDBTransaction;
  try {
    transaction = database.transaction(stores, mode, { durability: "strict" });
  } catch (error) { // the browser has closed the database
    if ((error as Error).name !== "InvalidStateError" || !opening) throw error;
    opening = undefined;
    return transact(mode, work);
  }
  const at = (store: Store) => transaction.objectStore(store);
  const ended = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("undone"));
  });
  ended.catch(() => {}); // the first error is that of the work
  try {
    const result = await work({
      get: (store, key) => done(at(store).get(key)),
      keys: (store, begin) => done(at(store).getAllKeys(begin && IDBKeyRange.bound(begin, begin + "\uffff", true))),
      put: (store, value, key) => done(at(store).put(value, key)),
      delete: (store, key) => done(at(store).delete(key)),
      clear: store => done(at(store).clear()),
    });
    await ended;
    return result;
  } catch (error) {
    try {
      transaction.abort();
    } catch { /* it has ended */ }
    throw error;
  }
}

// Where the browser keeps nothing, all is kept until the page is closed.
let held = new Map<Store, Map<IDBValidKey, unknown>>(stores.map(store => [store, new Map()]));
let nextNode = 0, before: Promise<unknown> = Promise.resolve();

function inMemory<T>(work: Work<T>): Promise<T> {
  const run = async () => {
    const copy = new Map([...held].map(([store, values]) => [store, new Map(values)])), at = (store: Store) => copy.get(store)!;
    const result = await work({
      get: async <T>(store: Store, key: IDBValidKey) => at(store).get(key) as T | undefined,
      keys: async (store, begin = "") => [...at(store).keys()].filter(key => !begin || String(key).startsWith(begin) && key !== begin).sort(),
      put: async (store, value, key = ++nextNode) => { at(store).set(key, value); return key; },
      delete: async (store, key) => at(store).delete(key),
      clear: async store => at(store).clear(),
    });
    held = copy;
    return result;
  };
  const result = before.then(run);
  before = result.catch(() => {});
  return result;
}
