import type { ComponentChildren } from "preact";
import { IconButton, Segmented, Stepper, Switch } from "./controls";
import { askUser, dialogShown } from "./dialog";
import { setOption } from "./engine";
import { texts, type Language } from "./i18n";
import { Icon, type IconName } from "./icon";
import { defaults, prefer, preferences, type Preferences } from "./preferences";
import { Row } from "./row";
import { BrowserData } from "./served";
import { connect } from "./socket";
import { canSpeak } from "./speaker";
import { greeting } from "./state";
import { previousView, visit } from "./workspaces";

// Settings are those of the page and of its engine. The board beside them shows what they do.
export function Settings() {
  const w = texts.settings;
  return (
    <div class="side-in">
      <section class="sets">
        <div class="row head"><h2 class="title grow">{texts.views.settings}</h2>
          <button class="btn quiet s" onClick={() => { dialogShown.value = "keys"; }}><Icon name="keyboard" size="s" />{w.keys}</button>
          <IconButton icon="cross" label={texts.frame.close} onClick={() => visit(previousView())} /></div>
        <PhoneLinks /><Look /><Engine /><BrowserData />
        <div class="row foot"><span class="quiet small grow">{w.kept(greeting.value?.version ?? "")}</span>
          <button class="btn quiet s" onClick={reset}>{w.reset}</button></div>
      </section>
    </div>);
}

// reset makes all settings what they were at the first start. A new engine has its default options.
async function reset() {
  const w = texts.settings;
  if (!await askUser(w.resetQuestion, w.resetAnswer)) return;
  prefer({ ...defaults, game: preferences.value.game });
  connect();
}

// PhoneLinks leads a phone to what has no place among the tabs at its foot.
function PhoneLinks() {
  const entry = (icon: IconName, text: string, onClick: () => void) => (
    <button class="set-row" onClick={onClick}><Icon name={icon} /><span class="t">{text}</span><Icon name="right" size="s" /></button>);
  return (
    <div class="phone-block more-list">
      {entry("lab", texts.views.lab, () => visit("lab"))}
      {entry("help", texts.frame.help, () => { dialogShown.value = "rules"; })}
    </div>);
}

// A setting that is on or off.
function Toggle({ of, name, help }: { of: "arrows" | "must" | "sound" | "speech" | "confirm"; name: string; help?: string }) {
  return (
    <Row name={name} help={help}>
      <Switch hidden id={of} label={name} checked={preferences.value[of]} onChange={on => prefer({ [of]: on })} /></Row>);
}

// A setting with a few values that have names.
type Chosen = "theme" | "numbers" | "motion" | "language" | "faults";
interface ChoiceProps<K extends Chosen> { of: K; name: string; help?: string; names: Record<Preferences[K], string>; wrap?: boolean }
function Choice<K extends Chosen>({ of, name, help, names, wrap }: ChoiceProps<K>) {
  const choices = Object.entries(names) as [Preferences[K], string][];
  return (
    <Row name={name} help={help} wrap={wrap}>
      <Segmented id={of} label={name} choices={choices} value={preferences.value[of]} onChange={value => prefer({ [of]: value })} /></Row>);
}

const names: Record<Language, string> = { en: "English", de: "Deutsch" };

function Look() {
  const w = texts.settings;
  return (
    <>
      <h2>{w.look}</h2>
      <Choice of="theme" name={w.theme} names={w.themes} />
      <Row name={w.board} wrap><Swatches of="board" name={w.board} names={w.boards} draw={board => <SmallBoard board={board} />} /></Row>
      <Row name={w.pieces} wrap>
        <Swatches of="pieces" name={w.pieces} names={w.colours} draw={colour => <TwoPieces colour={colour} />} /></Row>
      <Choice of="numbers" name={w.numbers} names={w.places} />
      <Toggle of="arrows" name={w.arrows} />
      <Toggle of="must" name={w.must} />
      <Choice of="motion" name={w.motion} names={w.motions} />
      <Toggle of="sound" name={w.sound} help={w.soundHelp} />
      {canSpeak && <Toggle of="speech" name={w.speech} help={w.speechHelp} />}
      <Toggle of="confirm" name={w.confirm} help={w.confirmHelp} />
      <Choice of="faults" name={w.faults} help={w.faultsHelp} names={w.shares} />
      <Choice of="language" wrap name={w.language} names={{ auto: w.browser, ...names }} />
    </>);
}

interface SwatchesProps<K extends "board" | "pieces"> {
  of: K;
  name: string;
  names: Record<Preferences[K], string>;
  draw: (value: Preferences[K]) => ComponentChildren;
}

