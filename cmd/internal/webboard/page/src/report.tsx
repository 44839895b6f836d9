import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { attempt, current, flipped, go, judging, say, showGame, tree, version } from "./state";
import { ask, on } from "./server";
import { mainLine, toGame, type Tree } from "./tree";

const report = signal<{ html: string; tree: Tree } | null>(null), progress = signal<{ done: number; total: number } | null>(null);
on("progress", news => { if (progress.value) progress.value = news; });

// The nodes for each position, and what they are called. The first is the default of zonda analyze.
const efforts: [number, string][] = [[50_000, "quick: 50,000 nodes"], [500_000, "careful: 500,000 nodes"], [5_000_000, "deep: 5 million nodes"]];

// Report judges the game on the board, as zonda analyze does.
export function Report() {
  version.value;
  const [nodes, setNodes] = useState(efforts[0][0]), judged = report.value;
  const make = async () => {
    const game = tree.value;
    progress.value = { done: 0, total: 1 };
    judging.value = true;
    const made = await attempt(() => ask("report", { game: toGame(game), nodes }));
    judging.value = false;
    progress.value = null;
    if (!made) return;
    if (tree.value !== game) { say("The report is dropped: another game is on the board now.", true); return; }
    showGame(made.game, [], game.origin);
    report.value = { html: made.html, tree: tree.value };
  };
  return (
    <div>
      <div class="row"><label>each position <select id="report-nodes" value={nodes} onChange={e => setNodes(Number(e.currentTarget.value))}>{efforts.map(([n, text]) => <option key={n} value={n}>{text}</option>)}</select></label>
        <button id="make-report" class="main" disabled={!!progress.value || !tree.value.root.children.length} onClick={make}>Judge the game</button>
        {progress.value && <progress aria-label="Progress of the report" value={progress.value.done} max={progress.value.total} />}</div>
      {judged?.tree === tree.value ? <Section html={judged.html} /> : <p class="quiet">The engine looks at every position of the game: a chart, the faults of both sides, and better moves.</p>}
    </div>);
}

// Section shows the report in a shadow tree with its own style; a click on a move or on the chart goes there.
function Section({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null), at = current.value;
  const moves = () => [...host.current!.shadowRoot!.querySelectorAll<HTMLElement>(".m")];
  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: "open" });
    root.innerHTML = html; // escaped by the server's template
    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = "/report.css";
    root.prepend(style);
    const to = (ply: number) => { const line = mainLine(tree.value.root); if (line[ply]) go(line[ply]); };
    const press = (event: Event) => {
      const target = event.target as HTMLElement, chart = target.closest<SVGSVGElement>(".chart");
      if (target.dataset.ply) to(Number(target.dataset.ply));
      else if (moves().includes(target)) to(moves().indexOf(target));
      else if (chart) to(nearest(moves(), chart, (event as MouseEvent).clientX));
    };
    root.addEventListener("click", press);
    return () => root.removeEventListener("click", press);
  }, [html]);
  useEffect(() => {
    const here = moves()[mainLine(tree.value.root).indexOf(at)], cursor = host.current!.shadowRoot!.querySelector(".cursor");
    if (!here || !cursor) return; // the place is in a variation
    for (const move of moves()) move.classList.toggle("here", move === here);
    for (const end of ["x1", "x2"]) cursor.setAttribute(end, here.dataset.x!);
  }, [at, html]);
  return <div ref={host} class={flipped.value ? "report turned" : "report"} />;
}

function nearest(moves: HTMLElement[], chart: SVGSVGElement, clientX: number): number {
  const box = chart.getBoundingClientRect(), x = (clientX - box.left) / box.width * chart.viewBox.baseVal.width;
  const far = (i: number) => Math.abs(Number(moves[i].dataset.x) - x);
  return moves.reduce((best, _, i) => far(i) < far(best) ? i : best, 0);
}
