import { Switch } from "./controls";
import { Dialog, dialogShown } from "./dialog";
import { going } from "./game";
import { startNewGame } from "./gamestart";
import { arrow, cell, type Widths } from "./geometry";
import { texts } from "./i18n";
import { Icon } from "./icon";
import { Man } from "./pieces";
import { prefer, preferences } from "./preferences";
import { attempt } from "./state";
import { visit } from "./workspaces";

// Rules are the rules of the game in four pictures, and what each view is for.
export function Rules() {
  const w = texts.rules, close = () => { dialogShown.value = ""; };
  const play = () => {
    close();
    visit("play");
    if (!going()) void attempt(startNewGame);
  };
  const footer = (
    <>
      <span class="grow"><Switch label={texts.settings.must} checked={preferences.value.must} onChange={must => prefer({ must })} /></span>
      <button class="btn quiet" onClick={close}>{texts.frame.close}</button>
      <button class="btn primary" id="first-game" onClick={play}><Icon name="play" />{w.play}</button>
    </>);
  return (
    <Dialog title={w.title} class="of-rules" close={close} footer={footer}>
      <div class="rules">
        {w.pictures.map(([name, text], i) => <figure key={i}><Picture of={i} /><figcaption><b>{name}</b>{text}</figcaption></figure>)}
      </div>
      <p class="sub">{w.end}</p>
      <dl class="views-are">
        {w.views.map(([name, text]) => <div key={name}><dt>{name}</dt><dd>{text}</dd></div>)}
      </dl>
    </Dialog>);
}

// The pictures show a corner of five by five squares. Pieces stand at a column and a row.
interface Scene { pieces: [kind: string, column: number, row: number][]; from?: [number, number]; to?: [number, number];
  held?: [number, number]; targets?: [number, number][]; path?: [number, number][] }
const scenes: Scene[] = [
  { pieces: [["w", 2, 3], ["w", 1, 4], ["b", 1, 0], ["b", 3, 0], ["b", 4, 1]], held: [2, 3], targets: [[1, 2], [3, 2]] },
  { pieces: [["w", 2, 3], ["b", 3, 2], ["b", 1, 0], ["w", 1, 4]], held: [2, 3], path: [[2, 3], [4, 1]] },
  { pieces: [["w", 1, 4], ["b", 2, 3], ["b", 2, 1], ["w", 3, 4]], held: [1, 4], path: [[1, 4], [3, 2], [1, 0]] },
  { pieces: [["W", 1, 0], ["b", 3, 2], ["w", 3, 4]], from: [2, 1], to: [1, 0], targets: [[0, 1], [2, 1]] },
];

const side = 5, widths: Widths = [6, 16, 24];
const dark = Array.from({ length: side * side }, (_, i) => i).filter(i => i % 2 === 1)
  .map(i => `M${(i % side) * cell} ${Math.floor(i / side) * cell}h100v100h-100z`).join("");

function Picture({ of }: { of: number }) {
  const { pieces, from, to, held, targets = [], path } = scenes[of];
  const square = (look: string, at?: [number, number]) =>
    at && <rect class={look} x={at[0] * cell} y={at[1] * cell} width={cell} height={cell} />;
  return (
    <div class="board">
      <svg class="board-svg" viewBox={`0 0 ${side * cell} ${side * cell}`} aria-hidden="true">
        <rect class="sq-l" width={side * cell} height={side * cell} /><path class="sq-d" d={dark} />
        <rect class="grain" width={side * cell} height={side * cell} />
        {square("hl-from", from)}{square("hl-to", to)}{square("hl-sel", held)}
        {pieces.map(([kind, column, row]) => <g key={`${column}-${row}`} transform={`translate(${column * cell} ${row * cell})`}>
          <Man kind={kind} /></g>)}
        {targets.map(([column, row]) =>
          <circle key={`${column}-${row}`} class="target" cx={(column + 0.5) * cell} cy={(row + 0.5) * cell} r="14" />)}
        {path && <path class="arrow arrow-game" d={arrow(path.map(([column, row]) =>
          ({ x: (column + 0.5) * cell, y: (row + 0.5) * cell })), widths)} />}
      </svg>
    </div>);
}
