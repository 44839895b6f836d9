import { MiniBoard } from "./board";
import { Chart } from "./chart";
import { Menu, type Entry } from "./controls";
import { copy } from "./copy";
import { decimal, sideName, texts } from "./i18n";
import { Icon } from "./icon";
import type { Fault, Problem, Sheet } from "./messages";
import { efforts, forgetReport, isWritten, lineOf, makeReport, moveOf, nameOf, report, stopReport, removeReport, sentence, work, writeReport, type Effort } from "./reports";
import { displayMove } from "./score";
import { attempt, current, flipped, go, tree, version } from "./state";
import { problems } from "./views";
import { visit } from "./workspaces";

type Judged = NonNullable<ReturnType<typeof report>>;

// Report is the tab of reports: how to make one, how far it is, and the report itself.
export function Report() {
  version.value;
  const judged = report();
  if (work.value) return <ReportProgress />;
  return judged ? <ReportResult r={judged} /> : <ReportIntro />;
}

// ReportIntro says what a report is.
function ReportIntro() {
  version.value;
  const w = texts.report, moves = tree.value.root.children.length > 0;
  return (
    <div class="empty offer"><Icon name="report" />
      <p>{moves ? w.what : w.noMoves}</p>
      <button id="make-report" class="btn primary" disabled={!moves} onClick={() => makeReport(efforts.quick)}>{w.make}</button>
    </div>);
}

const minTime = 2; // seconds, before which nothing is said about the time that is left

// ReportProgress says how far the report is, and in its last pass how long it will take.
function ReportProgress() {
  const { look, last, done, total, began } = work.value!, w = texts.report;
  const passed = (performance.now() - began) / 1000, left = last && done > 0 && passed > minTime ? Math.ceil(passed / done * (total - done)) : 0;
  const answer = Math.min(total, Math.floor(done) + 1), text = look ? w.closer(look, answer, total) : w.move(answer - 1, total - 1);
  return (
    <div class="working" role="status">
      <div class="row"><b class="grow">{text}</b><span class="sub small num-t">{left > 0 && w.left(left)}</span></div>
      <progress class="bar" aria-label={w.progress} value={done} max={total} />
      <button id="stop-report" class="btn" onClick={stopReport}>{w.stop}</button>
    </div>);
}

// deeper are the efforts that look more closely than a report did.
const deeper = (nodes: number) => (Object.keys(efforts) as Effort[]).filter(e => efforts[e] > nodes);

// ReportResult is a report: chart, numbers, and the turns of the game.
function ReportResult({ r }: { r: Judged }) {
  const w = texts.report, { faults, places } = r.made, line = lineOf(r), here = line.indexOf(current.value);
  const to = (ply: number) => { if (line[ply]) go(line[ply]); };
  const names = (ply: number) => moveOf(r, { ply } as Fault);
  return (
    <div class="report">
      <Chart places={places} faults={faults} here={here} names={names} onChoose={to} />
      {line.length <= r.sent.moves.length && <p class="quiet small">{w.fits(line.length - 1, r.sent.moves.length)}</p>}
      <SidesTable r={r} />
      <div class="row turns"><h2 class="grow">{w.turns(faults.length)}</h2>
        {faults.length > 0 && <button id="learn" class="btn s" onClick={() => practise(r)}><Icon name="problems" />{w.learn}</button>}
        <span class="compact"><ReportMenu /></span></div>
      {faults.map(fault => <FaultCard key={fault.ply} r={r} fault={fault} here={fault.ply === here} onClick={() => to(fault.ply)} />)}
      <p class="row wrap deeper"><span class="small sub">{w.nodes(r.nodes)}</span>
        {deeper(r.nodes).map(e => <button key={e} id={`deeper-${e}`} class="btn s" onClick={() => makeReport(efforts[e])}>{w.again(w.efforts[e])}</button>)}</p>
      <p class="foot">{w.rule}</p>
      <details class="foot"><summary>{w.how}</summary><p>{w.rules}</p></details>
    </div>);
}

// practise makes problems of the faults: positions in which a better move has to be found.
async function practise(r: Judged) {
  const asked: Problem[] = r.made.faults.map(fault => ({
    id: `fault ${fault.ply}`, name: moveOf(r, fault), source: nameOf(r, fault.side), fen: fault.fen, plies: 0, result: "unknown",
    keys: fault.better.slice(0, 1), avoid: [r.sent.moves[fault.ply - 1].move], expect: fault.expect,
    claim: "", line: [], themes: [], rating: 0, idea: "",
  }));
  const { choose, openMistakes } = await problems();
  openMistakes(texts.problems.mistakes(nameOf(r, "Black"), nameOf(r, "White")), asked);
  visit("problems");
  choose(0);
}

// good counts the moves that are no faults: many moves keep a win, and only one of them is the first that the engine names.
const good = ({ moves, inaccuracies, mistakes, blunders }: Sheet) => moves - inaccuracies - mistakes - blunders;

