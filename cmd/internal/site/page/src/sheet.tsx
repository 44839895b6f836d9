import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { isTouch, decimal, sideName, texts } from "./i18n";
import { Icon } from "./icon";
import { positionSigns, verdict } from "./messages";
import { isFact, displayMove } from "./score";
import { current, go, tree, version } from "./state";
import { diagramMark, plain, plyOf, type Place } from "./tree";

// The glyphs with a sign of their own, by their numbers in PDN, with the class of their colour.
export const signs: Record<number, readonly [sign: string, kind: string]> = {
  1: ["!", "gp"], 2: ["?", "g2"], 5: ["!?", "gp"], 6: ["?!", "g1"], 3: ["!!", "gp"], 4: ["??", "g3"],
};
// signOf returns the sign of a glyph, with a space before one that is not of the move.
export const signOf = (n: number) => signs[n]?.[0] ?? ` ${positionSigns[n] ?? `$${n}`}`;

// glyphText says what a glyph of a position means.
function glyphText(n: number): string | undefined {
  const w = texts.engine, black = sideName("Black"), white = sideName("White");
  return { 10: w.even, 11: w.even, 13: texts.moves.unclear, 14: w.little(white), 15: w.little(black), 16: w.better(white),
    17: w.better(black), 18: w.winning(white), 19: w.winning(black) }[n];
}

export const forced = 7; // needs no sign: the verdict says it

const whiteStarts = () => /^\s*w/i.test(tree.value.start);

// numberOf returns the number before the move that leads to a ply: "8." before Black's, "8…" before White's if it always has one.
export function numberOf(ply: number, always: boolean): string {
  const half = ply - 1 + (whiteStarts() ? 1 : 0);
  if (half % 2 === 0) return `${half / 2 + 1}.`;
  return always ? `${(half + 1) / 2}…` : "";
}

// spoken writes the clocks of a comment as people read them: [%emt 0:00:01.250] is 1.3 s. Drawings are seen on the board.
function spoken(comment: string): string {
  return plain(comment).replace(/\[%(emt|clk) (\d+):(\d+):([\d.]+)\]/g, (_, kind, h, m, s) => {
    const seconds = 3600 * Number(h) + 60 * Number(m) + Number(s);
    return kind === "emt" ? `${decimal(seconds.toFixed(1))} s`
      : texts.moves.clock(`${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`);
  });
}

// visibleComments returns the comments that the list of moves shows. The verdict of a report, and what an engine told of its
// move, are told when the move is chosen.
export const visibleComments = (comments: string[]) => comments.filter(text => !verdict.test(text) && !isFact(text)).map(spoken).filter(text => text);

// Tab reaches one move of the list: that on the board, or else the first one. The keys that step through the game lead to the others.
const tabStop = () => current.value.parent ? current.value : tree.value.root.children[0];

// Sheet is the list of moves, with a row for each number.
export function Sheet() {
  version.value;
  const box = useRef<HTMLDivElement>(null), { root, result } = tree.value;
  const [open, setOpen] = useState<ReadonlySet<Place>>(new Set());
  useEffect(() => { if (box.current) reveal(box.current); }, [current.value, open]);
  useLayoutEffect(() => { // the focus goes with the move on the board
    if (box.current!.contains(document.activeElement)) box.current!.querySelector<HTMLElement>(".move[tabindex='0']")?.focus({ preventScroll: true });
  }, [current.value]);
  useEffect(() => {
    const sized = new ResizeObserver(() => { if (box.current) reveal(box.current); }); // another view may be open
    sized.observe(box.current!);
    return () => sized.disconnect();
  }, []);
  const unfold = (place: Place) => setOpen(new Set([...open, place]));
  return (
    <div class="sheet" ref={box} tabIndex={root.children.length ? -1 : 0} role="group" aria-label={texts.moves.list}>
      {visibleComments(root.comments).map((text, i) => <p key={i} class="note comment">{text}</p>)}
      {root.children.length === 0 && <p class="note quiet">{isTouch ? texts.moves.noneByTouch : texts.moves.none}</p>}
      <Rows root={root} open={open} unfold={unfold} />
      {result !== "*" && <div class="result-row">{texts.moves.results[result] ?? result}</div>}
    </div>);
}

// reveal scrolls the list, and not the page, to the move on the board. What comes next is seen, too.
function reveal(box: HTMLElement) {
  const here = box.querySelector(".here")?.getBoundingClientRect(), room = box.getBoundingClientRect();
  if (!here) {
    box.scrollTop = 0;
    return;
  }
  const more = Math.min(here.height * 2, (room.height - here.height) / 2), above = here.top - more - room.top,
    below = here.bottom + more - room.bottom;
  if (above < 0) box.scrollTop += above;
  else if (below > 0) box.scrollTop += below;
}