// Swatches are a choice of looks, each with a small picture. They are a Segmented in another dress.
function Swatches<K extends "board" | "pieces">({ of, name, names, draw }: SwatchesProps<K>) {
  const choices = (Object.entries(names) as [Preferences[K], string][]).map(([value, text]) => [value, <>{draw(value)}{text}</>] as const);
  return (
    <Segmented id={of} class={`swatches ${of === "pieces" ? "narrow" : ""}`} label={name} choices={choices} value={preferences.value[of]}
      onChange={value => prefer({ [of]: value })} />);
}

// The colours of a small piece: its edge, its top, its grooves and its rim.
const colours = {
  black: ["#0c0a09", "#37332f", "#171412", "#7d756c"],
  red: ["#2f0705", "#8f261d", "#4f0f0a", "#f09a8c"],
  white: ["#a89775", "#f8f0df", "#c9b996", "#fff"],
};

// SmallPiece is a piece with so few lines that it is clear at 20 pixels. Its square has 100 units and a corner at x and y.
function SmallPiece({ colour, x, y, scale }: { colour: keyof typeof colours; x: number; y: number; scale: number }) {
  const [edge, top, groove, rim] = colours[colour];
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`} fill="none" stroke={groove} stroke-width="3">
      <circle cx="50" cy="54" r="39" fill={edge} stroke="none" /><circle cx="50" cy="48" r="38" fill={top} stroke={rim} stroke-width="2" />
      <circle cx="50" cy="48" r="30" /><circle cx="50" cy="48" r="21" />
    </g>);
}

const SmallBoard = ({ board }: { board: Preferences["board"] }) => (
  <svg viewBox="0 0 200 100" aria-hidden="true" data-board={board}>
    <rect class="sq-l" width="200" height="100" /><path class="sq-d" d="M0 0h50v50H0zM100 0h50v50h-50zM50 50h50v50H50zM150 50h50v50h-50z" />
    <SmallPiece colour="black" x={2} y={2} scale={0.46} /><SmallPiece colour="white" x={152} y={52} scale={0.46} />
  </svg>);

const TwoPieces = ({ colour }: { colour: Preferences["pieces"] }) => (
  <svg viewBox="0 0 120 70" aria-hidden="true">
    <SmallPiece colour="white" x={52} y={2} scale={0.66} /><SmallPiece colour={colour} x={2} y={2} scale={0.66} /></svg>);

// Memory in MB, and plies of the draw rule; 0 is off.
const memories = [16, 32, 64, 128, 256, 512, 1024], drawPlies = [0, 20, 40, 60, 80, 100, 120, 160, 200];
const countTo = (most: number) => Array.from({ length: most }, (_, i) => i + 1);

// Engine shows the options of the engine under plain names.
function Engine() {
  const w = texts.settings, option = (name: string) => greeting.value?.options.find(o => o.name === name);
  const [cores, memory, rule, book, judgement] = ["Threads", "Hash", "MoveRule", "OwnBook", "Evaluation"].map(option);
  if (!rule || !book || !judgement) return null;
  const toggle = (name: string, label: string, help: string) => (
    <Row name={label} help={help}>
      <Switch hidden id={name} label={label} checked={option(name)?.value === "true"}
        onChange={on => setOption(name, String(on))} /></Row>);
  const stepper = (name: string, label: string, value: string, values: number[], text?: (n: number) => string) => (
    <Stepper id={name} label={label} values={values} value={Number(value)} text={text} onChange={n => setOption(name, String(n))} />);
  const choice = (name: string, label: string, value: string, names: Record<string, string>) => (
    <Segmented id={name} label={label} choices={Object.entries(names)} value={value} onChange={value => setOption(name, value)} />);
  return (
    <>
      <h2>{w.engine}</h2>
      {cores && cores.max > 1 && <Row name={w.cores} help={w.coresHelp(cores.max)}>{stepper("Threads", w.cores, cores.value, countTo(cores.max))}</Row>}
      {memory && <Row name={w.memory} help={w.memoryHelp}>
        {stepper("Hash", w.memory, memory.value, memories.filter(size => size <= memory.max), w.megabytes)}</Row>}
      <Row name={w.book} help={w.bookHelp}>{choice("OwnBook", w.book, book.value, w.books)}</Row>
      {toggle("UseDTW", w.shortest, w.shortestHelp)}
      {toggle("AntiBook", w.traps, w.trapsHelp)}
      <Row name={w.drawRule} help={w.drawRuleHelp}>
        {stepper("MoveRule", w.drawRule, rule.value, drawPlies, n => n ? w.moves(n / 2) : w.off)}</Row>
      <h2>{w.developers}</h2>
      <Row name={w.judgement} help={w.judgementHelp}>{choice("Evaluation", w.judgement, judgement.value, w.judgements)}</Row>
      {toggle("Solver", w.solver, w.solverHelp)}
    </>);
}
