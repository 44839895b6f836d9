import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Problem, ProblemList } from "./messages";
import { addLine, attempt, current, explained, flipped, hint, notice, play, say, show, taken, toStart, tree, typed, version } from "./state";
import { keep, kept, update } from "./store";
import { ask, send } from "./server";
import { Sheet } from "./moves";
import { newTree } from "./tree";

const list = signal<ProblemList | null>(null), at = signal(0), solved = signal<string[]>([]);
const chosenKey = "zonda-problem", ownKey = "zonda-problems", shown = signal<Problem | null>(null), own = signal(kept<ProblemList | null>(sessionStorage, ownKey, null) !== null);

// select makes a problem the one that is judged, without touching the board.
function select(i: number): Problem {
  const p = list.value!.problems[i];
  at.value = i;
  shown.value = p;
  keep(sessionStorage, chosenKey, p.id);
  return p;
}

function choose(i: number) {
  const p = select(i);
  notice.value = null; // of the problem before
  show(newTree(p.fen));
  flipped.value = p.task.startsWith("Black");
}

// useOwn takes a suite of the user, which is kept while the tab is open.
function useOwn(read: ProblemList) {
  list.value = read;
  own.value = true;
  choose(0);
  sessionStorage.removeItem(ownKey); // an earlier suite must not come back
  const said = read.leftOut.length ? [`Left out: ${read.leftOut.join("; ")}`] : [];
  if (!keep(sessionStorage, ownKey, read)) said.unshift("The browser has no room to keep these problems. When the page is loaded again it has the problems of the program.");
  if (said.length) say(said.join(" "), true);
}

// useBuiltIn takes the problems of the program.
async function useBuiltIn() {
  sessionStorage.removeItem(ownKey);
  list.value = await ask("problems", {});
  own.value = false;
  choose(0);
}

// tryMove judges the first move of a problem, and reports whether the move was made; later moves are free.
export async function tryMove(move: string): Promise<boolean> {
  const p = shown.value;
  if (!p || current.value.parent) return typed(move);
  const judged = await attempt(() => ask("try", { problem: p, move }).catch(explained(move)));
  if (!judged) return false;
  if (judged.right) play(move);
  say(judged.text, !judged.right);
  if (!judged.right) return false;
  solved.value = [...new Set([...solved.value, p.id])];
  update("solved", before => [...new Set([...before as string[] ?? [], p.id])]);
  return true;
}

// restoreSolved takes up the problems that were solved in earlier pages.
export const restoreSolved = () => taken("solved", (ids: string[]) => { solved.value = [...ids]; });

// Problems is a page of puzzles.
export function Problems() {
  useEffect(() => {
    if (list.value) return;
    void attempt(async () => {
      const read = list.value = kept<ProblemList | null>(sessionStorage, ownKey, null) ?? await ask("problems", {}), chosen = kept(sessionStorage, chosenKey, "");
      const lying = read.problems.filter(q => q.fen === tree.value.start), on = lying.find(q => q.id === chosen) ?? lying[0];
      if (on) select(read.problems.indexOf(on)); // the page was loaded again
      else choose(Math.max(0, read.problems.findIndex(q => q.id === chosen)));
    });
  }, []);
  version.value; // the list of moves comes with the first move
  const l = list.value, p = shown.value;
  if (!l || !p) return <p class="quiet">Reading the problems…</p>;
  const help = (whole: boolean) => attempt(async () => {
    toStart();
    const solution = await ask("solution", p);
    if (shown.value !== p) return;
    toStart();
    if (whole) { addLine(current.value, solution.moves); say(`Solution: ${solution.moves[0]} first. Step through it with ▶ below the board.`); }
    else { hint.value = [Number(solution.moves[0].split(/[-x]/)[0])]; say("The piece to move is marked."); }
  });
  return (
    <section class="panel" aria-label="Problems">
      <h2 id="task">{p.task}</h2>
      <p class="quiet">Problem {at.value + 1} of {l.problems.length}: {p.id}{solved.value.includes(p.id) && <b class="value win"> solved</b>}</p>
      <div class="row"><button onClick={() => help(false)}>Hint</button><button onClick={() => help(true)}>Solution</button><button onClick={() => choose(at.value)}>Again</button>
        <button disabled={at.value + 1 >= l.problems.length} onClick={() => choose(at.value + 1)}>Next</button></div>
      {tree.value.root.children.length > 0 && <Sheet />}
      <p>Score: <b>{l.problems.filter(q => solved.value.includes(q.id)).length}</b> of {l.problems.length}</p>
      <div class="grid" role="group" aria-label="All problems">{l.problems.map((q, i) => <button key={q.id} aria-label={`problem ${i + 1}${solved.value.includes(q.id) ? ", solved" : ""}`} title={q.id} aria-current={i === at.value ? "true" : undefined} class={solved.value.includes(q.id) ? "solved" : ""} onClick={() => choose(i)}>{i + 1}{solved.value.includes(q.id) && "✓"}</button>)}</div>
      <label class="file">Your own (CSV, PDN, EPD) <input type="file" accept=".csv,.pdn,.epd,.txt" onChange={async e => {
        const file = e.currentTarget.files?.[0], read = file && await attempt(() => send<ProblemList>("/problems", file));
        if (read) useOwn(read);
      }} /></label>
      {own.value && <div class="row"><button onClick={() => attempt(useBuiltIn)}>The problems of the program</button></div>}
    </section>);
}
