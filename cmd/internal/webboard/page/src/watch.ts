import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { addLine, attempt, current, go, showGame, toEnd, tree } from "./state";
import { ask } from "./server";
import { last, type Tree } from "./tree";

export const chosen = signal(""); // the match, by the name of its journal
const every = 1500, share = 10; // the server works for the page a tenth of the time at most

// useTick asks again and again while the view is open.
export function useTick(work: () => Promise<unknown>, on: unknown) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined, open = true;
    const run = async (quietly: boolean) => {
      const began = performance.now();
      await (quietly ? work().catch(() => {}) : attempt(work));
      if (open) timer = setTimeout(() => run(true), Math.max(every, share * (performance.now() - began)));
    };
    void run(false);
    return () => { open = false; clearTimeout(timer); };
  }, [on]);
}

// watched is the game on the board.
export const watched = signal<{ match: string; game: number; tree: Tree } | null>(null);

export const watchedGame = () => watched.value?.match === chosen.value ? watched.value.game : 0;

// watch shows a game. One that is on the board already grows, and the board follows if it shows the end.
export async function watch(match: string, game: number) {
  const found = await ask("matchGame", { name: match, game }), before = watched.value;
  if (chosen.value !== match) return;
  if (before?.match !== match || before.game !== game || before.tree !== tree.value) {
    showGame(found);
    toEnd();
    watched.value = { match, game, tree: tree.value };
    return;
  }
  const end = last(tree.value.root), following = current.value === end;
  addLine(tree.value.root, found.moves.map(node => node.move)).forEach((place, i) => { place.comments = found.moves[i].comments; });
  tree.value.result = found.result;
  if (following) go(last(end));
}