// SidesTable tells how each side played.
function SidesTable({ r }: { r: Judged }) {
  const w = texts.report;
  const number = (n: number, kind: string) => <td class={`n ${n ? `strong ${kind}` : ""}`}>{n}</td>;
  return (
    <table class="tbl sides">
      <thead><tr><th><span class="sr">{w.side}</span></th><th class="n">{w.good}</th><th class="n"><span class="g1">?!</span></th>
        <th class="n"><span class="g2">?</span></th>
        <th class="n"><span class="g3">??</span></th><th class="n" title={w.points}>{w.lost}</th></tr></thead>
      <tbody>{(["Black", "White"] as const).map((side, i) => {
        const s = r.made.sheets[i];
        return (
          <tr key={side}><td><span class={`disc ${side === "Black" ? "b" : "w"} s`} role="img" aria-label={sideName(side)} />{" "}
            <span class="name" title={nameOf(r, side)}>{nameOf(r, side)}</span></td>
            <td class="n">{w.of(good(s), s.moves)}</td>{number(s.inaccuracies, "g1")}{number(s.mistakes, "g2")}{number(s.blunders, "g3")}
            <td class="n">{w.pointsLost(decimal(s.points_lost.toFixed(2)))}</td></tr>);
      })}</tbody>
    </table>);
}

const classOf = (sign: string) => sign === "??" ? "g3" : sign === "?" ? "g2" : "g1";

// FaultCard is a card with a fault: the board before it, what was played, and what would have been better.
function FaultCard({ r, fault, here, onClick }: { r: Judged; fault: Fault; here: boolean; onClick: () => void }) {
  const [text, now] = sentence(fault), [first, ...rest] = fault.better.map(displayMove), most = 5, w = texts.report;
  return (
    <article class={`tp ${here ? "here" : ""}`}>
      <button class="look" tabIndex={-1} aria-hidden="true" onClick={onClick}>
        <MiniBoard pieces={fault.pieces} label={w.before(moveOf(r, fault))} flipped={flipped.value}
          arrows={[{ path: fault.path, kind: "best" }, { path: fault.played, kind: "fault" }]} /></button>
      <div>
        <div class="head"><button aria-current={here ? "step" : undefined} onClick={onClick}>{moveOf(r, fault)}</button>
          <span class={`badge ${classOf(fault.sign)}`}>{fault.sign}</span>
          <span class="by">{nameOf(r, fault.side)}</span></div>
        <div class="told">{text}<b class="strong">{now}</b>.</div>
        <div class="better">{w.better} <b>{first}</b>
          {rest.slice(0, most).map((move, i) => <> <span key={i} class="nowrap">{move}</span></>)}{rest.length > most && " …"}</div>
      </div>
    </article>);
}

// plain is the report as a text.
function plain(r: Judged): string {
  const w = texts.report, sides = (["Black", "White"] as const).map((side, i) => {
    const s = r.made.sheets[i];
    return `${nameOf(r, side)}: ${w.good} ${w.of(good(s), s.moves)}, ${s.inaccuracies} ?!, ${s.mistakes} ?, ${s.blunders} ??. `
      + `${w.lost} ${w.pointsLost(decimal(s.points_lost.toFixed(2)))}.`;
  });
  const turns = r.made.faults.map(fault => {
    const [text, now] = sentence(fault), [number, move] = moveOf(r, fault).split(" ");
    return `${number} ${move.replaceAll("×", "x")}${fault.sign} ${text}${now}. ${w.better} ${fault.better.join(" ")}`;
  });
  return [...sides, ...turns].join("\n") + "\n";
}

// ReportMenu is what can be done with a report.
export function ReportMenu() {
  version.value;
  const r = report(), w = texts.report;
  if (!r || work.value) return null;
  const again = (Object.keys(efforts) as Effort[]).map(e =>
    ({ icon: "redo" as const, text: w.again(w.efforts[e]), id: `again-${e}`, onClick: () => makeReport(efforts[e]) }));
  const entries: Entry[] = [
    { icon: "edit", text: w.write, id: "write-report", disabled: isWritten(r), onClick: () => writeReport(r) },
    { icon: "copy", text: w.copy, id: "copy-report", onClick: () => attempt(() => copy(plain(r))) },
    { icon: "bin", text: w.unmark, id: "unmark", onClick: () => removeReport(r) },
    { icon: "cross", text: w.forget, id: "forget-report", onClick: () => forgetReport(r) },
    "-", ...again,
  ];
  return <Menu icon="more" label={w.menu} entries={entries} />;
}

// GameChart is the chart of the whole game, where a wide window has room for it. It needs a report.
export function GameChart() {
  version.value;
  const r = report(), w = texts.analyse;
  if (!r) return null;
  const { places, faults } = r.made, line = lineOf(r), to = (ply: number) => { if (line[ply]) go(line[ply]); };
  return (
    <section class="game-chart a" aria-label={w.gameChart}>
      <div class="row"><span class="grow strong">{w.gameChart}</span><span class="small sub">{w.turns(faults.length)}</span></div>
      <Chart places={places} faults={faults} here={line.indexOf(current.value)} names={ply => moveOf(r, { ply } as Fault)} onChoose={to} />
    </section>);
}
