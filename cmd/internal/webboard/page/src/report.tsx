import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { analysed, attempt, changed, current, flipped, go, judging, say, tree, version, view } from "./state";
import { ask, on } from "./server";
import { along, merge, standing, toGame, type Place, type Tree } from "./tree";
import { apart } from "./undo";
import type { Game, Report as Made } from "./messages";

const report = signal<{ html: string; tree: Tree; moves: string[] } | null>(null), progress = signal<{ done: number; total: number } | null>(null);
on("progress", news => { if (progress.value) progress.value = news; });

// The nodes for each position, and what they are called. The first is the default of zonda analyze.
const efforts: [number, string][] = [[50_000, "quick: 50,000 nodes"], [500_000, "careful: 500,000 nodes"], [5_000_000, "deep: 5 million nodes"]];

// Report judges the game on the board, as zonda analyze does.
export function Report() {
  version.value;
  const [nodes, setNodes] = useState(efforts[0][0]), judged = report.value;
  const make = async () => {
    const game = tree.value, sent = toGame(game);
    progress.value = { done: 0, total: 1 };
    judging.value = true;
    const made = await attempt(() => ask("report", { game: sent, nodes }));
    judging.value = false;
    progress.value = null;
    if (made) take(game, sent, made);
  };
  return (
    <div>
      <div class="row"><label>each position <select id="report-nodes" value={nodes} onChange={e => setNodes(Number(e.currentTarget.value))}>{efforts.map(([n, text]) => <option key={n} value={n}>{text}</option>)}</select></label>
        <button id="make-report" class="main" disabled={!!progress.value || !tree.value.root.children.length} onClick={make}>Judge the game</button>
        {progress.value && <>
          <progress aria-label="Progress of the report" value={progress.value.done} max={progress.value.total} />
          <button id="stop-report" onClick={() => attempt(() => ask("stopReport", {}))}>Stop</button></>}</div>
      {progress.value && <p class="quiet">{Math.floor(progress.value.done)} of {progress.value.total} searches are done. A move that seems to be a fault is searched again, with up to 64 times the nodes.</p>}
      {judged?.tree === tree.value ? <Section html={judged.html} line={along(tree.value.root, judged.moves)} /> : <p class="quiet">The engine looks at every position of the game: a chart, the faults of both sides, and better moves.</p>}
    </div>);
}

// take takes the report of a game: the verdicts go into the game as it is now, whatever view is open.
function take(game: Tree, sent: Game, made: Made) {
  const on = analysed();
  if (on?.tree !== game) return say("Another game was opened while the game was judged: its report is lost. Undo brings the game back: judge it again then.", true);
  let gone = 0;
  apart(() => {
    gone = merge(game, sent, made.game);
    changed();
  });
  on.current = standing(on.current); // an earlier better line may be gone
  if (tree.value === game) go(on.current);
  report.value = { html: made.html, tree: game, moves: sent.moves.map(node => node.move) };
  if (gone) say(`The game was changed while it was judged: ${gone} of its moves ${gone === 1 ? "is" : "are"} no longer there. The report shows the game as it was: judge it again.`, true);
  else if (view.value !== "analyse") say("The game is judged: its report is in Analyse.");
}

// Section shows the report in a shadow tree with its own style; a click on a move or on the chart goes there.
function Section({ html, line }: { html: string; line: Place[] }) {
  const host = useRef<HTMLDivElement>(null), here = line.indexOf(current.value), places = useRef(line);
  places.current = line;
  const moves = () => [...host.current!.shadowRoot!.querySelectorAll<HTMLElement>(".m")];
  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: "open" });
    root.innerHTML = html; // escaped by the server's template
    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = "/report.css";
    root.prepend(style);
    const to = (ply: number) => { const place = places.current[ply]; if (place) go(place); };
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
    const shown = moves()[here], cursor = host.current!.shadowRoot!.querySelector(".cursor");
    if (!shown || !cursor) return; // the place is in a variation
    for (const move of moves()) move.classList.toggle("here", move === shown);
    for (const end of ["x1", "x2"]) cursor.setAttribute(end, shown.dataset.x!);
  }, [here, html]);
  return <div ref={host} class={flipped.value ? "report turned" : "report"} />;
}

function nearest(moves: HTMLElement[], chart: SVGSVGElement, clientX: number): number {
  const box = chart.getBoundingClientRect(), x = (clientX - box.left) / box.width * chart.viewBox.baseVal.width;
  const far = (i: number) => Math.abs(Number(moves[i].dataset.x) - x);
  return moves.reduce((best, _, i) => far(i) < far(best) ? i : best, 0);
}
