import { useRef, useState } from "preact/hooks";
import { texts } from "./i18n";
import type { Chances, Fault, Narrow } from "./messages";
import { percents } from "./score";
import { numberOf } from "./sheet";

const strip = 26; // the height of the strip of narrow places
const width = 420, height = 132, edge = 12; // edge keeps the signs of faults within the chart

interface Props { narrow?: Narrow[]; places: Chances[]; faults: Fault[]; here: number; names: (ply: number) => string; onChoose: (ply: number) => void }

// Chart shows the shares of both sides and of the draw after each move, White's at the top. The line below it tells the values where
// the pointer is, or else where the board is. The arrow keys of the board go along it.
export function Chart({ narrow = [], places, faults, here, names, onChoose }: Props) {
  const [over, setOver] = useState(-1), svg = useRef<SVGSVGElement>(null), w = texts.report;
  const x = (ply: number) => places.length > 1 ? width * ply / (places.length - 1) : 0, top = (ply: number) => height * places[ply].white;
  const bottom = (ply: number) => height * (1 - places[ply].black);
  const plyAt = (event: MouseEvent) => {
    const box = svg.current!.getBoundingClientRect();
    return Math.max(0, Math.min(places.length - 1, Math.round((event.clientX - box.left) / box.width * (places.length - 1))));
  };
  const line = (y: (ply: number) => number) =>
    places.map((_, ply) => `${ply ? "L" : "M"}${x(ply).toFixed(1)} ${y(ply).toFixed(1)}`).join("");
  const ply = over >= 0 ? over : here, at = Math.max(here, 0);
  const told = (ply: number) => `${ply ? names(ply) : w.start}${keeps(narrow, ply)}: ${w.odds(...percents(places[ply]))}`;
  return (
    <div class="chart-box">
      <svg ref={svg} class="chart" viewBox={`0 -14 ${width} ${height + (narrow.length ? 34 + strip : 34)}`} role="slider" tabindex={0} aria-label={w.chart} aria-valuetext={told(at)}
        aria-valuemin={0} aria-valuemax={places.length - 1} aria-valuenow={at} onClick={event => onChoose(plyAt(event))}
        onPointerMove={event => setOver(plyAt(event))} onPointerLeave={() => setOver(-1)}>
        <rect class="a-draw" width={width} height={height} rx="5" />
        <path class="a-white" d={`${line(top)}V0H0Z`} />
        <path class="a-black" d={`${line(bottom)}V${height}H0Z`} />
        <path class="edge" d={line(top)} /><path class="edge" d={line(bottom)} />
        <rect class="frame" x=".5" y=".5" width={width - 1} height={height - 1} rx="5" />
        <Regions places={places} x={x} />
        {here >= 0 && <><line class="cursor-case" x1={x(at)} x2={x(at)} y1="0" y2={height} />
          <line class="cursor" x1={x(at)} x2={x(at)} y1="0" y2={height} /></>}
        {over >= 0 && <line class="over" x1={x(over)} x2={x(over)} y1="0" y2={height} />}
        {faults.map(fault => {
          const y = Math.min(height - edge, Math.max(edge, fault.side === "Black" ? top(fault.ply) : bottom(fault.ply)));
          return (
            <g key={fault.ply} class={`fault f${fault.sign === "??" ? 3 : fault.sign === "?" ? 2 : 1}`} data-ply={fault.ply}>
              <circle cx={x(fault.ply)} cy={y} r="9.5" /><text x={x(fault.ply)} y={y + 3.3}>{fault.sign}</text></g>);
        })}
        <Strip narrow={narrow} x={x} step={width / Math.max(1, places.length - 1)} />
        <Axis plies={places.length - 1} x={x} />
      </svg>
      <p class="small sub values">
        {ply >= 0 ? told(ply) : "\u00a0"}</p>
    </div>);
}

// keeps says how many moves kept the result where something hung on the move.
function keeps(narrow: Narrow[], ply: number): string {
  const found = narrow.find(n => n.ply === ply), w = texts.report;
  return found ? `, ${w.keeps(found.keeping, found.legal, found.exact)}` : "";
}

// Strip marks the places where few moves kept the result: the fewer, the higher. Those that a search alone says are hatched.
function Strip({ narrow, x, step }: { narrow: Narrow[]; x: (ply: number) => number; step: number }) {
  if (!narrow.length) return null;
  const bottom = height + 20 + strip, bar = Math.min(10, Math.max(3, step * 0.8)), tall = strip - 4;
  return (
    <g class="corridor">
      <pattern id="hatched" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V4" /></pattern>
      {narrow.map(({ ply, keeping, legal, exact }) => {
        const high = tall * (1 - keeping / legal);
        return <rect key={ply} class={exact ? "exact" : ""} x={x(ply) - bar / 2} width={bar} y={bottom - 8 - high} height={high} />;
      })}
    </g>);
}

// Regions writes into the chart what its areas are, where they are wide.
function Regions({ places, x }: { places: Chances[]; x: (ply: number) => number }) {
  const w = texts.report, most = 0.6, shares: [string, string, number, (c: Chances) => number][] = [
    ["white", texts.faults.wins("White"), 20, c => c.white], ["draw", w.draw, height / 2 + 4, c => 1 - c.black - c.white],
    ["black", texts.faults.wins("Black"), height - 10, c => c.black]];
  return <>{shares.map(([name, text, y, share]) => {
    let best = [0, -1], begin = -1;
    places.forEach((c, ply) => {
      if (share(c) < most) begin = -1;
      else {
        if (begin < 0) begin = ply;
        if (ply - begin > best[1] - best[0]) best = [begin, ply];
      }
    });
    const room = 8 * text.length, [from, to] = best.map(x);
    return best[1] >= 0 && to - from > room && <text key={name} class={`in in-${name}`} x={(from + to) / 2} y={y} text-anchor="middle">
      {text}</text>;
  })}</>;
}

// Axis numbers the moves.
function Axis({ plies, x }: { plies: number; x: (ply: number) => number }) {
  const most = 7, moves = plies / 2, every = [1, 2, 5, 10, 20, 50, 100].find(n => moves / n <= most) ?? 200, y = height + 16, room = 30;
  const marks = Array.from({ length: plies }, (_, i) => i + 1).filter(ply => {
    const text = numberOf(ply, false);
    return text && Number(text.slice(0, -1)) % every === 0 && x(ply) > room && x(ply) < width - 8;
  });
  return <><text x="0" y={y}>{texts.report.start}</text>
    {marks.map(ply => <text key={ply} x={x(ply)} y={y} text-anchor="middle">{numberOf(ply, false).slice(0, -1)}</text>)}</>;
}
