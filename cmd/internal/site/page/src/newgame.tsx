import { useState } from "preact/hooks";
import { Segmented } from "./controls";
import { dialogShown } from "./dialog";
import { earlier, type Conditions } from "./game";
import { startNewGame, starting, today, nextConditions, setConditions } from "./gamestart";
import { texts } from "./i18n";
import { Icon } from "./icon";
import { restoreEarlier, report } from "./match";
import { Man } from "./pieces";
import { attempt, greeting, position } from "./state";
import { last, plyOf, tag } from "./tree";

// NewGame is where a game is set up.
export function NewGame() {
  const w = texts.play, { side } = nextConditions.value;
  return (
    <div class="side-in">
      <section class="setup-form"><div class="pad">
        <h2 class="title">{w.title}</h2>
        <p class="sub small">{w.newTo} <button class="link" onClick={() => { dialogShown.value = "rules"; }}>{w.rules}</button></p>
        <div class="form2">
          <div><Sides /><LevelChoice /></div>
          <div>
            <ClockChoice /><OpeningChoice />
            <div class="block start"><button class="btn primary l full" id="start-game" aria-busy={starting.value}
              onClick={() => attempt(startNewGame)}>
              <Icon name="play" />{starting.value ? w.starting : w.start(side === "Random" ? "" : w.sides[side])}</button></div>
            <div class="others">
              <button class="btn quiet s" onClick={() => attempt(() => startNewGame("Both"))}><Icon name="user" />{w.two}</button>
              <button class="btn quiet s" id="watch" onClick={() => attempt(() => startNewGame("None"))}>
                <Icon name="eye" />{w.watch}</button>
            </div>
          </div>
        </div>
      </div></section>
      <LastGame />
    </div>);
}

// PlayerIcon is a piece, or half of each.
export function PlayerIcon({ side }: { side: Conditions["side"] }) {
  if (side !== "Random") return <svg class="face" viewBox="0 0 100 100" aria-hidden="true">
    <Man kind={side === "Black" ? "b" : "w"} /></svg>;
  return (
    <svg class="face" viewBox="0 0 100 100" aria-hidden="true">
      <defs><clipPath id="left-half"><path d="M0 0h50v100H0z" /></clipPath>
        <clipPath id="right-half"><path d="M50 0h50v100H50z" /></clipPath></defs>
      <g clip-path="url(#left-half)"><Man kind="b" /></g><g clip-path="url(#right-half)"><Man kind="w" /></g>
    </svg>);
}

function Sides() {
  const w = texts.play, first = nextConditions.value.opening === "3move" ? "White" : position.value?.turn ?? "Black";
  const help = (side: Conditions["side"]) => side === "Random" ? w.byLot : side === first ? w.movesFirst : w.answers;
  const choices = (["Black", "White", "Random"] as const).map(side =>
    [side, <><PlayerIcon side={side} />{w.sides[side]}<small>{help(side)}</small></>] as const);
  return <div class="block"><div class="lab">{w.side}</div>
    <Segmented id="side" class="cards3" item="cardr" label={w.side} choices={choices} value={nextConditions.value.side}
      onChange={side => setConditions({ side })} /></div>;
}

// LevelChoice is the choice of strength: the levels and, at its end, no limit at all.
function LevelChoice() {
  const w = texts.play, { level } = nextConditions.value, steps = greeting.value?.strengths ?? [], chosen = steps.find(s => s.level === level);
  return (
    <div class="block"><div class="lab">{w.strength}</div>
      <Segmented id="level" class="ladder" label={w.strength}
        choices={steps.map(s => [String(s.level), s.level ? s.level : <span class="small">{w.max}</span>] as const)}
        value={String(level)} onChange={value => setConditions({ level: Number(value) })} />
      <div class="ends"><span>{w.weakest}</span><span>{w.strongest}</span></div>
      <div class="level-say" aria-live="polite">
        {chosen && <><b>{level ? `${level} · ` : ""}{w.levelName(level, chosen.name)}.</b> {w.levels[level]}{" "}
        <span class="elo">{level ? w.elo(chosen.elo) : w.moreElo(chosen.elo)}</span></>}</div>
    </div>);
}

