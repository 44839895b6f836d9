import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { MiniBoard } from "./board";
import { Chart } from "./chart";
import { IconButton, Menu, Segmented, type Entry } from "./controls";
import { copy } from "./copy";
import { endFilm, isShown, playFilm } from "./film";
import type { Side } from "./game";
import { tryAgain } from "./gamestart";
import { decimal, sideName, texts } from "./i18n";
import { Icon } from "./icon";
import { verdict, type Fault, type Sheet } from "./messages";
import { efforts, forgetReport, isWritten, learnFaults, lineOf, makeReport, moveOf, nameOf, ownSide, readerOf, readers, report, stopReport, removeReport, short, teller, withReport, work, writeReport, type Effort } from "./reports";
import { displayMove } from "./score";
import { download } from "./share";
import { signs } from "./sheet";
import { attempt, current, flipped, go, scrollToTop, tree, version } from "./state";
import type { Tree } from "./tree";
import { problems } from "./views";
import { visit } from "./workspaces";

teller.tell = fault => texts.told(fault.lesson);

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

// ReportProgress says how far the report is, and how long it will take.
function ReportProgress() {
  const { share, began } = work.value!, w = texts.report, percent = Math.floor(100 * share);
  const passed = (performance.now() - began) / 1000, left = passed > minTime && share > 0 ? Math.ceil(passed / share * (1 - share)) : 0;
  return (
    <div class="working">
      <div class="row"><b class="grow">{w.done(percent)}</b><span class="sub small num-t">{left > 0 && w.left(left)}</span></div>
      <progress class="bar" aria-label={w.progress} value={share} max={1} />
      <button id="stop-report" class="btn" onClick={stopReport}>{w.stop}</button>
    </div>);
}

// deeper are the efforts that look more closely than a report did.
const deeper = (nodes: number) => (Object.keys(efforts) as Effort[]).filter(e => efforts[e] > nodes);

// ReportResult is a report: chart, numbers, and the turns of the game.
function ReportResult({ r }: { r: Judged }) {
  const w = texts.report, { faults, places } = r.made, line = lineOf(r), here = line.indexOf(current.value);
  const to = (ply: number) => {
    if (!line[ply]) return;
    go(line[ply]);
    scrollToTop();
  };
  const names = (ply: number) => moveOf(r, { ply } as Fault);
  return (
    <div class="report">
      <Chart narrow={r.made.narrow} places={places} faults={faults} here={here} names={names} onChoose={to} />
      {line.length <= r.sent.moves.length && <p class="quiet small">{w.fits(line.length - 1, r.sent.moves.length)}</p>}
      {!!r.made.narrow?.length && <p class="quiet small" id="narrow">{w.narrow(r.made.narrow.length)}</p>}
      <SidesTable r={r} />
      <Reader r={r} />
      <Faults r={r} here={here} to={to} />
      <p class="row wrap deeper"><span class="small sub">{w.nodes(r.nodes)}</span>
        {deeper(r.nodes).map(e => <button key={e} id={`deeper-${e}`} class="btn s" onClick={() => makeReport(efforts[e])}>{w.again(w.efforts[e])}</button>)}</p>
      <p class="foot">{w.rule}</p>
      <details class="foot"><summary>{w.how}</summary><p>{w.rules}</p></details>
    </div>);
}

// learn makes cards of the faults of a side, and asks them one after the other.
const learn = (r: Judged, side: Side) => attempt(async () => {
  const cards = await learnFaults(r, side), { choose, openMistakes } = await problems();
  openMistakes(texts.problems.mistakes(nameOf(r, "Black"), nameOf(r, "White")), cards.problems);
  visit("problems");
  choose(0);
});

// Reader is the choice for whom the game is judged.
function Reader({ r }: { r: Judged }) {
  const w = texts.report, now = readerOf(r);
  const text = (rating: number) => rating || now ? w.readers[rating] : `${w.readers[rating]} (${r.made.rating})`;
  return (
    <label class="row reader"><span>{w.reader}</span>
      <select id="reader" class="field" value={now} onChange={e => makeReport(r.nodes, Number(e.currentTarget.value))}>
        {readers.map(rating => <option key={rating} value={rating}>{text(rating)}</option>)}</select></label>);
}

