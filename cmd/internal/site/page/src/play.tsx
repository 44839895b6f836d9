import { useLayoutEffect } from "preact/hooks";
import { analysing, lines } from "./analysis";
import { pushOverlay } from "./browserhistory";
import { clockText, lowTime, clocksRun } from "./clock";
import { IconButton, Menu, type Entry } from "./controls";
import { TopBar } from "./frame";
import { begun, clocks, earlier, ended, isHuman, latest, match, mayMove, other, turn, type Side } from "./game";
import { setUpPosition } from "./gamemenu";
import { newGame, rematch, nextConditions } from "./gamestart";
import { translate, texts } from "./i18n";
import { Icon, type IconName } from "./icon";
import {
  advised, advising, agreeDraw, analyseGame, finish, restoreEarlier, giveHint, moveForMe, offerDraw, question, report, resign, thinksLong, takeBack,
} from "./match";
import { PlayerIcon, NewGame } from "./newgame";
import { prefer, preferences } from "./preferences";
import { verdictHere } from "./retry";
import { keepGame, saveAs } from "./saver";
import { oddsText, scoreText } from "./score";
import { Sheet } from "./sheet";
import { changed, current, flipped, greeting, hint, position, toEnd, tree, version } from "./state";
import { setTag, tag } from "./tree";

// PlayView is a game against the engine, or its set-up.
export function PlayView() {
  if (!match.value) return <NewGame />;
  return (
    <div class="side-in">
      <section class="no-phone p1"><Player top /></section>
      <section class="moves p-mv" aria-label={texts.play.movesLabel}>
        <header class="game-head no-phone"><div class="grow"><div class="opening">{opening()}</div>
          <div class="where">{conditions()}</div></div><Tools /></header>
        <Sheet />
      </section>
      <section class="call-sec p2">{match.value.over ? <End /> : <><GameStatus /><Actions /></>}</section>
      <section class="no-phone p3"><Player /></section>
    </div>);
}

const opening = () => position.value?.opening || tag(tree.value, "Opening")
  || (setUpPosition() ? texts.moves.setUp : texts.play.openings.start);

function conditions(): string {
  const { moveTime, conditions } = match.value!, w = texts.play;
  return moveTime ? w.noClockGame : w.clockGame(conditions.minutes, conditions.seconds);
}

// PlayTitle is the head of a narrow window.
export function PlayTitle({ help }: { help: () => void }) {
  version.value;
  const m = match.value, w = texts.play;
  if (!m) return <TopBar title={w.title} help={help}><IconButton icon="help" label={texts.frame.help} onClick={help} /></TopBar>;
  const { minutes, seconds } = m.conditions, clock = w.shortClock(m.moveTime ? 0 : minutes, seconds);
  return <TopBar title={m.human === "Both" ? w.between : w.against(m.level)} second={`${opening()} · ${clock}`} help={help}>
    <Tools /></TopBar>;
}

// Tools stand right of the opening; on a phone, in the title.
function Tools() {
  const w = texts.play, m = match.value!, { evaluation: shown, turning } = preferences.value, entries: Entry[] = [];
  if (!m.over && m.human !== "None") entries.push({ icon: "run", text: w.moveForMe, disabled: !mayMove(), onClick: moveForMe });
  const turnEvaluation = () => prefer({ evaluation: !shown });
  if (m.human === "Both") entries.push({ icon: "flip", id: "turning", text: turning ? w.turnNot : w.turnEach,
    onClick: () => prefer({ turning: !turning }) });
  if (m.human !== "None") entries.push({ icon: "eye", text: shown ? w.hideEvaluation : w.showEvaluation, onClick: turnEvaluation });
  if (earlier.value) entries.push("-", { icon: "undo", text: w.back, onClick: restoreEarlier });
  if (m.over) entries.push({ icon: "save", id: "keep-as", text: w.keepAs, onClick: saveAs });
  if (!m.over) entries.push({ icon: "analyse", text: w.analyse, onClick: () => analyseGame() });
  const { sound } = preferences.value;
  return (
    <span class="row tight">
      <IconButton icon={sound ? "sound" : "mute"} label={sound ? w.soundOn : w.soundOff} onClick={() => prefer({ sound: !sound })} />
      <Menu icon="more" label={w.menu} class="play-menu" entries={entries} />
    </span>);
}

