import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import type { Proof } from "./messages";
import { Icon } from "./icon";
import { show, visit } from "./state";
import { ask } from "./server";
import { newTree } from "./tree";
import { useTick } from "./watch";
import { words } from "./words";

const column = 12; // where the values begin in the lines of a status

// Proofs shows the state of long proofs.
export function Proofs({ tabs }: { tabs: ComponentChildren }) {
  const [proofs, setProofs] = useState<Proof[] | null>(null), w = words.lab;
  useTick(async () => setProofs((await ask("proofs", {})).proofs), null);
  return (
    <section class="list a proofs" aria-label={w.proofs}>
      <div class="list-head">{tabs}{proofs?.length === 0 && <div class="empty"><Icon name="lab" size="l" /><p>{w.noProof}</p>
        <code>{w.proofCommand}</code></div>}</div>
      <div class="glist" tabIndex={0} role="region" aria-label={w.proofs}>{proofs?.map(p => <Facts key={p.name} proof={p} />)}</div>
    </section>);
}

// Facts are what is known of a proof: a word and its value in each line.
function Facts({ proof }: { proof: Proof }) {
  const { name, fen, verdict, running, workers, lines, problem } = proof, w = words.lab;
  const colour = verdict === "proven" ? "green" : verdict === "disproven" ? "amber" : "";
  return (
    <article class="proof">
      <h3 class="row"><span class="strong">{name}</span><span class={`tag ${colour}`}>{problem ?? verdict}</span>
        {running && <span class="small sub">{w.workers(workers)}</span>}</h3>
      <dl>{lines.split("\n").filter(line => line.trim()).map((line, i) => <div key={i}><dt>{line.slice(0, column).trim()}</dt>
        <dd>{line.slice(column)}</dd></div>)}</dl>
      {fen && <button class="btn s" onClick={() => { visit("analyse"); show(newTree(fen)); }}><Icon name="analyse" />
        {w.showPosition}</button>}
    </article>);
}
