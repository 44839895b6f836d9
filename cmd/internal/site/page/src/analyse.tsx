import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Defence } from "./defence";
import { Engine } from "./engine";
import { Book } from "./explorer";
import { annotating } from "./gamemenu";
import { texts } from "./i18n";
import { Moves } from "./moves";
import { prefer, preferences } from "./preferences";
import { openReport, report } from "./reports";
import { position, tabWanted, version } from "./state";
import { Endings, GameChart, Report, ReportMenu } from "./views";

const tabs = ["book", "endings", "report"] as const;
type Tab = (typeof tabs)[number];

// What the user has chosen stays while another view is open: a tab, and on a phone the moves or the tab.
const chosenTab = signal<Tab | "fitting">("fitting"), moves = signal(true);

// Analyse is the view of the analysis: the engine, the moves, and what is known of the position. A phone shows either the moves or
// one of the others.
export function Analyse() {
  version.value;
  const p = position.value, w = texts.analyse, { split } = preferences.value;
  const known = !!p?.database && p.database !== "unknown"; // by the databases that are open
  const tab = chosenTab.value === "fitting" ? (known ? "endings" : "book") : chosenTab.value;
  useEffect(() => { if (annotating.value) moves.value = true; }, [annotating.value]);
  const choose = (name: Tab) => {
    chosenTab.value = name;
    moves.value = false;
  };
  // A press on the tab of a game that has no report makes the quick one at once.
  const press = (name: Tab) => {
    choose(name);
    if (name === "report") void openReport();
  };
  useEffect(() => {
    if (tabWanted.value) choose(tabWanted.value);
    tabWanted.value = "";
  }, [tabWanted.value]);
  const tabOf = (name: Tab, selected: boolean) => <button key={name} role="tab" aria-selected={selected} onClick={() => press(name)}>
    {w.tabs[name]}</button>;
  return (
    <div class="side-in" data-phone={moves.value ? "moves" : "panel"} data-open={tab === "book" ? undefined : tab}
      data-split={split || undefined} style={{ "--split": `${split}%` }}>
      <Engine />
      <Defence />
      <section class="ptabs phone-tabs">
        <div class="seg" role="tablist" aria-label={w.label}>
          <button role="tab" aria-selected={moves.value} onClick={() => { moves.value = true; }}>{w.tabs.moves}</button>
          {tabs.map(name => tabOf(name, !moves.value && tab === name))}</div>
      </section>
      <Moves />
      <Divider />
      <section class={`panel a ${tab === "book" ? "" : "tall"}`} aria-label={w.label}>
        <div class="tabs no-compact row"><div class="grow">
          <div class="seg" role="tablist" aria-label={w.label}>{tabs.map(name => tabOf(name, tab === name))}</div></div>
          {tab === "report" && <ReportMenu />}</div>
        <div role="tabpanel" class="body" aria-label={w.tabs[tab]} tabIndex={0}>
          {tab === "endings" && <Endings />}{tab === "book" && <Book />}{tab === "report" && <Report />}
        </div>
      </section>
      {tab !== "report" && report() && <GameChart />}
    </div>);
}

// Divider is the line between the moves and what stands below them. It can be dragged, and moved by the arrow keys; a double press lets
// the page place it.
const minShare = 15, maxShare = 75, step = 5; // percent of the side that what stands below takes
function Divider() {
  const { split } = preferences.value, usual = 33, put = (share: number) => prefer({ split: Math.round(Math.min(maxShare, Math.max(minShare, share))) });
  const onMove = (event: PointerEvent) => {
    const line = event.currentTarget as HTMLElement, side = line.parentElement!.getBoundingClientRect();
    if (line.hasPointerCapture(event.pointerId)) put(100 * (side.bottom - event.clientY) / side.height);
  };
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowUp: step, ArrowDown: -step }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    put((split || usual) + by);
  };
  return <div class="boundary" role="separator" tabIndex={0} aria-orientation="horizontal" aria-label={texts.analyse.boundary}
    aria-valuenow={split || usual} aria-valuemin={minShare} aria-valuemax={maxShare} onKeyDown={onKey} onDblClick={() => prefer({ split: 0 })}
    onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)} onPointerMove={onMove} />;
}
