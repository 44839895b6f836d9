import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { useAnswer } from "./explorer";
import { texts } from "./i18n";
import type { Explanation } from "./messages";
import { reasons, slips, type Part } from "./reasons";
import { ask } from "./server";
import { addLine, current, go, history } from "./state";

const asked = signal(false);

// Why says what keeps the value of an ending and what throws it away. Nothing is asked before the reader opens it.
export function Why() {
  return (
    <details id="why" class="why" open={asked.value} onToggle={event => { asked.value = event.currentTarget.open; }}>
      <summary>{texts.why.ask}</summary>
      {asked.value && <Answer />}</details>);
}

function Answer() {
  const told = useAnswer<Explanation>(() => ask("explain", history()));
  if (!told) return <p class="quiet" role="status">{texts.why.asking}</p>;
  const bad = slips(told).length;
  return <div aria-live="polite">{reasons(told).map((parts, i) => <p key={i} class={i < bad ? "slip" : ""}>{parts.map(shownPart)}</p>)}</div>;
}

// Reasons says of an ending what Why says, at once. Where the tables do not know it, nothing is said.
export function Reasons({ start }: { start: string }) {
  const [told, setTold] = useState<Explanation | null>(null);
  useEffect(() => {
    let wanted = true;
    ask("explain", { start, moves: [] }).then(found => { if (wanted) setTold(found); }, () => {});
    return () => { wanted = false; };
  }, [start]);
  const text = (part: Part) => typeof part === "string" ? part : part.text;
  return <div class="why" aria-live="polite">{told && reasons(told).map((parts, i) => <p key={i}>{parts.map(text).join("")}</p>)}</div>;
}

// shownPart shows words, or moves from here that a press adds to the game.
function shownPart(part: Part) {
  if (typeof part === "string") return part;
  return <button class="moves" title={texts.why.add} onClick={() => go(addLine(current.value, part.moves)[0])}>{part.text}</button>;
}