const clocks: [string, number, number][] = [["none", 0, 0], ["5+3", 5, 3], ["15+10", 15, 10], ["30+20", 30, 20]];
const maxMinutes = 180, maxSeconds = 60, another = { minutes: 10, seconds: 5 };

function ClockChoice() {
  const w = texts.play, { minutes, seconds } = nextConditions.value, found = clocks.find(([, m, s]) => m === minutes && s === seconds)?.[0];
  const [own, setOwn] = useState(false), value = own ? "other" : found ?? "other";
  const choose = (name: string) => {
    const preset = clocks.find(([n]) => n === name);
    setOwn(!preset);
    setConditions(preset ? { minutes: preset[1], seconds: preset[2] } : found ? another : {});
  };
  const choices = [...clocks.map(([name, m, s]) => [name, m ? `${m} + ${s}` : w.noClock] as const), ["other", w.other] as const];
  const number = (id: string, label: string, now: number, least: number, most: number, onChange: (n: number) => void) => (
    <label>{label} <span class="field"><input id={id} type="number" inputMode="numeric" min={least} max={most} value={now}
      onChange={e => { onChange(Math.min(most, Math.max(least, Math.round(Number(e.currentTarget.value))))); }} /></span></label>);
  return (
    <div class="block"><div class="lab">{w.clock} <span class="sub">{minutes ? w.clockHelp : !nextConditions.value.level && w.noClockHelp}</span></div>
      <Segmented id="clock" label={w.clock} choices={choices} value={value} onChange={choose} />
      {value === "other" && <div class="own">
        {number("minutes", w.perSide, minutes, 1, maxMinutes, n => setConditions({ minutes: n }))}
        {number("seconds", w.perMove, seconds, 0, maxSeconds, n => setConditions({ seconds: n }))}</div>}
    </div>);
}

function OpeningChoice() {
  const w = texts.play, { opening } = nextConditions.value, other = opening in w.moreOpenings;
  return (
    <div class="block"><div class="lab">{w.opening} <span class="sub">{w.openingHelp[opening]}</span></div>
      <Segmented id="opening" label={w.opening} choices={Object.entries(w.openings)} value={other ? "other" : opening}
        onChange={name => setConditions({ opening: name === "other" ? "2move" : name })} />
      {other && <Segmented id="other-opening" label={w.more} choices={Object.entries(w.moreOpenings)} value={opening}
        onChange={name => setConditions({ opening: name })} />}
    </div>);
}

// LastGame leads back to the game before the new one.
function LastGame() {
  const before = earlier.value, w = texts.play;
  if (!before) return null;
  const { human, over, level } = before.match, { result } = before.tree,
    winner = result === "1-0" ? "Black" : result === "0-1" ? "White" : "";
  const one = human === "Black" || human === "White", date = tag(before.tree, "Date");
  const how = !over ? w.running : result === "*" ? w.brokenOff : !winner ? w.drawn : !one ? w.sideWon(winner)
    : winner === human ? w.wonGame : w.lost;
  const story = w.story(how, one ? human : "", level, Math.ceil(plyOf(last(before.tree.root)) / 2), date === today() ? w.today : date);
  return (
    <section class={`last ${over ? "no-phone" : ""}`}>
      <span class={`badge ${one && winner ? (winner === human ? "gp" : "g3") : ""}`}>
        {result === "1/2-1/2" ? "½" : result === "*" ? "…" : result.replace("-", "–")}</span>
      <div class="grow"><div class="strong">{w.lastGame}</div><div class="small sub">{story}</div></div>
      {over ? <button class="btn s" onClick={() => report(before.tree)}><Icon name="report" />{w.report}</button> :
        <button class="btn s" onClick={restoreEarlier}><Icon name="run" />{w.goOn}</button>}
    </section>);
}
