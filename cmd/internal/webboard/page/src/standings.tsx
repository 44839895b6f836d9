import type { Match } from "./messages";
import { words } from "./words";

const signed = (elo: number) => Math.round(elo) === 0 ? "0" : `${elo > 0 ? "+" : "−"}${Math.abs(elo).toFixed(0)}`;

// half is half the width of an interval, as people write it: ±161.
const half = (low: number, high: number) => `±${((high - low) / 2).toFixed(0)}`;

// Standings are the engines with what they have won.
export function Standings({ m }: { m: Match }) {
  const w = words.lab;
  return (
    <table class="tbl engines"><thead><tr><th scope="col">{w.engine}</th><th scope="col" class="n">{w.won}</th>
      <th scope="col" class="n">{w.drawn}</th><th scope="col" class="n">{w.lost}</th><th scope="col" class="n">{w.score}</th>
      <th scope="col" class="n" title={w.eloTitle}>{w.elo}</th></tr></thead>
      <tbody>{m.engines.map(e =>
        <tr key={e.name}><td class="strong" title={e.limits}>{e.name}</td><td class="n">{e.wins}</td><td class="n">{e.draws}</td>
          <td class="n">{e.losses}</td>
          <td class="n">{e.games ? `${(100 * e.score).toFixed(1)} %` : "–"}</td>
          <td class="n" title={w.range(signed(e.elo_low), signed(e.elo_high), e.wonLost)}>
            {e.games ? <>{signed(e.elo)} <span class="quiet small">{half(e.elo_low, e.elo_high)}</span></>
              : "–"}</td></tr>)}</tbody></table>);
}

// CrossTable has a row and a column for each engine.
export function CrossTable({ m }: { m: Match }) {
  const cell = (row: string, column: string) => {
    const p = m.pairings.find(p => p.first === row && p.second === column),
      q = m.pairings.find(p => p.first === column && p.second === row);
    return p ? `+${p.wins} =${p.draws} −${p.losses}` : q ? `+${q.losses} =${q.draws} −${q.wins}` : "";
  };
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={words.lab.crossTable}>
      <table class="tbl cross-table"><thead><tr><th scope="col">{words.lab.against}</th>
        {m.engines.map(e => <th key={e.name} scope="col" class="n">{e.name}</th>)}</tr></thead>
        <tbody>{m.engines.map(row => <tr key={row.name}><th scope="row">{row.name}</th>
          {m.engines.map(column => <td key={column.name} class="n">{cell(row.name, column.name)}</td>)}</tr>)}</tbody></table></div>);
}
