import { effect } from "@preact/signals";
import { render, type ComponentChildren } from "preact";
import { loadPosition } from "./analysis";
import { players, gameInfo } from "./gamemenu";
import { dated } from "./gamerow";
import { corner, size, squares } from "./geometry";
import { sideName, texts } from "./i18n";
import { Shapes, BoardSquares, Numbers } from "./marks";
import { verdict } from "./messages";
import { Man } from "./pieces";
import { inWords } from "./placement";
import { preferences } from "./preferences";
import { displayMove } from "./score";
import { shapesOf } from "./shapes";
import { forced, numberOf, signOf, visibleComments } from "./sheet";
import { current, flipped, tree, version } from "./state";
import { diagramMark, plyOf, tag, type Place, type Tree } from "./tree";

// spaced puts a blank between parts, and none behind the last.
const spaced = (parts: ComponentChildren[]) => parts.flatMap((part, i) => i ? [" ", part] : [part]);

// pictured returns the places of which a diagram is printed.
function pictured(root: Place): Place[] {
  const found: Place[] = [];
  for (const places = [root]; places.length;) {
    const at = places.pop()!;
    if (at.nags.includes(diagramMark) || at === root && (tree.value.start || shapesOf(at.comments).length)) found.push(at);
    places.push(...at.children);
  }
  return found;
}

const isPictured = (at: Place) => at.nags.includes(diagramMark);

// glyphsOf returns the signs behind a move.
const glyphsOf = (at: Place) => [...new Set(at.nags)].filter(n => n !== forced && n !== diagramMark)
  .map(n => signOf(n)).join("");

// A line that a report has written is not the author's.
const isOwn = (first: Place) => !(first.before.length === 1 && verdict.test(first.before[0]));

// Diagram is a diagram for print, turned as the board is, with what the author has drawn, and who is to move. A diagram apart from its move names that too.
function Diagram({ at, apart }: { at: Place; apart?: boolean }) {
  const pieces = at.position?.pieces;
  if (!pieces) return null;
  return (
    <span class="figure" data-numbers={preferences.value.numbers}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={inWords(at.position!)}>
        <BoardSquares />
        {squares.filter(square => pieces[square - 1] !== ".").map(square => {
          const { x, y } = corner(square, flipped.value);
          return <g key={square} transform={`translate(${x} ${y})`}><Man kind={pieces[square - 1]} /></g>;
        })}
        <Shapes paths={shapesOf(at.comments)} flipped={flipped.value} />
        <Numbers where={preferences.value.numbers} flipped={flipped.value} />
      </svg>
      <span class="turn">{apart && at.parent && <>{numberOf(plyOf(at), true)} {displayMove(at.move)} · </>}{texts.steps.toMove(sideName(at.position!.turn))}</span>
    </span>);
}

// Played says that the game is not printed, but stands in a page of its own, whose script plays its moves.
interface Played { played?: boolean }

const Moved = ({ at, always, played }: { at: Place; always: boolean } & Played) => {
  const number = numberOf(plyOf(at), always), { pieces, last } = at.position ?? {}, path = last?.paths[0] ?? [];
  const marks = shapesOf(at.comments).map(shape => shape.join("-")).join(" ");
  const move = played ? <button class="m" data-pieces={pieces} data-from={path[0]} data-to={path.at(-1)} data-marks={marks || undefined}>{displayMove(at.move)}</button>
    : displayMove(at.move);
  return <span class="one">{number && <span class="no">{number} </span>}{move}<b>{glyphsOf(at)}</b></span>;
};

// Variation is a line that could be played instead, with those inside it in brackets.
function Variation({ first, played }: { first: Place } & Played) {
  const parts: ComponentChildren[] = visibleComments(first.before).map((text, i) => <span key={`b${i}`}>{text}</span>);
  let always = true;
  for (let at: Place | undefined = first, i = 0; at; at = at.children[0], i++) {
    const notes = visibleComments(at.comments), others = i ? at.parent!.children.slice(1).filter(isOwn) : [];
    parts.push(<Moved key={i} at={at} always={always} played={played} />);
    if (isPictured(at)) parts.push(<Diagram key={`f${i}`} at={at} />);
    notes.forEach((text, n) => parts.push(<span key={`c${i}.${n}`}>{text}</span>));
    others.forEach((other, n) => parts.push(<span key={`v${i}.${n}`} class={played ? "variation" : undefined}>(<Variation first={other} played={played} />)</span>));
    always = notes.length > 0 || others.length > 0 || isPictured(at);
  }
  return <>{spaced(parts)}</>;
}

// MainLine is the moves of the game. What the author says of a move stands below it.
function MainLine({ root, played }: { root: Place } & Played) {
  const parts: ComponentChildren[] = [];
  let run: ComponentChildren[] = [];
  const end = () => {
    if (run.length) parts.push(<p key={parts.length} class={played ? "moves" : "run"}>{spaced(run)}</p>);
    run = [];
  };
  for (let at = root; at.children.length; at = at.children[0]) {
    const [main, ...all] = at.children, others = all.filter(isOwn), notes = visibleComments(main.comments);
    run.push(<Moved key={plyOf(main)} at={main} always={!run.length} played={played} />);
    if (!notes.length && !others.length && !isPictured(main)) continue;
    end();
    if (isPictured(main)) parts.push(<Diagram key={parts.length} at={main} />);
    for (const text of notes) parts.push(<p key={parts.length}>{text}</p>);
    for (const other of others) parts.push(<p key={parts.length} class={played ? "variation" : "vari"}><Variation first={other} played={played} /></p>);
  }
  end();
  return <>{parts}</>;
}

// Printed is the game as its author annotated it, on paper or in a page of its own. Children stand below its names. Paper without a diagram
// has that of the position on the board.
export function Printed({ game = tree.value, played, children }: Played & { game?: Tree; children?: ComponentChildren }) {
  const { root, result, start } = game, [black, white] = players(), date = dated(tag(tree.value, "Date"));
  const title = black || white ? `${black || sideName("Black")} – ${white || sideName("White")}` : date || texts.share.someGame;
  const facts = [tag(tree.value, "Site"), date].filter(text => text && text !== "?" && text !== title).join(" · ");
  return (
    <>
      <h1>{title}{" "}
        {result !== "*" && <span class="nowrap">{texts.moves.short[result] ?? result}</span>}</h1>
      <p class={played ? "meta" : "facts"}>{gameInfo()}{facts && <> · {facts}</>}</p>
      {children}
      {!played && !pictured(root).length && <Diagram at={current.value} apart />}
      {(start || shapesOf(root.comments).length > 0) && <Diagram at={root} />}
      {visibleComments(root.comments).map((text, i) => <p key={i}>{text}</p>)}
      <MainLine root={root} played={played} />
      {texts.moves.results[result] && <p class="ending">{texts.moves.results[result]}</p>}
    </>);
}

// startPrint puts the game on the paper when the page is printed. The diagrams are asked for as soon as the author marks them, for the
// browser prints at once.
export function startPrint() {
  const paper = document.body.appendChild(document.createElement("section"));
  paper.className = "printed";
  effect(() => {
    version.value;
    for (const at of pictured(tree.value.root)) if (!at.position) void loadPosition(at).catch(() => {});
  });
  addEventListener("beforeprint", () => render(<Printed />, paper));
  addEventListener("afterprint", () => render(null, paper));
}
