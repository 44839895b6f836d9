import { effect, signal } from "@preact/signals";
import { engineOn, lines } from "./analysis";
import type { Score } from "./messages";
import { current, play, position, view } from "./state";
import type { Place } from "./tree";

export const analyses = () => view.value === "analyse" || view.value === "games" || view.value === "lab";

// The place whose best move is to be played as soon as the engine has looked at it, and its score is fit.
interface Wanted { at: Place; fit: (score: Score) => boolean; long?: boolean }
export const bestMoveWanted = signal<Wanted | null>(null);
const longEnough = 700, deepEnough = 15; // milliseconds, plies

// bestMove plays the best move that the engine knows. An engine that is off begins to search, and the move is played a moment later.
export function bestMove() {
  const p = position.value, best = lines.value?.lines[0];
  if (!p || !analyses() || p.over) return;
  if (p.moves.length === 1) return play(p.moves[0].text);
  if (best) return play(best.moves[0]);
  wantBestMove(() => true);
}

// wantBestMove plays the best move here when the engine has one whose score is fit, unless the user goes elsewhere before.
export function wantBestMove(fit: Wanted["fit"]) {
  const want = { at: current.value, fit };
  engineOn.value = true;
  bestMoveWanted.value = want;
  setTimeout(() => { if (bestMoveWanted.value === want) bestMoveWanted.value = { ...want, long: true }; }, longEnough);
}

effect(() => {
  const want = bestMoveWanted.value, news = lines.value, best = news?.lines[0];
  if (!want) return;
  const looked = want.long || !news?.depth || news.depth >= deepEnough; // without a depth the line is from tables
  if (want.at !== current.value || !engineOn.value) bestMoveWanted.value = null;
  else if (best && looked && want.fit(best.score)) {
    bestMoveWanted.value = null;
    queueMicrotask(() => play(best.moves[0])); // not here, where each signal that it reads would count
  }
});
