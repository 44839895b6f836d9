import { effect, signal } from "@preact/signals";
import type { Position } from "./messages";
import { load, match, tree, version, view, type Side } from "./state";
import { last, type Place } from "./tree";

// latest is where the game against the engine, or of two people, has got to, whatever the board shows; null while another view is open.
export const latest = signal<{ at: Place; position: Position } | null>(null);
effect(() => {
  void [version.value, tree.value];
  if (view.value !== "play" || !match.value) {
    latest.value = null;
    return;
  }
  const at = last(tree.value.root);
  if (latest.peek()?.at === at) return;
  void load(tree.value.root).catch(() => {}); // the pieces at the start
  load(at).then(found => {
    if (view.value === "play" && last(tree.value.root) === at) latest.value = { at, position: found };
  }, () => {});
});

export const other = (side: Side): Side => side === "Black" ? "White" : "Black";
export const turn = () => latest.value?.position.turn as Side | undefined;
export const isHuman = (side?: Side) => !!match.value && (match.value.human === "Both" || match.value.human === side);

// won is the result of a game that a side has won.
export const won = (side: Side) => side === "Black" ? "1-0" : "0-1";