// PlayState says whose move it is, or how the game has ended. It stays until the position of a move has come: what passes would be read aloud.
let said = "…"; // also while a move is typed or a message stands in the place of the state
export function PlayState() {
  void position.value; // it comes with the position of the move
  if (!match.value || current.value.position) said = stateText();
  return <>{said}</>;
}

function stateText(): string {
  const m = match.value, p = position.value, w = texts.play, s = texts.steps;
  if (!m) return w.willPlay(sideToPlay());
  if (ended()) return translate(m.over);
  if (!p) return "…";
  if (current.value !== latest.value?.at || m.human === "Both" || m.human === "None")
    return translate(p.over ?? "") || (p.must ? s.mustCapture : s.toMove)(p.turn);
  return !isHuman(turn()) ? w.thinks : p.must ? w.yourCapture : w.yourMove;
}

const sideToPlay = () => nextConditions.value.side === "Random" ? "" : nextConditions.value.side;

// PlayerBar is a side above or below the board of a phone.
export const PlayerBar = ({ top }: { top?: boolean }) => begun() ? <div class={`pbar phone-block ${top ? "" : "mine"}`}>
  <Player top={top} /></div> : null;

// Player shows a side at its end of the board: who it is, what it has taken, and its clock.
function Player({ top }: { top?: boolean }) {
  version.value;
  const m = match.value!, w = texts.play, side: Side = (top ? !flipped.value : flipped.value) ? "Black" : "White";
  const engine = !isHuman(side), name = engine ? "Zonda" : m.human === "Both" ? texts.play.sides[side] : w.you;
  const step = greeting.value?.strengths.find(s => s.level === m.level), going = turn() === side && !m.over;
  const taken = capturedCount(other(side));
  return (
    <div class={`pl ${going ? "turn" : ""}`}>
      <PlayerIcon side={side} />
      <div class="grow">{m.human === "Both" ? <input class="who" value={tag(tree.value, side)} placeholder={name} aria-label={w.nameOf(name)}
        onInput={e => { setTag(tree.value, side, e.currentTarget.value); changed(); }} /> : <div class="who">{name}</div>}
        <div class="sub">{engine && going && thinksLong.value ? <span class="thinking">
          {w.thinking} <span class="dots"><i /><i /><i /></span></span> :
          engine ? w.level(m.level, step?.name ?? "") : m.human === "Both" ? "" : w.sides[side]}
          {taken > 0 && <span class="taken" role="img" aria-label={w.captured(taken)}>
            {Array.from({ length: taken }, (_, i) => <span key={i} class={`disc ${side === "Black" ? "w" : "b"}`} />)}</span>}</div></div>
      {!m.moveTime && <Clock side={side} who={name} />}
    </div>);
}

// capturedCount is how many pieces of a side are no longer on the board.
function capturedCount(side: Side): number {
  const count = (pieces = "") => [...pieces].filter(kind => kind.toLowerCase() === side[0].toLowerCase()).length;
  return Math.max(0, count(tree.value.root.position?.pieces) - count(position.value?.pieces));
}

function Clock({ side, who }: { side: Side; who: string }) {
  const left = clocks.value[side], runs = turn() === side && clocksRun();
  return <div class={`clock ${runs ? "run" : ""} ${left < lowTime ? "low" : ""}`} role="timer" aria-label={texts.play.clockOf(who)}>
    {clockText(left)}</div>;
}

// GameStatus says what the user has to know of the position: a question, a capture, the evaluation.
function GameStatus() {
  version.value;
  const m = match.value!, w = texts.play, p = position.value;
  if (question.value === "resign") {
    const loser = m.human === "Both" ? turn() ?? "Black" : m.human as Side;
    return <Question text={w.resignQuestion(m.human === "Both" ? other(loser) : "Zonda")} yes={w.resign} take={resign} />;
  }
  if (question.value === "draw") return <Question text={w.drawQuestion} yes={w.yesDraw} take={agreeDraw} />;
  return (
    <>
      <div role="status"><MoveVerdict /></div>
      {mayMove() && p?.must && <div class="call must"><Icon name="warning" />
        <div><b>{w.mustCapture}</b><span class="more">{capturesText()}</span></div></div>}
      {advised.value && <div class="call well ask"><Icon name="hint" /><b class="grow">{w.hinted(hint.value)}</b>
        {hint.value.length === 1 && <button class="btn s" id="show-hint" onClick={() => giveHint(true)}>{w.showMove}</button>}</div>}
      {current.value.children.length > 0 && <div class="call well ask earlier" role="status"><Icon name="clock" />
        <b class="grow">{w.shownEarlier}</b><button class="btn s" id="to-game" onClick={toEnd}>{w.toGame}</button></div>}
      {!m.moveTime && !clocksRun() && <p class="small sub wait">{w.clocksWait}</p>}
      <Evaluation />
    </>);
}

