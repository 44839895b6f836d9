import { signal } from "@preact/signals";
import { home } from "./home";
import { texts } from "./i18n";
import type { AttemptCounted, Merged, Training } from "./messages";
import { preferences } from "./preferences";
import { ask } from "./server";
import { problem, suite, setTrained } from "./suite";
import { trainee } from "./trainee";

// What the attempts add up to, and what has become of the last one.
export const training = signal<Training | null>(null), outcome = signal<AttemptCounted | null>(null);
export const theme = signal(""); // of which problems are asked; empty for any
export const isBack = signal(false); // the open problem was not solved before
let passed: string[] = []; // problems that were passed over

export async function readTraining() { training.value = await ask("training", trainee()); }

// shares are those of own faults among the problems of a day.
const shares = { none: 0, quarter: 0.25, half: 0.5, all: 1 };

// nextExercise takes the problem that comes next, and reports whether there is one.
export async function nextExercise(): Promise<boolean> {
  await recording;
  const found = await ask("nextProblem", { ...trainee(), theme: theme.value, share: shares[preferences.value.faults], not: passed });
  if (!found.problems.length) return false;
  isBack.value = found.back;
  setTrained("train", texts.problems.panels.train, found.problems);
  return true;
}

export const dueLessons = signal<string[]>([]); // those that come back today

// openLessons takes the known endings.
export async function openLessons() {
  await recording;
  const { problems, due } = await ask("lessons", trainee());
  dueLessons.value = due;
  setTrained("lessons", texts.problems.panels.lessons, problems);
}

// skip leaves a problem out until the page is loaded again.
export const skip = (id: string) => { passed = [...passed, id]; };

let recording = Promise.resolve(); // what comes next depends on the answers before

// record counts an attempt.
export function record(card: string, score: number) {
  dueLessons.value = dueLessons.value.filter(id => id !== card);
  openersBefore = training.value?.openers ?? 0;
  const counted = ask("attempt", { ...trainee(), card, score, own: "" }).then(made => { training.value = outcome.value = made; });
  recording = counted.catch(() => {});
  return counted;
}

export const savedTraining = async () => new Blob([(await ask("trainingFile", {})).text], { type: "application/jsonl" });

// addTraining adds the attempts of a file that are not known yet, and returns how many they are.
export async function addTraining(file: File): Promise<number> {
  const { added } = await home.receive<Merged>("training", file);
  await readTraining();
  return added;
}

// Gain is what the last answer has done to the rating: for a new user nothing, until the user's place is found.
interface Gain { text: string; good: boolean }
export function gained(): Gain | null {
  const w = texts.training, made = outcome.value, rated = suite.value?.kind === "train" && problem.value?.rating;
  if (!made || !rated) return null;
  if (made.openers > 0) return { text: w.opener(allOpeners - made.openers, allOpeners), good: false };
  if (!openersBefore) return { text: w.changed(made.change, made.rating), good: made.change > 0 };
  return { text: w.starts(made.rating), good: true };
}
export const allOpeners = 3;
let openersBefore = 0; // the last answer

// comesBack says when the last question comes back.
export const comesBack = () => outcome.value && outcome.value.days > 0 ? texts.training.comesBack(outcome.value.days) : "";