// slips counts the faults of a side. Moves without a fault say little: who is lost can give nothing more away.
const slips = ({ inaccuracies, mistakes, blunders }: Sheet) => inaccuracies + mistakes + blunders;

// pointsOf are the points that a side has given away, counted for the players for whom the report is made, as the cards of its faults count them.
const perfect = -1;
const pointsOf = (r: Judged, side: number) => readerOf(r) === perfect ? r.made.sheets[side].points_lost
  : faultsOf(r, sides[side]).reduce((sum, fault) => sum + fault.people, 0);

// SidesTable tells how each side played.
function SidesTable({ r }: { r: Judged }) {
  const w = texts.report;
  const number = (n: number, kind: string) => <td class={`n ${n ? `strong ${kind}` : ""}`}>{n}</td>;
  return (
    <table class="tbl sides">
      <thead><tr><th><span class="sr">{w.side}</span></th><th class="n">{w.slipsShort}</th>{[6, 2, 4].map(n => <th key={n} class="n" aria-label={texts.moves.said[n]}>
        <span class={signs[n][1]}>{signs[n][0]}</span></th>)}<th class="n" title={`${w.lost}. ${w.points}`}>{w.pointsShort}</th>
        <th class="n" title={w.menGiven}>{w.men}</th></tr></thead>
      <tbody>{(["Black", "White"] as const).map((side, i) => {
        const s = r.made.sheets[i];
        return (
          <tr key={side}><td><span class={`disc ${side === "Black" ? "b" : "w"} s`} role="img" aria-label={sideName(side)} />{" "}
            <span class="name" title={nameOf(r, side)}>{nameOf(r, side)}</span></td>
            <td class="n">{w.of(slips(s), s.moves)}</td>{number(s.inaccuracies, "g1")}{number(s.mistakes, "g2")}{number(s.blunders, "g3")}
            <td class="n">{decimal(pointsOf(r, i).toFixed(2))}</td><td class="n">{decimal(String(s.men_given))}</td></tr>);
      })}</tbody>
    </table>);
}

const classOf = (sign: string) => sign === "??" ? "g3" : sign === "?" ? "g2" : "g1";

const openCards = 3;

// Faults are the faults of a side, those first that are told first.
function Faults({ r, here, to }: { r: Judged; here: number; to: (ply: number) => void }) {
  const [more, setMore] = useState(false), w = texts.report, side = sideShown(r), all = faultsOf(r, side), shown = more ? all : all.slice(0, openCards);
  const choices = (["Black", "White"] as const).map(name => [name, <><span class={`disc ${name === "Black" ? "b" : "w"} s`} />{" "}
    <span class="name">{nameOf(r, name)}</span> <small>{faultsOf(r, name).length}</small></>] as const);
  return (
    <>
      <div class="faults-of"><Segmented id="faults-of" label={w.faultsOf} choices={choices} value={side} onChange={name => { chosenSide.value = name; setMore(false); }} /></div>
      <div class="row turns"><h2 class="grow">{w.slips(all.length)}</h2>
        {all.length > 0 && <button id="learn" class="btn s" onClick={() => learn(r, side)}><Icon name="problems" />{w.learn}</button>}
        <span class="compact"><ReportMenu /></span></div>
      {shown.map(fault => <FaultCard key={fault.ply} r={r} fault={fault} here={fault.ply === here} onClick={() => to(fault.ply)} />)}
      {all.length > openCards && <button id="more-faults" class="btn s" aria-expanded={more} onClick={() => setMore(!more)}>
        {more ? w.fewer : w.more(all.length - openCards)}</button>}
    </>);
}

const faultsOf = (r: Judged, side: string) => r.made.faults.filter(fault => fault.side === side).sort((a, b) => a.rank - b.rank);

// sideShown is the side whose faults are shown: the one that the user has chosen, or that has played against the program, or that has more
// faults.
const chosenSide = signal<Side | "">("");
const sides: Side[] = ["Black", "White"];
function sideShown(r: Judged): Side {
  const own = ownSide(r.tree);
  return chosenSide.value || own || sides[Number(faultsOf(r, "White").length > faultsOf(r, "Black").length)];
}

