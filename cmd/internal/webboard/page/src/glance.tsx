import { Chart } from "./chart";
import type { Fault } from "./messages";
import { lineOf, moveOf, report } from "./reports";
import { current, go, version } from "./state";
import { words } from "./words";

// Glance is the chart of the whole game, where a wide window has room for it. It needs a report.
export function Glance() {
  version.value;
  const r = report(), w = words.analyse;
  if (!r) return null;
  const { places, faults } = r.made, line = lineOf(r), to = (ply: number) => { if (line[ply]) go(line[ply]); };
  return (
    <section class="glance a" aria-label={w.glance}>
      <div class="row"><span class="grow strong">{w.glance}</span><span class="small sub">{w.turns(faults.length)}</span></div>
      <Chart places={places} faults={faults} here={line.indexOf(current.value)} names={ply => moveOf(r, { ply } as Fault)} onChoose={to} />
    </section>);
}
