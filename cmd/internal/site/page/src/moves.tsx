import { effect, untracked } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { loadPosition } from "./analysis";
import { announceAt, movedTo } from "./announcements";
import { IconButton, Menu } from "./controls";
import { copy } from "./copy";
import { latest } from "./game";
import { annotating, GameMenu, players, setUpPosition, gameInfo } from "./gamemenu";
import { sideName, texts } from "./i18n";
import { Icon } from "./icon";
import { verdict } from "./messages";
import { faultAt, short, teller } from "./reports";
import { engineFact, displayMove } from "./score";
import { ShareMenu } from "./share";
import { numberOf, Sheet, signs } from "./sheet";
import { hush } from "./speaker";
import { attempt, changed, current, go, position, say, tree, version, view } from "./state";
import { diagramMark, markDiagram, movesTo, plain, plyOf, promote, remove, type Place } from "./tree";
import { visit } from "./workspaces";

export { Sheet };

// Moves shows the game with its variations.
export function Moves({ foot }: { foot?: ComponentChildren }) {
  version.value;
  return (
    <section class="moves b" aria-label={texts.moves.label}>
      <GameHeader />
      <Sheet />
      {foot ?? <CurrentMove />}
    </section>);
}

// GameHeader says who plays, and where.
function GameHeader() {
  version.value;
  void position.value; // with it the first position has come
  const [black, white] = players(), { result } = tree.value, w = texts.moves;
  const score = <span class="res">{result === "*" ? "–" : w.short[result] ?? result}</span>;
  return (
    <header class="game-head">
      <div class="grow">
        <div class="players">{black || white
          ? <><span><Disc side="Black" /> {black || sideName("Black")}</span>{score}
            <span>{white || sideName("White")} <Disc side="White" /></span></>
          : <><span>{setUpPosition() ? w.setUp : w.untitled}</span>{result !== "*" && score}</>}</div>
        <div class="where">{gameInfo()}</div>
      </div>
      <div class="acts"><ShareMenu id="share-menu" /><GameMenu /></div>
    </header>);
}

const Disc = ({ side }: { side: string }) => <span class={`disc ${side === "Black" ? "b" : "w"}`} role="img" aria-label={sideName(side)} />;

// verdictOf says what is known of a move: the verdict of a report, or that there was no other.
function verdictOf(at: Place): string {
  const w = texts.moves, fault = faultAt(at), comment = at.comments.find(text => verdict.test(text));
  if (fault) return short(fault);
  if (comment) return comment.replace(/^Zonda: /, "").replace(/^./, letter => letter.toUpperCase());
  const fact = engineFact(at);
  if (fact) return fact;
  if (at.parent?.position?.moves.length === 1) return w.only;
  return at.parent ? "" : w.start;
}

// heardOf is a move as a listener hears it: with what it takes, its sign in words, and what a report says of it.
function heardOf(at: Place): string {
  const w = texts.moves, sign = at.nags.map(n => w.said[n]).find(found => found), fault = faultAt(at);
  const move = [movedTo(at) || w.root, sign].filter(part => part).join(", ");
  return fault ? `${move}. ${teller.tell(fault)}` : move;
}

// isStep tells a step to a place from a move that is just played there, which is said otherwise.
const isStep = (at: Place) => view.value === "play" ? at.children.length > 0 || at === latest.value?.at : view.value === "analyse" || view.value === "games";

// Who steps through a game hears the move on the board. A quick step ends what was spoken before.
const rootOf = (at: Place): Place => at.parent ? rootOf(at.parent) : at;
let before = current.peek();
effect(() => {
  const at = current.value, from = before;
  before = at;
  if (at === from || rootOf(at) !== rootOf(from)) return;
  untracked(() => {
    if (!isStep(at)) return;
    hush();
    const tell = () => { if (current.value === at) announceAt(at, heardOf(at), at.position?.over); };
    if (at.position && at.parent?.position) tell();
    else void Promise.all([at, ...at.parent ? [at.parent] : []].map(loadPosition)).then(tell, tell);
  });
});

