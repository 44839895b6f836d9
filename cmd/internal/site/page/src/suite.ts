import { computed, signal } from "@preact/signals";
import { home } from "./home";
import { texts } from "./i18n";
import type { Problem, ProblemList } from "./messages";
import { ask } from "./server";
import { load, tab, update } from "./store";

// Suite is a list of problems: those of the program, the user's own, the faults of a judged game, or what the trainer asks.
interface Suite extends ProblemList { kind: "classics" | "own" | "mistakes" | Trained; name: string }
type Trained = "train" | "openings" | "lessons";

export const suite = signal<Suite | null>(null), at = signal(0);
export const problem = computed(() => suite.value?.problems[at.value] ?? null);

// trains reports whether the answers count for the trainer.
const trained: string[] = ["train", "openings", "lessons"] satisfies Trained[];
export const trains = () => trained.includes(suite.value?.kind ?? "");

// counts reports whether the answers count for the schedule.
export const counts = () => trains() || suite.value?.kind === "mistakes";

// panel is what stands below the open problem: the trainer, or the list.
export type Panel = "list" | Trained;
const panelKey = "zonda-panel";
export const panel = signal<Panel>(tab.get<Panel>(panelKey, "train"));
export const showPanel = (name: Panel) => { tab.set(panelKey, panel.value = name); };

// How a problem was done: found alone, found with a hint, or shown. A problem that was shown is not solved.
export type How = "alone" | "helped" | "shown";

// Score holds the problems by how they were done best, and how many were solved alone one after the other.
export interface Score extends Record<How, string[]> { row: number }
const none: Score = { alone: [], helped: [], shown: [], row: 0 };
const score = signal<Score>(none);
export const scoreNow = () => score.value;

// Place is the problem that is open: a page that is loaded again goes on with it.
interface Place { id: string; how: How; solved: boolean; counted: boolean; late?: boolean }
const placeKey = "zonda-problem", ownKey = "zonda-problems", nowhere: Place = { id: "", how: "alone", solved: false, counted: false };
export const savedPlace = () => ({ ...nowhere, ...tab.get<Partial<Place>>(placeKey, nowhere) });
export const savePlace = (place: Place) => { tab.set(placeKey, place); };

// best returns how a problem was done best, undefined for one that was not done.
const hows: How[] = ["alone", "helped", "shown"];
export const best = (s: Score, id: string) => hows.find(how => s[how].includes(id));

// counted returns a score with another problem that was done. What was once done better stays so.
function counted(s: Score, id: string, how: How): Score {
  const before = best(s, id), row = how === "alone" ? s.row + 1 : 0;
  if (before && hows.indexOf(before) <= hows.indexOf(how)) return { ...s, row };
  const without = (name: How) => s[name].filter(other => other !== id);
  const rest = { alone: without("alone"), helped: without("helped"), shown: without("shown") };
  return { ...rest, [how]: [...rest[how], id], row };
}

// scoreOf reads a score as it was kept; earlier pages kept a list of those that were solved.
const scoreOf = (value: unknown): Score => Array.isArray(value) ? { ...none, alone: [...value as string[]] }
  : { ...none, ...value as Partial<Score> };

// count counts a problem that is done.
export function count(p: Problem, how: How) {
  if (p.claim === "book") return; // the trainer alone keeps the moves of openings
  score.value = counted(score.value, p.id, how);
  update("solved", before => counted(scoreOf(before), p.id, how));
}

// endStreak ends the problems that were solved alone one after the other.
export const endStreak = () => { score.value = { ...score.value, row: 0 }; };

// restoreSolved takes up the problems that were solved in earlier pages.
let solvedRead: Promise<unknown> | undefined;
export const restoreSolved = () => solvedRead ??= load("solved", (value: unknown) => {
  const found = scoreOf(value);
  if (!hows.flatMap(how => found[how]).every(id => typeof id === "string")) throw new Error("no score");
  score.value = found;
});

// setSuite makes a list of problems the open one.
function setSuite(next: Suite) {
  suite.value = next;
  at.value = 0;
  showPanel(trains() ? next.kind as Trained : "list");
  tab.remove(ownKey); // an earlier suite must not come back
}

// setTrained takes problems that the trainer asks. They stay while the tab is open.
export function setTrained(kind: Trained, name: string, problems: Problem[]) {
  setSuite({ kind, name, problems, leftOut: [] });
  tab.set(ownKey, suite.value);
}

// openOwn reads a file of the user, which is kept while the tab is open. It returns what is wrong with it.
export async function openOwn(file: File): Promise<string> {
  const own: Suite = { ...await home.receive<ProblemList>("problems", file), kind: "own", name: file.name };
  setSuite(own);
  const said = own.leftOut.length ? [texts.problems.leftOut(own.leftOut.join("; "))] : [];
  if (!tab.set(ownKey, own)) said.unshift(texts.problems.noRoom);
  return said.join(" ");
}

// openBuiltIn takes the problems of the program.
export async function openBuiltIn() {
  setSuite(await builtIn());
  return "";
}

const builtIn = async (): Promise<Suite> => ({ ...await ask("problems", {}), kind: "classics", name: texts.problems.classics });

// openMistakes takes the faults of a judged game.
export function openMistakes(name: string, problems: Problem[]) {
  setSuite({ kind: "mistakes", name, problems, leftOut: [] });
  tab.set(ownKey, suite.value);
}

// restoreSuite takes the list that the page had before it was loaded again. Where the trainer is to ask there is none yet.
export async function restoreSuite() {
  const own = tab.get<Suite | null>(ownKey, null);
  suite.value = own?.kind ? own : panel.value === "train" ? null : await builtIn();
}