interface Folds { open: ReadonlySet<Place>; unfold: (place: Place) => void }

// Rows shows first children one after the other, two in a row. Comments and the moves that could be played instead stand below the
// row, which then ends.
function Rows({ root, ...folds }: Folds & { root: Place }) {
  version.value; // a component that reads signals is drawn anew only when one of them changes
  const rows: ComponentChildren[] = [], gap = <span class="gap">…</span>;
  let black: Place | null = null, count = 0;
  const end = (white: Place | null) => {
    const first = black ?? white;
    if (!first) return;
    const after = white ? <Move at={white} /> : black!.children.length || texts.moves.results[tree.value.result] ? gap : <span />;
    rows.push(
      <div key={`r${count++}`} class="mv"><span class="no">{parseInt(numberOf(plyOf(first), true))}</span>
        {black ? <Move at={black} /> : gap}{after}</div>);
    black = null;
  };
  for (let at = root; at.children.length; at = at.children[0]) {
    const [main, ...others] = at.children, notes = visibleComments(main.comments);
    const whites = numberOf(plyOf(main), true).endsWith("…");
    if (whites) end(main);
    else black = main;
    if (!notes.length && !others.length) continue;
    end(null);
    notes.forEach(text => rows.push(<p key={`n${count++}`} class="note comment">{text}</p>));
    for (const other of others) rows.push(<Variation key={`v${count++}`} first={other} {...folds} />);
  }
  end(null);
  return <>{rows}</>;
}

// Move is a move that a press shows on the board.
function Move({ at }: { at: Place }) {
  version.value;
  const here = current.value === at, seen = [...new Set(at.nags)].filter(n => n !== forced && n !== diagramMark);
  return (
    <button class={`move ${here ? "here" : ""}`} aria-current={here ? "step" : undefined} tabIndex={tabStop() === at ? 0 : -1} onClick={() => go(at)}>
      {displayMove(at.move)}{seen.map(n => <Glyph key={n} n={n} />)}
      {at.nags.includes(diagramMark) && <span role="img" aria-label={texts.share.diagram} title={texts.share.diagram}>
        <Icon name="image" /></span>}</button>);
}

const Glyph = ({ n }: { n: number }) => <span class={`glyph ${signs[n]?.[1] ?? "quiet"}`} title={glyphText(n)}>{signOf(n)}</span>;

const longest = 165; // characters in three rows
const lengthOfMove = 7;

// lengthOf returns about how many characters a place takes in its variation.
const lengthOf = (at: Place) => [...at.before, ...at.comments].reduce((sum, text) => sum + text.length, lengthOfMove);

const within = (at: Place, from: Place): boolean => at === from || !!at.parent && within(at.parent, from);

// Variation is a line that could be played instead, with variations of its own. A long one is folded until it is opened, or the board
// shows a move of it.
function Variation({ first, ...folds }: Folds & { first: Place }) {
  version.value;
  const shownAll = folds.open.has(first) || within(current.value, first), line: Place[] = [];
  for (let at: Place | undefined = first; at; at = at.children[0]) line.push(at);
  let room = longest, count = 0;
  while (count < line.length && (room > 0 || shownAll)) room -= lengthOf(line[count++]);
  const rest = line.length - count, parts: ComponentChildren[] = [];
  visibleComments(first.before).forEach((text, i) => parts.push(<i key={`b${i}`} class="comment">{text} </i>));
  let always = true;
  line.slice(0, rest > 1 ? count : undefined).forEach((at, i) => {
    const number = numberOf(plyOf(at), always), others = i ? at.parent!.children.slice(1) : [], notes = visibleComments(at.comments);
    if (number) parts.push(<s key={`s${i}`}>{number}</s>);
    parts.push(<Move key={`m${i}`} at={at} />, " ");
    notes.forEach((text, n) => parts.push(<i key={`c${i}.${n}`} class="comment">{text} </i>));
    others.forEach((other, n) => parts.push(<Variation key={`v${i}.${n}`} first={other} {...folds} />));
    always = notes.length > 0 || others.length > 0;
  });
  if (rest > 1) parts.push(<button key="more" class="more" tabIndex={-1} onClick={() => folds.unfold(first)}>{texts.moves.more(rest)}</button>);
  return <div class="vari">{parts}</div>;
}
