import { useEffect, useState } from "preact/hooks";
import { Segmented } from "./controls";
import type { Side } from "./game";
import { sideName, texts } from "./i18n";
import type { Ballot, RepertoireRow } from "./messages";
import { PartLoading, isLoading } from "./partloading";
import { Passport } from "./passport";
import { ProblemLists } from "./problemlists";
import { askMoves, askRows, ballots, learn, opening, preferMove, repertoire } from "./repertoire";
import { choose } from "./solving";
import { attempt, say, scrollToTop } from "./state";
import { problem, suite } from "./suite";

const sides: Side[] = ["Black", "White"];

// Openings is where the user chooses an opening and learns what to play there.
export function Openings() {
  const w = texts.training, { deck, id, side } = opening.value, r = repertoire.value;
  const coming = isLoading("book"), [wanted, setWanted] = useState("");
  useEffect(() => {
    if (coming) return;
    if (suite.value?.kind !== "openings") void attempt(() => begin({}));
    else if (!r) void attempt(() => learn({}));
  }, [coming]);
  const change = (next: Parameters<typeof learn>[0]) => attempt(() => begin(next));
  const here = ballots.value.find(b => b.id === id), looked = wanted.trim().toLowerCase(),
    found = ballots.value.filter(b => [textOf(b), b.names].join(" ").toLowerCase().includes(looked));
  if (coming) return <div class="pad"><PartLoading part="book" /></div>;
  const known = r?.rows.filter(row => row.state === "known").length ?? 0;
  return (
    <div class="trainer">
      <div class="row head"><div class="grow small sub" id="known-moves" role="status">
        {r && (r.rows.length ? w.moves(known, r.rows.length, r.due) : w.noBook)}</div>
        <ProblemLists /></div>
      <div class="pad"><Segmented id="deck" label={w.deck} value={deck} choices={Object.entries(w.decks)}
        onChange={deck => change({ deck })} /></div>
      <div class="pad"><label class="field"><input id="find-ballot" type="search" aria-label={w.find} placeholder={w.find} autocomplete="off"
        value={wanted} onInput={e => setWanted(e.currentTarget.value)}
        onChange={() => { if (wanted.trim() && found.length) void change({ id: found[0].id }); }} /></label>
        <span class="small sub" role="status">{!found.length && w.notFound}</span></div>
      <div class="row pad"><select id="ballot" class="grow field" aria-label={w.ballot} value={id}
        onChange={e => change({ id: e.currentTarget.value })}>
        {ballots.value.filter(b => b === here || found.includes(b)).map(b => <option key={b.id} value={b.id}>{textOf(b)}</option>)}</select>
        <Segmented id="own-side" label={w.side} value={side} choices={sides.map(name => [name, sideName(name)] as const)}
          onChange={side => change({ side })} /></div>
      {here && <Passport deck={deck} ballot={here} rows={r?.rows ?? []} />}
      {r && r.rows.length > 0 && <details class="pad"><summary>{w.tree}</summary>
        <ol class="tree">{r.rows.map((row, i) => <li key={row.problem.id}><Branch row={row} i={i} /></li>)}</ol></details>}
    </div>);
}

// textOf is an opening as the list has it.
const textOf = ({ id, name, moves }: Ballot) => `${[id, name].filter(Boolean).join(" ")}: ${moves}`;

// begin asks the moves of an opening.
async function begin(next: Parameters<typeof learn>[0]) {
  await learn(next);
  if (askMoves()) choose(0);
  else say(texts.training.noBook);
}

// Branch is a move of the tree. A press asks it, and one on a move that is as good makes that the user's own.
function Branch({ row, i }: { row: RepertoireRow; i: number }) {
  const w = texts.training, [own, ...asGood] = row.problem.keys;
  const here = suite.value?.kind === "openings" && problem.value?.id === row.problem.id;
  return (
    <div class="row" style={{ paddingLeft: `${row.depth * 10}px` }}>
      <button class="grow" aria-current={here ? "true" : undefined} onClick={() => { scrollToTop(); askRows(); choose(i); }}>
        {row.reply && <span class="sub">{row.reply} </span>}<b>{own}</b>{" "}
        {row.losing.length > 0 && <span class="g3">{w.loses(row.losing)}</span>} <span class="sub">{w.states[row.state]}</span></button>
      {asGood.map(move => <button key={move} title={w.prefer} onClick={() => attempt(() => preferMove(row.problem.id, move))}>{w.orElse(move)}</button>)}
    </div>);
}
