import { useEffect, useRef } from "preact/hooks";
import { faultText, whyText } from "./answers";
import { Man } from "./board";
import { IconButton, Segmented } from "./controls";
import { TopBar } from "./frame";
import { isTouch, texts } from "./i18n";
import { Icon, type IconName } from "./icon";
import type { Position, Problem } from "./messages";
import { Openings } from "./openings";
import { ProblemLists } from "./problemlists";
import { Progress } from "./progress";
import { feedback, choose, giveHint, how, isFault, next, progressText, restoreProblem, showMove, sideOf, solved, startOver, steps, taskText, thinking, train, tryMove } from "./solving";
import { attempt, current, go, position, scrollToTop, show, tree, version } from "./state";
import { at, best, type How, openBuiltIn, openMistakes, type Panel, panel, problem, scoreNow, showPanel, suite, trains } from "./suite";
import { Trainer } from "./trainer";
import { comesBack, dueLessons, gained, openLessons } from "./training";
import { mainLine, newTree } from "./tree";
import { Reasons } from "./why";
import { visit } from "./workspaces";

const displayText = (move: string) => move.replaceAll("x", "×");

// A lesson has an English name and idea, and those of another language in i18n.
const lessonOf = (p: Problem) => texts.lessons[p.id.replace(/^lesson:/, "")];
const nameOf = (p: Problem) => p.claim === "lesson" ? lessonOf(p)?.[1] ?? p.name : p.name;
const ideaOf = (p: Problem) => lessonOf(p)?.[0] ?? p.idea;

export { giveHint, tryMove, choose, openMistakes, Progress };

// ProblemsTitle is the head of a narrow window: the open problem, and how far it is solved.
export function ProblemsTitle({ help }: { help: () => void }) {
  if (!problem.value) return <TopBar title={texts.views.problems} help={help} />;
  return <TopBar title={taskText(problem.value)} second={progressText()} help={help}><ProblemLists /></TopBar>;
}

// ProblemGoal says below the board what the side to move has to do.
export function ProblemGoal({ p }: { p: Position }) {
  const asked = problem.value, shown = asked?.fen === tree.value.start; // the next problem may be known before the board shows it
  return asked && shown && !p.over && p.turn === sideOf(asked) ? <small>{texts.problems.goal(asked.result, isFault(asked), asked.claim)}</small> : null;
}

// Problems is the view of problems: the open one, and the list.
export function Problems() {
  useEffect(() => { void attempt(restoreProblem); }, []);
  if (!problem.value) return <div class="side-in"><p class="empty">{texts.problems.reading}</p></div>;
  return <div class="side-in"><Task p={problem.value} /><ProblemPanel /></div>;
}

// ProblemPanel is what stands below the open problem: what the user has chosen.
function ProblemPanel() {
  const w = texts.problems, now = panel.value;
  return (
    <section class="suite" aria-label={now === "list" ? w.all : w.panels[now]}>
      <div class="pad panels"><Segmented id="panel" label={w.panel} value={now} choices={Object.entries(w.panels) as [Panel, string][]}
        onChange={name => attempt(() => openPanel(name))} /></div>
      {now === "train" ? <Trainer /> : now === "openings" ? <Openings /> : <List />}
    </section>);
}

// openPanel opens what the user has chosen.
async function openPanel(name: Panel) {
  showPanel(name);
  if (name === "train") return train();
  scrollToTop();
  if (name === "openings") return; // it begins when the book is there
  if (name === "lessons") await openLessons();
  else if (trains()) await openBuiltIn();
  else return;
  choose(0);
}

