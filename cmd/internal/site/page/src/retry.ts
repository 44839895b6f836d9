import { signal } from "@preact/signals";
import type { Fault, Problem } from "./messages";
import { ask } from "./server";
import { speak } from "./speaker";
import { attempt, current, tree } from "./state";
import { movesTo, type Place, type Tree } from "./tree";
import { answers } from "./views";

// A game that begins where a fault was made judges the first move of the user as the trainer judges the answer to an own fault.

const asked = signal<{ game: Tree; problem: Problem } | null>(null);
const judged = signal<{ at: Place; title: string; text: string; right: boolean } | null>(null);

// weighing says that the move is being judged: until then the engine does not answer it.
export const weighing = signal(false);

// verdictHere is what was said of the first move, while the board shows it or the engine's answer.
export const verdictHere = () => judged.value && [current.value, current.value.parent].includes(judged.value.at) ? judged.value : null;

// askFault has the first move of a game judged that begins before a fault.
export function askFault(game: Tree, { fen, better, expect, lesson }: Fault, move: string) {
  asked.value = { game, problem: { id: `fault:${fen}`, name: "", source: "", fen, plies: 0, result: "unknown", keys: better.slice(0, 1), avoid: [move], expect,
    claim: "", line: [], themes: [], rating: 0, idea: "", told: { ...lesson, film: [] } } };
}

// judgeMove judges a move if it is the first one of such a game.
export async function judgeMove(at: Place) {
  const { game, problem } = asked.value ?? {};
  if (!problem || game !== tree.value || movesTo(at).length !== 1) return;
  weighing.value = true;
  const verdict = await attempt(async () => {
    const [{ verdictOf }, judgement] = await Promise.all([answers(), ask("try", { problem, moves: [], move: at.move })]);
    return verdictOf(problem, at.move, judgement);
  });
  weighing.value = false;
  if (!verdict) return;
  const { title, text } = verdict;
  judged.value = { at, ...verdict };
  speak(`${title}. ${text}`);
}
