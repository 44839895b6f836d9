/*! Zonda, and Preact and its signals: Copyright (c) Jason Miller, MIT licence; see page/vendor of the sources */
import{Fa as e,M as c,Q as f,a as d,b as o,jc as h,lc as g,mc as u,na as p,nc as b,r as m,s,u as i}from"./chunk-UNUH7WRN.js";var w=`(() => {
  const svg = "http://www.w3.org/2000/svg";
  const cell = 100, rowLength = 4;

  // The upper left corner of square n, 1 to 32.
  const corner = n => {
    const row = Math.floor((n - 1) / rowLength);
    return { x: (2 * ((n - 1) % rowLength) + (row % 2 === 0 ? 1 : 0)) * cell, y: row * cell };
  };
  const middle = n => \`\${corner(n).x + cell / 2} \${corner(n).y + cell / 2}\`;

  const add = (parent, name, attributes) => {
    const node = document.createElementNS(svg, name);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    parent.append(node);
  };

  // draw shows pieces, the squares of the last move, and the arrows and rings of its comment.
  const draw = (men, { pieces, from, to, marks }) => {
    men.replaceChildren();
    men.parentNode.setAttribute("aria-label", inWords(pieces));
    for (const n of [from, to]) if (n > 0) add(men, "rect", { class: "square", width: cell, height: cell, ...corner(n) });
    [...pieces].forEach((kind, n) => {
      if (kind !== ".") add(men, "use", { href: "#" + kind, ...corner(n + 1) });
    });
    for (const way of marks ? marks.split(" ") : []) {
      const squares = way.split("-");
      if (squares.length > 1) add(men, "path", { class: "mark", d: "M" + squares.map(middle).join("L"), "marker-end": "url(#tip)" });
      else add(men, "circle", { class: "mark", cx: corner(way).x + cell / 2, cy: corner(way).y + cell / 2, r: 44 });
    }
  };

  let active; // the game in which the arrow keys move

  const turn = () => document.body.classList.toggle("turned");

  const start = article => {
    const player = article.querySelector(".player"), men = player.querySelector(".men"), all = [...article.querySelectorAll(".m")];
    const first = player.querySelector(".first"), what = player.querySelector(".what"), unmoved = what.textContent;
    let here = first;
    player.hidden = false;
    article.classList.add("played");
    const moves = inside => all.filter(move => move.closest(".variation") === inside);
    // before returns what a variation, which stands behind the move that it replaces, begins after; of the game it is the start.
    const before = inside => {
      if (!inside) return first;
      const outer = inside.parentElement.closest(".variation");
      const earlier = moves(outer).filter(move => inside.compareDocumentPosition(move) & Node.DOCUMENT_POSITION_PRECEDING);
      return earlier.at(-2) ?? before(outer);
    };
    const lineOf = move => {
      const inside = move.closest(".variation");
      return [before(inside), ...moves(inside)];
    };
    // said is a move in words: its squares, and those of the pieces that it takes.
    const said = move => {
      const line = lineOf(move), earlier = line[line.indexOf(move) - 1].dataset.pieces, { pieces, from } = move.dataset;
      const taken = [...earlier].flatMap((kind, n) => kind !== "." && pieces[n] === "." && n + 1 !== Number(from) ? [n + 1] : []);
      return taken.length ? \`\${move.textContent}, \${globalThis.words?.takes ?? "takes"} \${taken.join(", ")}\` : move.textContent;
    };
    const go = move => {
      active = step;
      here.classList.remove("here");
      here = move;
      here.classList.add("here");
      here.scrollIntoView({ block: "nearest" });
      draw(men, here.dataset);
      what.textContent = here === first ? unmoved : said(here);
    };
    const step = by => {
      const line = lineOf(here);
      go(line[Math.max(0, Math.min(line.length - 1, line.indexOf(here) + by))]);
    };
    player.querySelector("[data-turn]").addEventListener("click", turn);
    article.addEventListener("click", event => {
      const target = event.target.closest("[data-go], .m");
      if (target?.dataset.go) step(Number(target.dataset.go));
      else if (target) go(target);
    });
    draw(men, first.dataset);
    return step;
  };

  const games = [...document.querySelectorAll("article")].filter(article => article.querySelector(".player")).map(start);
  active = games[0];
  document.addEventListener("keydown", event => {
    if (event.key === "f") turn();
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (!by || !active) return;
    event.preventDefault();
    active(by);
  });
})();
`;var v=`"use strict";

// inWords says where the pieces stand, of which there is a letter for each square. A page in another language brings words of its own.
const inWords = pieces => {
  const { sides, men, kings, none } = globalThis.words ?? { sides: { w: "White", b: "Black" }, men: ["man", "men"], kings: ["king", "kings"], none: "no pieces" };
  const named = (kind, [one, many]) => {
    const on = [...pieces].flatMap((letter, n) => letter === kind ? [n + 1] : []);
    return on.length ? [\`\${on.length === 1 ? one : many} \${on.join(", ")}\`] : [];
  };
  return ["w", "b"].map(side => \`\${sides[side]}: \${[...named(side, men), ...named(side.toUpperCase(), kings)].join(", ") || none}.\`).join(" ");
};
`;var y=`:root { --back: #fffdf9; --ink: #1f1d1a; --faint: #6f695f; --line: #e6e0d5; --sq-light: #e8dec1; --sq-dark: #4d765f; --sq-num: #f8f3e2; }
@media (prefers-color-scheme: dark) {
  :root { --back: #1b1e1d; --ink: #ecebe6; --faint: #989489; --line: #2d312f; --sq-light: #bfb79d; --sq-dark: #456d57; --sq-num: #f1ecda; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 44rem; padding: 2rem 1.25rem 4rem; background: var(--back); color: var(--ink); font: 1.0625rem/1.6 Georgia, "Times New Roman", serif; overflow-wrap: anywhere; }
h1 { font-size: 1.75rem; margin: 0 0 2rem; }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 0; }
article { display: flow-root; } /* the board of a short game stands beside that game */
article + article { border-top: 1px solid var(--line); margin-top: 3rem; padding-top: 2rem; }
.meta, .no { color: var(--faint); font-weight: 400; }
.meta { margin: .3rem 0 1.2rem; font-size: .95rem; }
.result, .one { white-space: nowrap; }
.moves { font-weight: 600; margin: .9rem 0 .4rem; font-variant-numeric: tabular-nums; }
.note { margin: .4rem 0; }
.variation { margin: .4rem 0 .4rem 1.2rem; padding-left: .8rem; border-left: 2px solid var(--line); font-size: .95rem; }
.variation .variation { margin: 0; padding: 0; border: 0; font-size: inherit; }
.comment { color: var(--faint); }
.glyph { margin-left: .1rem; }
.ending { margin-top: 1.2rem; font-weight: 600; }
svg { font-family: system-ui, sans-serif; }
.stock { position: absolute; width: 0; height: 0; }
.figure { display: block; width: min(20rem, 100%); margin: 1rem auto; break-inside: avoid; }
.figure svg { display: block; border-radius: 4px; }
.turn { display: block; margin-top: .3rem; color: var(--faint); font-size: .9rem; font-weight: 400; text-align: center; }
button { font: inherit; color: inherit; background: none; border: 0; padding: 0; cursor: pointer; }
.m { border-radius: 4px; } .m:hover, .steps button:hover { background: var(--line); } .m.here { background: var(--sq-dark); color: #fff; }
.player { position: sticky; top: 0; }
.player .board { display: block; width: var(--side); margin: 0 auto; border-radius: 4px; }
.steps { margin: .3rem 0 0; text-align: center; font-size: .9rem; } .steps button { border: 1px solid var(--line); border-radius: 6px; padding: .05rem .55rem; }
.what { display: inline-block; min-width: 4rem; font-weight: 600; }
.square { fill: #e9b63c; opacity: .6; } .mark { fill: none; stroke: #fff; stroke-width: 8; stroke-linecap: round; stroke-linejoin: round; } .tip { fill: #fff; }
.turned { --turn: 180deg; } /* a variable, as no selector reaches from here into what <use> shows */
.board, .square-number, .piece { transform: rotate(var(--turn, 0deg)); } .piece { transform-origin: 50px 50px; }
@media screen and (min-width: 40rem) { /* the board has a column of its own */
  :root { --side: min(17rem, 40vw, 100vh - 4rem); }
  .played { padding-right: calc(var(--side) + 1.5rem); }
  .player { float: right; width: var(--side); margin-right: calc(-1 * var(--side) - 1.5rem); padding-top: .3rem; }
}
@media screen and (min-width: 64rem) { :root { --side: min(25rem, 100vh - 4rem); } body { max-width: 60rem; } }
@media screen and (max-width: 39.99rem) { /* a band from rim to rim, below which the move on the board is scrolled */
  :root { --side: min(20rem, 100%, 55vh); }
  .player { margin: 0 -1.25rem 1rem; padding: .3rem 1.25rem; background: var(--back); z-index: 1; }
  .m { scroll-margin-top: calc(min(20rem, 55vh) + 4rem); }
}
@media print {
  .player { display: none; }
  :root { --back: #fff; --ink: #000; --faint: #333; --line: #999; --sq-light: #fff; --sq-dark: #b4b4b4; --sq-num: #000; }
  @page { margin: 18mm; }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  article + article { border: 0; margin: 0; padding: 0; break-before: page; }
  h2, .meta { break-after: avoid; }
  .figure { width: 7cm; }
  .figure svg { outline: 1px solid #000; border-radius: 0; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .variation { break-inside: avoid-page; }
}
`;var A=`.sq-l { fill: var(--sq-light) } .sq-d { fill: var(--sq-dark) } .grain { display: none } .num text { fill: var(--sq-num); font-size: 15px; dominant-baseline: hanging }
.num text { transform: rotate(var(--turn, 0deg)); transform-box: fill-box; transform-origin: center } .figure .num text { transform: none }
.chalk circle { fill: none; stroke: #fff; stroke-width: 12 } .chalk .core { stroke: #45423c; stroke-width: 8 } .figure .arrow { fill: #45423c; stroke: #fff; stroke-width: 2 }`,$=t=>[t,...t.children.flatMap($)],a=({by:t,name:r,sign:n})=>e("button",{"data-go":t,"aria-label":r,title:r,children:n});function O({game:t}){let r=i.steps;return e("article",{children:e(b,{game:t,played:!0,children:e("div",{class:"player",hidden:!0,children:[e("svg",{class:"board",viewBox:`0 0 ${800} ${800}`,role:"img","aria-label":i.board.name,children:[e("use",{href:"#board","aria-hidden":"true"}),e("g",{class:"men","aria-hidden":"true"})]}),e("p",{class:"steps",children:[e(a,{by:"-Infinity",name:r.start,sign:"|◀"}),e(a,{by:"-1",name:r.back,sign:"◀"}),e(a,{by:"1",name:r.forward,sign:"▶"}),e(a,{by:"Infinity",name:r.end,sign:"▶|"}),e("button",{"data-turn":!0,"aria-label":r.turn,title:r.turn,children:"⇅"})," ",e("span",{class:"first here","data-pieces":t.root.position?.pieces}),e("span",{class:"what",role:"status",children:i.moves.root})]})]})})})}var B=()=>e(d,{children:[e("g",{id:"board",children:[e(h,{}),e(g,{where:"inside",flipped:!1})]}),[..."bBwW"].map(t=>e("g",{id:t,class:"piece",children:e(u,{kind:t})},t)),e("marker",{id:"tip",viewBox:"0 0 10 10",refX:"6",refY:"5",markerWidth:"3.2",markerHeight:"3.2",orient:"auto-start-reverse",children:e("path",{class:"tip",d:"M0 0L10 5L0 10z"})})]});function x(t,r){o(t,r);let n=r.innerHTML;return o(null,r),n}var q=async t=>btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256",new TextEncoder().encode(t)))));async function I(t,r){return"subtle"in crypto?`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${await q(t)}'; script-src 'sha256-${await q(r)}'; base-uri 'none'; form-action 'none'">`:""}async function Q(t){await Promise.all([c.value.root,...$(t.root)].map(p));let r=x(e(O,{game:t}),document.createElement("main")),n=y+A,S=x(e(B,{}),document.createElementNS("http://www.w3.org/2000/svg","defs")),{men:C,kings:L,noPieces:P}=i.board,E={sides:{w:s("White"),b:s("Black")},men:C,kings:L,none:P,takes:i.play.takes},l=`globalThis.words = ${JSON.stringify(E)};
${v}${w}`,T=r.match(/<h1>(.*?)<\/h1>/)[1].replace(/<[^>]*>/g,"");return new Blob([`<!DOCTYPE html>
<html lang="${m.value.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${await I(n,l)}
<meta name="color-scheme" content="light dark">
<title>${T}</title>
<style>${n}</style>
</head>
<body${f.value?' class="turned"':""}>
<svg class="stock" aria-hidden="true">${document.querySelector(".drawings").innerHTML}<defs>${S}</defs></svg>
<main>${r}</main>
<script>${l}<\/script>
</body>
</html>
`],{type:"text/html"})}export{Q as gamePage};
