import type { ComponentChildren } from "preact";
import { Dialog, dialogShown } from "./dialog";
import { texts } from "./i18n";
import { Icon } from "./icon";

const pictures: Record<string, "arrow-left" | "arrow-right"> = { "←": "arrow-left", "→": "arrow-right" };

// Keys draws keys: each of its words is a key, what stands in brackets is no key. A reader hears the name of a key that is a picture.
function Keys({ keys }: { keys: string }) {
  const names = texts.keys.arrows, parts = keys.match(/\([^)]*\)|\S+/g) ?? [];
  return <>{parts.map((part, i) => part.startsWith("(") ? <span key={i}>{part.slice(1, -1)}</span> :
    <kbd key={i} class="kbd">{pictures[part] ? <><Icon name={pictures[part]} /><span class="sr">{names[part]}</span></> : part}</kbd>)}</>;
}

// KeyList is the dialog with all keys.
export function KeyList() {
  const w = texts.keys;
  const section = (title: string, rows: [string, string][]): ComponentChildren => (
    <section>
      <h3>{title}</h3>
      <dl>{rows.map(([what, keys]) => <div key={what}><dt>{what}</dt><dd><Keys keys={keys} /></dd></div>)}</dl>
    </section>);
  const hint = <span class="quiet small no-phone">{w.openWith} <kbd class="kbd">?</kbd></span>;
  return (
    <Dialog title={w.title} titleSide={hint} close={() => { dialogShown.value = ""; }}>
      <div class="keys">
        {section(w.walk, [
          [w.step, "← →"], [w.ends, w.endKeys], [w.variation, w.variationKeys], [w.fault, w.faultKeys], [w.wheel, `(${w.overBoard})`],
        ])}
        {section(w.move, [[w.square, w.squareKeys], [w.typed, "1 1 – 1 5"], [w.best, w.space], [w.undo, w.undoKeys]])}
        {section(w.board, [[w.turn, "F"], [w.read, "B"], [w.draw, `(${w.rightButton})`], [w.clear, "Esc"]])}
        {section(w.engine, [[w.onOff, "E"], [w.threat, "T"], [w.lines, "+ -"]])}
        {section(w.write, [[w.comment, "C"], [w.copy, w.copyKeys], [w.paste, w.pasteKeys]])}
        {section(w.views, [[w.view, w.viewKeys], [w.list, "?"], [texts.frame.help, "H"]])}
      </div>
    </Dialog>);
}
