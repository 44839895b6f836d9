import { signal } from "@preact/signals";
import type { Side } from "./game";
import { texts } from "./i18n";
import type { Ballot, Repertoire } from "./messages";
import { ask } from "./server";
import { tab } from "./store";
import { setTrained } from "./suite";
import { trainee } from "./trainee";

// Opening is what the user has chosen to learn.
interface Opening { deck: string; id: string; side: Side }
const key = "zonda-opening", first: Opening = { deck: "3move", id: "", side: "Black" };
export const opening = signal<Opening>({ ...first, ...tab.get<Partial<Opening>>(key, {}) });
export const ballots = signal<Ballot[]>([]), repertoire = signal<Repertoire | null>(null);

// learn chooses an opening, or its deck, or the side.
export async function learn(change: Partial<Opening>) {
  const next = { ...opening.value, ...change };
  if (!ballots.value.length || change.deck) ballots.value = (await ask("ballots", { deck: next.deck })).ballots;
  if (!ballots.value.some(b => b.id === next.id)) next.id = ballots.value[0].id;
  opening.value = next;
  tab.set(key, next);
  await readRepertoire();
}

export async function readRepertoire() { repertoire.value = await ask("repertoire", { ...opening.value, ...trainee() }); }

// preferMove makes a move that of the user's repertoire.
export async function preferMove(card: string, own: string) {
  await ask("attempt", { ...trainee(), card, score: 0, own });
  await readRepertoire();
}

// askMoves takes the moves that come back or were not asked yet, the likeliest first; if there are none, all of them. It reports whether
// there is one.
export function askMoves(): boolean {
  const rows = [...repertoire.value!.rows].sort((a, b) => b.chance - a.chance), open = ["due", "new"].flatMap(state =>
    rows.filter(row => row.state === state));
  return setQuestions((open.length ? open : rows).map(row => row.problem));
}

// askRows takes the whole tree, to begin at one of its moves.
export const askRows = () => setQuestions(repertoire.value!.rows.map(row => row.problem));

function setQuestions(problems: Repertoire["rows"][number]["problem"][]): boolean {
  if (problems.length) setTrained("openings", texts.problems.panels.openings, problems);
  return problems.length > 0;
}
