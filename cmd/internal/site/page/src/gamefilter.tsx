import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { allGames, search, query, type Query } from "./collection";
import { IconButton } from "./controls";
import { texts } from "./i18n";
import { Icon, type IconName } from "./icon";
import type { Material } from "./messages";
import { position } from "./state";

const more = signal(false); // all filters are shown
const typingTime = 200; // milliseconds after which a text is searched

const same = (a: Query, b: Query) => JSON.stringify(a) === JSON.stringify(b);

// filtered says whether something is searched.
export const filtered = () => !same({ ...query.value, sort: "", down: false, field: "" }, allGames);

// GameFilters search the list.
export function GameFilters() {
  const w = texts.games, q = query.value, fen = position.value?.fen ?? "";
  const hidden = q.twins || q.atLeast || q.reversed || !!q.material || !!q.field || !!q.sort || q.down;
  return (
    <>
      <div class="row"><Search />
        <button class={`ib ${hidden ? "used" : ""}`} id="more" aria-label={w.more} title={w.more} aria-expanded={more.value}
          onClick={() => { more.value = !more.value; }}>
          <Icon name="filter" /></button></div>
      <div class="filters">
        <Choice id="result" label={w.result} value={q.result} choices={w.results} set={result => search({ result })} />
        <FilterToggle on={!!q.position && !q.atLeast} icon="grid" text={w.here}
          press={() => search({ position: q.position && !q.atLeast ? "" : fen, atLeast: false, formation: [] })} />
        <FilterToggle on={q.notes} icon="comment" text={w.notes} press={() => search({ notes: !q.notes })} />
      </div>
      {more.value && <MoreFilters fen={fen} />}
    </>);
}

// Search is the field for words and moves.
function Search() {
  const w = texts.games, { text } = query.value, [draft, setDraft] = useState(text), asked = useRef(text); // by this field
  useEffect(() => {
    if (text !== asked.current) setDraft(text);
    asked.current = text;
  }, [text]);
  useEffect(() => {
    if (draft === text) return;
    const timer = setTimeout(() => search({ text: asked.current = draft }), typingTime);
    return () => clearTimeout(timer);
  }, [draft]);
  return (
    <label class="field grow"><Icon name="search" />
      <input id="search" type="search" value={draft} placeholder={w.searchHint} aria-label={w.search}
        onInput={e => setDraft(e.currentTarget.value)} /></label>);
}

// MoreFilters are the filters that are used now and then.
function MoreFilters({ fen }: { fen: string }) {
  const w = texts.games, q = query.value;
  return (
    <div class="more-filters">
      <div class="filters">
        <Choice id="field" label={w.field} value={q.field} choices={w.fields} set={field => search({ field })} />
        <Choice id="sort" label={w.sort} value={q.sort} choices={w.sorts} set={sort => search({ sort })} />
        <IconButton small icon="swap" label={w.down} pressed={q.down} onClick={() => search({ down: !q.down })} />
      </div>
      <div class="filters">
        <FilterToggle on={q.twins} icon="copy" text={w.twins} press={() => search({ twins: !q.twins })} />
        <FilterToggle on={q.reversed} icon="flip" text={w.reversed} press={() => search({ reversed: !q.reversed })} />
        <FilterToggle on={q.atLeast} icon="grid" text={w.pieces}
          press={() => search(q.atLeast ? { position: "", atLeast: false, formation: [] }
            : { position: fen, atLeast: true, formation: [] })} />
        <FilterToggle on={!!q.material} icon="draw" text={w.material} press={() => search({ material: q.material ? undefined : materialHere() })} />
      </div>
      {q.atLeast && <Squares />}
      {q.material && <MaterialFields />}
    </div>);
}

// materialHere is that of the position on the board.
function materialHere(): Material {
  const count = (kind: string) => (position.value?.pieces ?? "").split(kind).length - 1;
  return { blackMen: count("b"), blackKings: count("B"), whiteMen: count("w"), whiteKings: count("W"), plies: 0 };
}

// Squares are those of a formation: all squares with pieces, or some of them.
function Squares() {
  const w = texts.games, [text, setText] = useState(query.value.formation.join(" "));
  const write = (next: string) => {
    setText(next);
    search({ formation: (next.match(/\d+/g) ?? []).map(Number).filter(n => n > 0 && n <= 32) });
  };
  return <label class="small-field"><span>{w.squares}</span>
    <span class="field"><input value={text} placeholder={w.squaresHint} onInput={e => write(e.currentTarget.value)} /></span></label>;
}

const sides = [["Black", "blackKings", "blackMen"], ["White", "whiteKings", "whiteMen"]] as const;

// MaterialFields are the men and kings of both sides.
function MaterialFields() {
  const w = texts.games, m = query.value.material!;
  const number = (value: number, label: string, set: (n: number) => void, most = 12) =>
    <label class="count"><span class="field"><input type="number" inputMode="numeric" min={0} max={most} value={value} aria-label={label}
      onInput={e => set(Math.max(0, Math.min(most, Math.round(Number(e.currentTarget.value)) || 0)))} /></span></label>;
  return (
    <div class="material">
      {sides.map(([side, kings, men]) =>
        <div key={side} class="row"><span class={`disc s ${side === "Black" ? "b" : "w"}`} /><span class="grow">{w.side(side)}</span>
          {number(m[kings], w.kingsOf(side), n => search({ material: { ...m, [kings]: n } }))}<span>{w.kings}</span>
          {number(m[men], w.menOf(side), n => search({ material: { ...m, [men]: n } }))}<span>{w.men}</span></div>)}
      <div class="row"><span class="grow">{w.lasting}</span>
        {number(m.plies / 2, w.lasting, n => search({ material: { ...m, plies: 2 * n } }), 99)}<span>{w.movesUnit}</span></div>
    </div>);
}

// FilterToggle is a filter that is on or off.
const FilterToggle = (p: { on: boolean; icon: IconName; text: ComponentChildren; press: () => void }) =>
  <button class="pick" aria-pressed={p.on} onClick={p.press}><Icon name={p.icon} />{p.text}</button>;

// Choice is a filter with several values.
const Choice = (p: { id: string; label: string; value: string; choices: Record<string, string>; set: (value: string) => void }) => (
  <label class={`pick ${p.value ? "on" : ""}`}>
    <select id={`games-${p.id}`} aria-label={p.label} value={p.value} onChange={e => p.set(e.currentTarget.value)}>
      {Object.entries(p.choices).map(([value, text]) => <option key={value} value={value}>{text}</option>)}</select>
    <Icon name="down" /></label>);