// FaultCard is a card with a fault: the board before it, what was played, what is wrong with it, and what would have been better.
function FaultCard({ r, fault, here, onClick }: { r: Judged; fault: Fault; here: boolean; onClick: () => void }) {
  const [first, ...rest] = fault.better.map(displayMove), most = 5, w = texts.report, l = fault.lesson;
  const move = moveOf(r, fault).replaceAll("×", "x"), again = () => tryAgain(fault, r.sent.moves[fault.ply - 1].move, w.played(move));
  const saveFilm = () => attempt(async () => download(await (await import("./filmgif")).filmGIF(l), `ply${fault.ply}-${move.split(" ")[1]}.gif`));
  return (
    <article class={`tp ${here ? "here" : ""}`} aria-label={moveOf(r, fault)}>
      <button class="look" tabIndex={-1} aria-hidden="true" onClick={onClick}>
        <MiniBoard pieces={fault.pieces} label={w.before(moveOf(r, fault))} flipped={flipped.value}
          arrows={[{ path: fault.path, kind: "best" }, { path: fault.played, kind: "fault" }]} /></button>
      <div>
        <div class="head"><button aria-current={here ? "step" : undefined} onClick={onClick}>{moveOf(r, fault)}</button>
          <span class={`badge ${classOf(fault.sign)}`}>{fault.sign}</span></div>
        <div class="told">{texts.told(l)}</div>
        <div class="better">{short(fault)}{fault.people >= 0.01 && ` · ${w.people(decimal(fault.people.toFixed(2)), !readerOf(r))}`}</div>
        <div class="better">{w.better} <b>{first}</b>
          {rest.slice(0, most).map((move, i) => <> <span key={i} class="nowrap">{move}</span></>)}{rest.length > most && " …"}</div>
        <div class="row wrap does">
          {l.film.length > 1 && <button class="btn s film" aria-pressed={isShown(l)} onClick={() => isShown(l) ? endFilm() : playFilm(l, texts.told(l), lineOf(r)[fault.ply])}>
            <Icon name="run" />{isShown(l) ? texts.steps.endFilm : w.film}</button>}
          {isShown(l) && <IconButton small icon="save" class="save-film" label={w.saveFilm} onClick={saveFilm} />}
          <button class="btn s again" onClick={again}><Icon name="play" />{w.tryAgain}</button></div>
      </div>
    </article>);
}

// plain is the report as a text.
function plain(r: Judged): string {
  const w = texts.report, sides = (["Black", "White"] as const).map((side, i) => {
    const s = r.made.sheets[i];
    return `${nameOf(r, side)}: ${w.slipsShort} ${w.of(slips(s), s.moves)}: ${s.inaccuracies} ?!, ${s.mistakes} ?, ${s.blunders} ??. `
      + `${w.lost} ${w.pointsLost(decimal(pointsOf(r, i).toFixed(2)))}. ${w.menGiven}: ${decimal(String(s.men_given))}.`;
  });
  const turns = r.made.faults.map(fault => {
    const [number, move] = moveOf(r, fault).split(" ");
    return `${number} ${move.replaceAll("×", "x")}${fault.sign} ${texts.told(fault.lesson).replaceAll("×", "x")} ${short(fault)}. ${w.better} ${fault.better.join(" ")}`;
  });
  return [...sides, ...turns].join("\n") + "\n";
}

// toldGame returns the game on the board with the sentences, signs and better lines of its report, which every writer of pages takes for the
// author's: without a report it is the game itself.
export function toldGame(): Tree {
  const r = report();
  if (!r) return tree.value;
  const said = (texts: string[]) => texts.filter(text => !verdict.test(text));
  const moves = r.made.game.moves.map((node, i) => {
    const fault = r.made.faults.find(of => of.ply === i + 1);
    return fault ? { ...node, comments: [...said(node.comments), texts.told(fault.lesson)],
      variations: node.variations.map(line => ({ ...line, comments: said(line.comments) })) } : node;
  });
  return withReport(r, { ...r.made.game, tags: r.sent.tags, moves });
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
      <Chart narrow={r.made.narrow} places={places} faults={faults} here={line.indexOf(current.value)} names={ply => moveOf(r, { ply } as Fault)} onChoose={to} />
    </section>);
}
