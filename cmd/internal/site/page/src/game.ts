import { effect, signal } from "@preact/signals";
import { loadPosition } from "./analysis";
import type { Position } from "./messages";
import { current, tree, version, view } from "./state";
import { last, type Place, type Tree } from "./tree";

// The state of a game against the engine, of two people, or of the engine against itself. match.ts plays it.

export type Side = "Black" | "White";

// Conditions are what the user chooses for a game: minutes and seconds a move on the clock, 0 minutes for no clock; the opening is
// "start", "here" for the position of the analysis, or an opening suite.
export interface Conditions { side: Side | "Random"; minutes: number; seconds: number; opening: string; level: number }

// Players says which sides people have.
export type Players = Side | "Both" | "None";

// Match is a game: increment and time for a move in milliseconds, the value of option Level, the plies of its opening, what the clocks
// showed before each move behind the opening, how it ended, and its conditions.
export interface Match {
  human: Players;
  increment: number;
  moveTime: number;
  level: number;
  opening: number;
  left: Record<Side, number>[];
  over: string;
  conditions: Conditions;
}
export const match = signal<Match | null>(null);
export const clocks = signal<Record<Side, number>>({ Black: 0, White: 0 }); // milliseconds left

// The game before the present one, which can come back until the user has moved.
export interface EarlierGame { tree: Tree; match: Match; clocks: Record<Side, number>; flipped: boolean }
export const earlier = signal<EarlierGame | null>(null);

// latest is the last position of the game, whatever the board shows; null while another view is open.
export const latest = signal<{ at: Place; position: Position } | null>(null);

export const other = (side: Side): Side => side === "Black" ? "White" : "Black";
export const won = (side: Side) => side === "Black" ? "1-0" : "0-1"; // as a result in PDN
export const turn = () => latest.value?.position.turn as Side | undefined;
export const isHuman = (side?: Side) => !!match.value && (match.value.human === "Both" || match.value.human === side);
export const begun = () => !!match.value; // a game, which may be over
export const going = () => !!match.value && !match.value.over;
export const ended = () => current.value === latest.value?.at && match.value?.over; // how the game on the board ended
export const mayMove = () => going() && current.value === latest.value?.at && isHuman(turn()) && !latest.value!.position.over;

// startGame lets latest follow the game.
export function startGame() {
  effect(() => {
    void [version.value, tree.value];
    if (view.value !== "play" || !match.value) {
      latest.value = null;
      return;
    }
    const at = last(tree.value.root);
    if (latest.peek()?.at === at) return;
    void loadPosition(tree.value.root).catch(() => {}); // the pieces at the start
    loadPosition(at).then(found => {
      if (view.value === "play" && last(tree.value.root) === at) latest.value = { at, position: found };
    }, () => {});
  });
}