// CurrentMove is the chosen move with what is known of it, and what the user says to it.
function CurrentMove() {
  version.value;
  const at = current.value, w = texts.moves, open = annotating.value;
  const set = (change: () => void) => { change(); changed(); };
  const mark = (n: number) => set(() => {
    const had = at.nags.includes(n);
    at.nags = [...at.nags.filter(other => !(other in signs)), ...had ? [] : [n]];
  });
  const cut = () => {
    const parent = at.parent!;
    remove(at);
    changed();
    go(parent);
    say(w.deleted(displayMove(at.move)), false, true);
  };
  const line = () => movesTo(at).map((move, i) =>
    [numberOf(i + 1, i === 0).replace("…", "..."), move].filter(part => part).join(" ")).join(" ");
  const inGames = view.value === "games" && !open; // there it leads to the analysis, and signs come with the comment
  const turn = position.value?.turn, verdictText = verdictOf(at) || (inGames && turn ? texts.steps.toMove(turn) : "");
  const title = at.parent ? `${numberOf(plyOf(at), true)} ${displayMove(at.move)}` : w.root;
  const sign = at.nags.map(n => signs[n]).find(found => found);
  return (
    <footer class={`at ${open ? "annotate" : ""}`}>
      <div class="what"><p><b>{title}</b>{sign && <b class={sign[1]}>{sign[0]}</b>}</p><p title={verdictText}>{verdictText || "\u00a0"}</p></div>
      {inGames && <button class="btn s" id="analyse-it" onClick={() => visit("analyse")}>
        <Icon name="analyse" />{texts.views.analyse}</button>}
      <IconButton id="comment" icon="comment" label={w.comment} pressed={open} onClick={() => { annotating.value = !open; }} />
      <Menu id="move-menu" class="up" icon="more" label={w.menu} entries={[
        { id: "promote", icon: "up", text: w.promote, disabled: mainLine(at), onClick: () => set(() => promote(at)) },
        { id: "mark-diagram", icon: "image", text: at.nags.includes(diagramMark) ? texts.share.noDiagram : texts.share.diagramHere,
          disabled: !at.parent,
          onClick: () => set(() => markDiagram(at)) },
        { id: "copy-line", icon: "copy", text: w.copyLine, disabled: !at.parent, onClick: () => attempt(() => copy(line())) },
        "-",
        { id: "delete", icon: "bin", text: w.cut, danger: true, disabled: !at.parent, onClick: cut }]}>
        {at.parent && <div class="glyphs" role="group" aria-label={w.mark}>
          {[1, 2, 5, 6, 3, 4].map(n => <button key={n} role="menuitemcheckbox" class={signs[n][1]} aria-checked={at.nags.includes(n)}
            onClick={() => mark(n)}>{signs[n][0]}</button>)}</div>}</Menu>
      {open && <Comment at={at} />}
    </footer>);
}

// mainLine reports whether a place is on the line of first children, which nothing can promote.
const mainLine = (at: Place): boolean => !at.parent || at.parent.children[0] === at && mainLine(at.parent);

// A comment belongs to the author unless a report or the board has written it: verdicts, drawings.
const isOwn = (comment: string) => !verdict.test(comment) && plain(comment) === comment.trim();
const linesOf = (text: string) => text.split("\n").map(line => line.trim()).filter(line => line);

// Comment writes the author's comments of a move letter by letter, each on a line of its own, and leaves the others alone.
// When the field loses the focus nothing changes, and so nothing moves under the press that takes the focus.
function Comment({ at }: { at: Place }) {
  version.value;
  const field = useRef<HTMLTextAreaElement>(null), own = at.comments.filter(isOwn), text = own.join("\n"), w = texts.moves;
  const [draft, setDraft] = useState(""); // it has blanks and empty lines, too
  useEffect(() => { field.current?.focus(); }, []);
  const write = (next: string) => {
    setDraft(next);
    const lines = linesOf(next);
    let left = own.length; // comments whose places the lines take
    const written = at.comments.flatMap(comment => isOwn(comment) ? lines.splice(0, --left ? 1 : lines.length) : [comment]);
    at.comments = [...lines, ...written];
    changed();
  };
  return (
    <textarea ref={field} rows={2} aria-label={w.commentOf(displayMove(at.move))} placeholder={w.commentHint} title={w.commentHint}
      value={linesOf(draft).join("\n") === text ? draft : text} onInput={e => write(e.currentTarget.value)}
      onKeyDown={e => { if (e.key === "Escape") annotating.value = false; }} />);
}
