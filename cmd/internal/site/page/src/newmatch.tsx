import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "./dialog";
import { decimal, texts } from "./i18n";
import { Icon } from "./icon";
import type { Opponent } from "./messages";
import { listedEngines, loadEngines } from "./second";
import { ask } from "./server";
import { attempt, greeting } from "./state";

const times = [100, 500, 1000, 5000]; // milliseconds a move
const clocks = [[1, 1], [5, 3], [15, 10]]; // minutes, and seconds that come with each move
const levelKey = "level ", listedKey = "listed "; // begin the values of the choices of an engine
const maxGames = 1000;

// opponentOf reads the value of a choice.
const opponentOf = (value: string): Opponent => value.startsWith(listedKey) ? { listed: value.slice(listedKey.length), level: 0 }
  : { listed: "", level: Number(value.slice(levelKey.length)) };

// NewMatch is where a match of two engines is set up: levels of this program, and engines of the user's list.
export function NewMatch({ close, started }: { close: () => void; started: (name: string) => void }) {
  const w = texts.lab, levels = greeting.value?.strengths ?? [], list = listedEngines.value;
  const [first, setFirst] = useState(`${levelKey}0`), [second, setSecond] = useState(`${levelKey}8`);
  const [openings, setOpenings] = useState("3move"), [games, setGames] = useState(20), [time, setTime] = useState(String(times[0]));
  const [busy, setBusy] = useState(false);
  useEffect(() => { void attempt(loadEngines); }, []);
  const start = async () => {
    const [minutes, seconds] = time.includes("+") ? time.split("+").map(Number) : [0, 0];
    setBusy(true);
    const found = await attempt(() => ask("startMatch", {
      first: opponentOf(first), second: opponentOf(second), openings, games, moveTime: minutes ? 0 : Number(time), minutes, seconds,
    }));
    setBusy(false);
    if (found) started(found.name);
  };
  const engine = (id: string, label: string, value: string, set: (value: string) => void) => (
    <Choice id={id} label={label} value={value} set={set}>
      {levels.map(({ level, name }) => <option key={level} value={levelKey + level}>
        {level ? w.atLevel(level, texts.play.levelName(level, name)) : w.fullStrength}</option>)}
      {list?.listed.map(name => <option key={name} value={listedKey + name}>{name}</option>)}</Choice>);
  return (
    <Dialog title={w.newMatch} close={close} class="new-match"
      footer={<button class="btn primary" id="start-match" aria-busy={busy} disabled={busy || first === second} onClick={start}>
        <Icon name="run" />{w.start}</button>}>
      {engine("match-first", w.firstEngine, first, setFirst)}
      {engine("match-second", w.secondEngine, second, setSecond)}
      {first === second && <p class="small sub" role="status">{w.chooseTwo}</p>}
      <Choice id="match-openings" label={w.openings} value={openings} set={setOpenings}>
        {Object.entries(w.decks).map(([name, text]) => <option key={name} value={name}>{text}</option>)}</Choice>
      <label class="lab-f">{w.gameCount}<span class="field"><input id="match-games" type="number" inputMode="numeric" min={2} max={maxGames} step={2}
        value={games} onChange={e => setGames(Math.min(maxGames, Math.max(1, Math.round(Number(e.currentTarget.value)))))} /></span></label>
      <Choice id="match-time" label={w.time} value={time} set={setTime}>
        {times.map(ms => <option key={ms} value={ms}>{w.perMove(decimal(String(ms / 1000)))}</option>)}
        {clocks.map(([m, s]) => <option key={m} value={`${m}+${s}`}>{w.clock(m, s)}</option>)}</Choice>
      <p class="small sub">{list?.problem ? w.listProblem(list.problem) : w.ownEngines}</p>
    </Dialog>);
}

interface ChoiceProps { id: string; label: string; value: string; set: (value: string) => void; children: ComponentChildren }

// Choice is a list of which one entry is chosen.
const Choice = ({ id, label, value, set, children }: ChoiceProps) => (
  <label class="lab-f">{label}<select id={id} class="field" value={value} onChange={e => set(e.currentTarget.value)}>{children}</select></label>);
