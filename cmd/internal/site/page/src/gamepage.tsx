import { render, type ComponentChild } from "preact";
import steps from "../../../games/page/article.js" with { type: "text" }; // of the pages that zonda pdn page writes
import position from "../../../games/page/position.js" with { type: "text" };
import articleStyle from "../../../games/page/article.css" with { type: "text" };
import { loadPosition } from "./analysis";
import { size } from "./geometry";
import { sideName, speech, texts } from "./i18n";
import { BoardSquares, Numbers } from "./marks";
import { Man } from "./pieces";
import { Printed } from "./printed";
import { flipped, tree } from "./state";
import type { Place, Tree } from "./tree";

// What those pages say in their drawings, and these by style.
const drawn = `.sq-l { fill: var(--sq-light) } .sq-d { fill: var(--sq-dark) } .grain { display: none } .num text { fill: var(--sq-num); font-size: 15px; dominant-baseline: hanging }
.num text { transform: rotate(var(--turn, 0deg)); transform-box: fill-box; transform-origin: center } .figure .num text { transform: none }
.chalk circle { fill: none; stroke: #fff; stroke-width: 12 } .chalk .core { stroke: #45423c; stroke-width: 8 } .figure .arrow { fill: #45423c; stroke: #fff; stroke-width: 2 }`;

const all = (at: Place): Place[] => [at, ...at.children.flatMap(all)];

// Step is a button that steps by a number of moves.
const Step = ({ by, name, sign }: { by: string; name: string; sign: string }) => <button data-go={by} aria-label={name} title={name}>{sign}</button>;

// Article is the game with a board on which its moves are played.
function Article({ game }: { game: Tree }) {
  const w = texts.steps;
  return (
    <article>
      <Printed game={game} played>
        <div class="player" hidden>
          <svg class="board" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={texts.board.name}><use href="#board" aria-hidden="true" /><g class="men" aria-hidden="true" /></svg>
          <p class="steps"><Step by="-Infinity" name={w.start} sign="|◀" /><Step by="-1" name={w.back} sign="◀" />
            <Step by="1" name={w.forward} sign="▶" /><Step by="Infinity" name={w.end} sign="▶|" />
            <button data-turn aria-label={w.turn} title={w.turn}>⇅</button>{" "}
            <span class="first here" data-pieces={game.root.position?.pieces} /><span class="what" role="status">{texts.moves.root}</span></p>
        </div>
      </Printed>
    </article>);
}

// Stock is what the boards use.
const Stock = () => <>
  <g id="board"><BoardSquares /><Numbers where="inside" flipped={false} /></g>
  {[..."bBwW"].map(kind => <g key={kind} id={kind} class="piece"><Man kind={kind} /></g>)}
  <marker id="tip" viewBox="0 0 10 10" refX="6" refY="5" markerWidth="3.2" markerHeight="3.2" orient="auto-start-reverse"><path class="tip" d="M0 0L10 5L0 10z" /></marker>
</>;

// drawing returns the text of elements.
function drawing(what: ComponentChild, into: Element): string {
  render(what, into);
  const text = into.innerHTML;
  render(null, into);
  return text;
}

const sum = async (text: string) => btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))));

// policy forbids the page everything but its own script and style, where the browser can name them.
async function policy(style: string, script: string): Promise<string> {
  if (!("subtle" in crypto)) return "";
  return `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${await sum(style)}'; script-src 'sha256-${await sum(script)}'; base-uri 'none'; form-action 'none'">`;
}

// gamePage returns a game as a page of its own, which works from a disk. Its names are those of the game on the board.
export async function gamePage(game: Tree): Promise<Blob> {
  await Promise.all([tree.value.root, ...all(game.root)].map(loadPosition));
  const article = drawing(<Article game={game} />, document.createElement("main")), style = articleStyle + drawn;
  const stock = drawing(<Stock />, document.createElementNS("http://www.w3.org/2000/svg", "defs"));
  const { men, kings, noPieces } = texts.board, words = { sides: { w: sideName("White"), b: sideName("Black") }, men, kings, none: noPieces, takes: texts.play.takes };
  const script = `globalThis.words = ${JSON.stringify(words)};\n${position}${steps}`;
  const title = article.match(/<h1>(.*?)<\/h1>/)![1].replace(/<[^>]*>/g, "");
  return new Blob([`<!DOCTYPE html>
<html lang="${speech.value.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${await policy(style, script)}
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${style}</style>
</head>
<body${flipped.value ? ' class="turned"' : ""}>
<svg class="stock" aria-hidden="true">${document.querySelector(".drawings")!.innerHTML}<defs>${stock}</defs></svg>
<main>${article}</main>
<script>${script}</script>
</body>
</html>
`], { type: "text/html" });
}
