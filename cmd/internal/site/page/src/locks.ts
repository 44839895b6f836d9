// locks returns the locks that the pages of the browser share, undefined where there are none or the user forbids them.
export const locks = () => shared ??= found();

let shared: Promise<LockManager | undefined> | undefined;

async function found(): Promise<LockManager | undefined> {
  try {
    await navigator.locks.query();
    return navigator.locks;
  } catch {
    return undefined;
  }
}