// Task is the open problem: what to do, how far it is solved, and help.
function Task({ p }: { p: Problem }) {
  version.value;
  const w = texts.problems, { found, all } = steps(), now = Math.min(found + 1, all || found + 1);
  return (
    <section class={feedback.value ? "judged" : ""} aria-label={taskText(p)}>
      <div class="task"><svg viewBox="0 0 100 100" aria-hidden="true"><Man kind={sideOf(p) === "Black" ? "b" : "w"} /></svg>
        <div class="grow"><h2 id="task">{taskText(p)}</h2>
          <div class="sub">{[nameOf(p), p.source, p.rating && w.rated(p.rating)].filter(Boolean).join(" · ")}</div></div></div>
      {p.claim === "lesson" && <p class="small idea">{ideaOf(p)} {texts.training.until(p.result)}</p>}
      <div class="row progress">
        <Pips found={found} all={all} label={w.step(solved.value ? found : now, all)} />
        {!solved.value && <span class="small sub">{w.step(now, all)}</span>}<span class="grow" />
        {solved.value && p.themes[0] && <span class="tag">{texts.training.theme(p.themes[0])}</span>}
        {p.plies > 0 && <span class="tag">{w.long(Math.ceil(p.plies / 2))}</span>}
      </div>
      <Verdict />
      <Played />
      <div class="row helps">
        {solved.value ? <button class="btn primary" id="next-problem" onClick={next}><Icon name="arrow-right" />{w.next}</button> : <>
          <button class="btn" id="hint" onClick={giveHint}><Icon name="hint" />{w.hint}</button>
          <button class="btn" id="show-move" onClick={showMove}><Icon name="eye" />{w.showMove}</button></>}
        <span class="grow" />
        <IconButton icon="undo" label={w.startOver} onClick={startOver} />
        <IconButton icon="analyse" label={w.analyse} onClick={() => analyse(p)} />
      </div>
      {solved.value && how.value === "shown" && !p.told && !feedback.value?.judged?.told && <Reasons key={p.id} start={p.fen} />}
    </section>);
}

// analyse opens the problem in the analysis. Undo brings back the game that was there.
function analyse(p: Problem) {
  visit("analyse");
  show(newTree(p.fen));
}

const maxPips = 12; // the last ones: a lesson may have any number of moves

function Pips({ found, all, label }: { found: number; all: number; label: string }) {
  const count = solved.value ? found : Math.max(all, found + 1), first = Math.max(0, count - maxPips);
  return (
    <div class={`pips ${how.value === "shown" ? "shown" : ""}`} role="img" aria-label={label}>
      {Array.from({ length: count - first }, (_, i) => <i key={i} class={first + i < found ? "done" : first + i === found ? "now" : ""} />)}
    </div>);
}

// Verdict says what the last move was worth. It has the same room for all of its texts.
function Verdict() {
  const w = texts.problems, p = problem.value!, c = feedback.value, j = c?.judged, own = faultText(p), why = j ? whyText(j) : "";
  const call = useRef<HTMLDivElement>(null);
  useEffect(() => { if (c) call.current!.closest(".side-in")!.scrollTop = 0; }, [c]);
  const made = gained(), done = c && (c.kind === "wrong" || c.kind === "solved"),
    gain = done && made && <span class={`gain ${made.good ? "good" : ""}`}>{made.text}</span>;
  // What comes of the answer comes later: in one region the verdict would be read twice.
  const box = (colour: string, icon: IconName, title: string, ...lines: string[]) => (
    <div ref={call} class={`call ${colour}`}><Icon name={icon} /><div>
      <span role="status"><b>{title}</b>{lines.filter(Boolean).join(" ")}</span>{" "}
      <span role="status">{done && comesBack()} {gain}</span></div></div>);
  if (c?.kind === "wrong") return box("red", "cross", w.wrongMove(displayText(c.move)), faultText(p, c.move) || why, w.tryAgain);
  if (c?.kind === "solved" && how.value === "shown") return box("well", "eye", w.shownTitle, c.move && w.hintMove(displayText(c.move)), w.shownText, own || (j?.told ? texts.told(j.told) : ""));
  if (c?.kind === "solved") return box("green", "check", w.solvedTitle, how.value === "helped" ? w.solvedHelped : c.late ? w.solvedLate : w.solvedAlone,
    trains() || own || position.value?.over ? "" : w.solvedRest, own,
    !trains() && isAll() ? w.allSolved : "");
  if (thinking.value) return box("well", "clock", w.thinking, "…");
  if (c?.kind === "right") return box("green", "check", w.rightMove(displayText(c.move)), why, w.answered(displayText(j!.reply), j!.forced));
  if (c?.kind === "hint") return box("", "hint", w.hintTitle, c.move ? w.hintMove(displayText(c.move)) : w.hintPiece(c.square ?? 0));
  return box("well", "problems", w.yourTurn, isTouch ? w.findByTouch : w.find);
}