// MoveVerdict says what the first move of a game was worth that begins where a fault was made.
function MoveVerdict() {
  const v = verdictHere();
  return v && <div class={`call ${v.right ? "green" : "red"}`} id="move-verdict"><Icon name={v.right ? "check" : "cross"} /><div><b>{v.title}</b> {v.text}</div></div>;
}

// capturesText names the only capture, or says how many there are.
function capturesText(): string {
  const w = texts.play, captures = position.value!.moves, path = captures[0].paths[0];
  return captures.length === 1 ? w.way(path[0], path.slice(1)) : w.ways(captures.length);
}

function Question({ text, yes, take }: { text: string; yes: string; take: () => void }) {
  const close = () => { question.value = ""; };
  useLayoutEffect(() => pushOverlay(close), []);
  return (
    <div class="call red ask" role="alertdialog" aria-label={text} onKeyDown={e => { if (e.key === "Escape") close(); }}>
      <b class="grow">{text}</b>
      <button class="btn s" onClick={close}>{texts.play.keepPlaying}</button>
      <button class="btn s danger primary" id="yes" onClick={take} ref={b => { b?.focus(); }}>{yes}</button>
    </div>);
}

// Evaluation is what the engine thinks of the position, where the user wants to know.
function Evaluation() {
  const best = analysing.value ? lines.value?.lines[0] : undefined;
  return best ? <p class="wait evaluation"><b>{scoreText(best.score)}</b> <span class="small sub">{oddsText(best.score)}</span></p> : null;
}

interface ActionProps { icon: IconName; text: string; id: string; disabled?: boolean; onClick: () => void }
function Action({ icon, text, id, disabled, onClick }: ActionProps) {
  return <button id={id} disabled={disabled} onClick={onClick}><Icon name={icon} />{text}</button>;
}

// Actions are what a player does beside moving.
function Actions() {
  const w = texts.play, { human } = match.value!;
  if (human === "None") return <div class="acts4">
    <Action id="stop-game" icon="pause" text={w.stop} onClick={() => finish(w.stopped, "*")} /></div>;
  return (
    <div class="acts4">
      <Action id="hint" icon="hint" text={w.hint} disabled={!mayMove() || advising.value} onClick={() => giveHint()} />
      <Action id="take-back" icon="undo" text={w.takeBack} onClick={takeBack} />
      <Action id="offer" icon="draw" text={human === "Both" ? w.agree : w.offer} disabled={!mayMove()}
        onClick={human === "Both" ? () => { question.value = "draw"; } : offerDraw} />
      <Action id="resign" icon="flag" text={w.resign} onClick={() => { question.value = "resign"; }} />
    </div>);
}

// SaveGame adds the game to the games that were played.
function SaveGame() {
  version.value;
  const { origin } = tree.value, w = texts.play;
  return (
    <button class="btn s" id="keep-game" disabled={!!origin?.digest} title={w.keepIn(preferences.value.played)} onClick={keepGame}>
      <Icon name={origin?.digest ? "check" : "save"} />{origin?.digest ? w.keptIn(origin.file) : w.keep}</button>);
}

// End says what can be done now, first to see what happened. How the game has ended stands below the board, unless that shows another
// position, or the window is a phone's, which has no line there.
function End() {
  const w = texts.play;
  return (
    <div class="end">
      <div class={`call well ask ${ended() ? "phone-block" : ""}`}><Icon name="flag" /><b class="grow">{translate(match.value!.over)}</b></div>
      <div class="choices">
        <button class="btn primary l" id="report-game" onClick={() => report()}><Icon name="report" />{w.makeReport}</button>
        <button class="btn" id="rematch" title={w.rematchTitle} onClick={rematch}><Icon name="swap" />{w.rematch}</button>
        <button class="btn" id="next-game" onClick={newGame}><Icon name="plus" />{w.newGame}</button>
        <button class="btn quiet s" id="analyse-game" onClick={() => analyseGame()}><Icon name="analyse" />{w.analyse}</button>
        <SaveGame />
      </div>
    </div>);
}
