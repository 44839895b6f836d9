import { batch } from "@preact/signals";
import { changed, current, flipped, go, hint, moveText, notice, position, tree, view, type View } from "./state";
import { newTree, type Place, type Tree } from "./tree";

// A workspace has a game of its own: problems, matches and games against the engine leave the analysis as it is. Several views may share
// one. The game of the workspace that is shown lies in state.ts, the others here.
export type Workspace = "analysis" | "play" | "problems" | "matches";
const workspaceOf: Partial<Record<View, Workspace>> = {
  analyse: "analysis", setup: "analysis", games: "analysis", play: "play", problems: "problems", lab: "matches",
};
let lastWorkspace: Workspace = "analysis"; // the settings leave the game of the view before on the board
export const workspace = () => lastWorkspace = workspaceOf[view.value] ?? lastWorkspace;

export interface SavedState { tree: Tree; current: Place; flipped: boolean }
const saved = new Map<Workspace, SavedState>();
const stateNow = (): SavedState => ({ tree: tree.peek(), current: current.peek(), flipped: flipped.peek() });

function show(state: SavedState) {
  if (state.tree !== tree.value) moveText.value = "";
  tree.value = state.tree;
  position.value = null;
  flipped.value = state.flipped;
  go(state.current);
  changed();
}

let before: View = "analyse"; // the settings were opened
export const previousView = () => before;

// visit opens a view with the game of its workspace.
export function visit(next: View) {
  batch(() => {
    const from = workspace();
    if (view.value !== "settings") before = view.value;
    view.value = next;
    const to = workspace();
    hint.value = [];
    notice.value = null;
    if (from === to) return;
    saved.set(from, stateNow());
    const fresh = newTree();
    show(saved.get(to) ?? { tree: fresh, current: fresh.root, flipped: false });
  });
}

// analysed returns the game of the analysis, undefined if nothing was analysed.
export const analysed = () => workspace() === "analysis" ? stateNow() : saved.get("analysis");

// workspaces returns the games of all workspaces.
export function workspaces(): ReadonlyMap<Workspace, SavedState> {
  saved.set(workspace(), stateNow());
  return saved;
}

// restoreWorkspaces opens a view, with games that were saved.
export function restoreWorkspaces(open: View, states: Iterable<readonly [Workspace, SavedState]>) {
  for (const [name, state] of states) saved.set(name, state);
  view.value = open;
  const here = saved.get(workspace());
  if (here) show(here);
}

// isEmpty reports whether no workspace has a saved game.
export const isEmpty = () => !saved.size;
