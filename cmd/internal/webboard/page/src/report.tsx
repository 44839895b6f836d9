import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { attempt, go, showGame, tree } from "./state";
import { ask, on } from "./server";
import { mainLine, toGame } from "./tree";

const report = signal<{ html: string } | null>(null), progress = signal<{ done: number; total: number } | null>(null);
on("progress", news => { if (progress.value) progress.value = news; });

// Report judges the game on the board, as zonda analyze does.
export function Report() {
  const [time, setTime] = useState(300);
  const make = async () => {
    progress.value = { done: 0, total: 1 };
    const made = await attempt(() => ask("report", { game: toGame(tree.value), moveTime: time }));
    progress.value = null;
    if (!made) return;
    showGame(made.game);
    report.value = made;
  };
  return (
    <div>
      <div class="row"><label>each position <select value={time} onChange={e => setTime(Number(e.currentTarget.value))}>{[100, 300, 1000, 3000].map(t => <option key={t} value={t}>{t / 1000} s</option>)}</select></label>
        <button id="make-report" disabled={!!progress.value} onClick={make}>Judge the game</button>
        {progress.value && <progress aria-label="Progress of the report" value={progress.value.done} max={progress.value.total} />}</div>
      {report.value && <Section html={report.value.html} />}
    </div>);
}

// Section shows the report in a shadow tree with its own style; a click on a move or on the chart goes there.
function Section({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: "open" });
    root.innerHTML = html; // escaped by the server's template
    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = "/report.css";
    root.prepend(style);
    const moves = [...root.querySelectorAll<HTMLElement>(".m")];
    const to = (ply: number) => { const line = mainLine(tree.value.root); if (line[ply]) go(line[ply]); };
    root.addEventListener("click", event => {
      const target = event.target as HTMLElement, chart = target.closest<SVGSVGElement>(".chart");
      if (target.dataset.ply) to(Number(target.dataset.ply));
      else if (moves.includes(target)) to(moves.indexOf(target));
      else if (chart) to(nearest(moves, chart, (event as MouseEvent).clientX));
    });
  }, [html]);
  return <div ref={host} class="report" />;
}

function nearest(moves: HTMLElement[], chart: SVGSVGElement, clientX: number): number {
  const box = chart.getBoundingClientRect(), x = (clientX - box.left) / box.width * chart.viewBox.baseVal.width;
  const far = (i: number) => Math.abs(Number(moves[i].dataset.x) - x);
  return moves.reduce((best, _, i) => far(i) < far(best) ? i : best, 0);
}
