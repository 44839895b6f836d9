import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Problem, ProblemList } from "./messages";
import { addLine, attempt, current, flipped, go, hint, play, say, show } from "./state";
import { ask, send } from "./server";
import { newTree } from "./tree";

const list = signal<ProblemList | null>(null), at = signal(0), solved = signal<string[]>(JSON.parse(localStorage.getItem("zonda-solved") ?? "[]"));
const shown = signal<Problem | null>(null);

function choose(i: number) {
  const p = list.value!.problems[i];
  at.value = i;
  shown.value = p;
  show(newTree(p.fen));
  flipped.value = p.task.startsWith("Black");
}

// tryMove judges the first move of a problem; later moves are free.
export async function tryMove(move: string) {
  const p = shown.value;
  if (!p || current.value.parent) return play(move);
  const judged = await attempt(() => ask("try", { problem: p, move }));
  if (!judged) return;
  say(judged.text, !judged.right);
  if (!judged.right) return;
  play(move);
  if (!solved.value.includes(p.id)) {
    solved.value = [...solved.value, p.id];
    localStorage.setItem("zonda-solved", JSON.stringify(solved.value));
  }
}

// Problems is a page of puzzles.
export function Problems() {
  useEffect(() => {
    if (!list.value) void attempt(async () => { list.value = await ask("problems", {}); choose(0); });
    else if (shown.value) choose(at.value);
  }, []);
  const l = list.value, p = shown.value;
  if (!l || !p) return <p class="quiet">Reading the problems…</p>;
  const help = (whole: boolean) => attempt(async () => {
    go(follow());
    const solution = await ask("solution", p);
    if (whole) { addLine(current.value, solution.moves); say(`Solution: ${solution.moves.join(" ")}`); } else hint.value = [Number(solution.moves[0].split(/[-x]/)[0])];
  });
  const follow = () => { let place = current.value; while (place.parent) place = place.parent; return place; };
  return (
    <section class="panel" aria-label="Problems">
      <h2 id="task">{p.task}</h2>
      <p class="quiet">Problem {at.value + 1} of {l.problems.length}: {p.id}{solved.value.includes(p.id) && <b class="value win"> solved</b>}</p>
      <div class="row"><button onClick={() => help(false)}>Hint</button><button onClick={() => help(true)}>Solution</button><button onClick={() => choose(at.value)}>Again</button>
        <button disabled={at.value + 1 >= l.problems.length} onClick={() => choose(at.value + 1)}>Next</button></div>
      <p>Score: <b>{l.problems.filter(q => solved.value.includes(q.id)).length}</b> of {l.problems.length}</p>
      <div class="grid" role="group" aria-label="All problems">{l.problems.map((q, i) => <button key={q.id} aria-label={`problem ${i + 1}${solved.value.includes(q.id) ? ", solved" : ""}`} title={q.id} aria-current={i === at.value ? "true" : undefined} class={solved.value.includes(q.id) ? "solved" : ""} onClick={() => choose(i)}>{i + 1}{solved.value.includes(q.id) && "✓"}</button>)}</div>
      <label class="file">Your own (CSV, PDN, EPD) <input type="file" accept=".csv,.pdn,.epd,.txt" onChange={async e => {
        const file = e.currentTarget.files?.[0], read = file && await attempt(() => send<ProblemList>("/problems", file));
        if (read) { list.value = read; choose(0); if (read.leftOut.length) say(`Left out: ${read.leftOut.join("; ")}`, true); }
      }} /></label>
    </section>);
}