const isAll = () => suite.value!.problems.every(q => (best(scoreNow(), q.id) ?? "shown") !== "shown");

// Played shows the moves of the solution so far.
function Played() {
  version.value;
  const line = mainLine(tree.value.root).slice(1), box = useRef<HTMLDivElement>(null), at = current.value;
  useEffect(() => { // a phone has one line of moves
    const here = box.current!.querySelector(".here")?.getBoundingClientRect(), room = box.current!.getBoundingClientRect();
    box.current!.scrollLeft = here ? box.current!.scrollLeft + here.left - room.left - (room.width - here.width) / 2 : 0;
  }, [at, line.length]);
  return (
    <div ref={box} class="row played" role="group" aria-label={texts.problems.moves}>
      {line.map((place, i) => (
        <button key={i} class={`move ${place === current.value ? "here" : ""}`} aria-current={place === current.value ? "step" : undefined}
          onClick={() => go(place)}>
          {displayText(place.move)}</button>))}
      {!solved.value && <span class="move gap">?</span>}
    </div>);
}

// List is the list of problems with the score.
function List() {
  const w = texts.problems, s = suite.value!, score = scoreNow(), box = useRef<HTMLDivElement>(null);
  const among = (ids: string[]) => s.problems.filter(p => ids.includes(p.id)).length, done = among(score.alone) + among(score.helped);
  useEffect(() => reveal(box.current), [at.value, s]);
  return (
    <>
      <div class="row head"><div class="grow"><div class="strong">{s.name}</div>
        <div class="small sub" id="score">{w.solvedOf(done, s.problems.length)}</div></div>
        <div class="stat"><small>{w.alone}</small><b>{among(score.alone)}</b></div>
        <div class="stat"><small>{w.inRow}</small><b>{score.row}</b></div>
        <ProblemLists /></div>
      <div class="bar"><i style={{ width: `${100 * done / s.problems.length}%` }} /></div>
      <div class="glist" ref={box}>
        {s.problems.map((p, i) => (
          <button key={p.id} data-problem={i + 1} class={`g pr ${i === at.value ? "sel" : ""}`}
            aria-current={i === at.value ? "true" : undefined} onClick={() => { scrollToTop(); choose(i); }}>
            <Number i={i} state={best(score, p.id)} />
            <span class="names" title={nameOf(p)}><span>{nameOf(p) || (p.rating ? w.rated(p.rating) : p.id)}</span></span>
            <span class="meta">{dueLessons.value.includes(p.id) ? texts.training.again
              : w.outcome(sideOf(p), p.result, isFault(p), p.claim)}</span>
            <span class="len num-t">{p.plies > 0 && w.inMoves(Math.ceil(p.plies / 2))}</span>
          </button>))}
      </div>
    </>);
}

// reveal scrolls the list, and not the page, to the open problem.
function reveal(box: HTMLElement | null) {
  const here = box?.querySelector(".sel")?.getBoundingClientRect(), room = box?.getBoundingClientRect();
  if (!box || !here || !room) return;
  if (here.top < room.top) box.scrollTop -= room.top - here.top;
  else if (here.bottom > room.bottom) box.scrollTop += here.bottom - room.bottom;
}

const states = { alone: ["gp", "check"], helped: ["g2", "undo"], shown: ["sub", "eye"] } as const;

// Number is the number of a problem, or how it was done.
function Number({ i, state }: { i: number; state?: How }) {
  if (!state) return <span class="n num-t">{i + 1}</span>;
  const text = texts.problems.done[state], [kind, icon] = states[state];
  return (
    <span class="n num-t"><span class={kind} title={text}><Icon name={icon} />
      <span class="sr">{i + 1} {text}</span></span></span>);
}
