import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { effect } from "@preact/signals";
import { Board } from "./board";
import { Bar, Engine } from "./engine";
import { Moves } from "./moves";
import { Book, Endgame } from "./explorer";
import { Share } from "./share";
import { Report } from "./report";
import { Setup, placeOn, setUpFrom, setupPieces } from "./setup";
import { Clocks, GamePanel, begun, humanMoves, mayMove } from "./play";
import { Games } from "./games";
import { Problems, tryMove } from "./problems";
import { Matches, Proofs } from "./matches";
import { Preferences } from "./preferences";
import { Asking } from "./question";
import { analysing, back, engineOn, flipped, forward, greeting, hint, lines, notice, play, position, preferences, preview, say, toEnd, toStart, typed, view, visit, type View } from "./state";
import { connect, connection } from "./server";

const views: [View, string][] = [["analyse", "Analyse"], ["play", "Play"], ["games", "Games"], ["problems", "Problems"], ["matches", "Matches"], ["proofs", "Proofs"]];

effect(() => {
  const theme = preferences.value.theme;
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
});

function onKey(event: KeyboardEvent) {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.altKey || event.metaKey || target.closest("input, textarea, select, dialog")) return;
  const steps: Record<string, () => void> = {
    ArrowLeft: back, ArrowRight: forward, Home: toStart, End: toEnd, ArrowUp: toStart, ArrowDown: toEnd,
    f: () => { flipped.value = !flipped.value; }, e: () => { engineOn.value = !engineOn.value; },
  };
  if (steps[event.key]) {
    event.preventDefault();
    steps[event.key]();
  } else if (/^[0-9]$/.test(event.key)) document.getElementById("move")?.focus();
}

function Field() {
  const [text, setText] = useState("");
  const enter = async (event: Event) => {
    event.preventDefault();
    if (!text.trim()) return;
    if (view.value === "play" && !mayMove()) return say("It is not your move.", true);
    if (view.value === "problems") { setText(""); return tryMove(text.trim()); }
    if (await typed(text, view.value === "play" ? humanMoves : play)) setText("");
  };
  return (
    <form class="field" onSubmit={enter}>
      <input id="move" aria-label="Move" placeholder="type a move: 11-15" autocomplete="off" value={text} onInput={e => setText(e.currentTarget.value)} />
      <button type="submit">Play</button>
      <button type="button" title="Turn the board (f)" onClick={() => { flipped.value = !flipped.value; }}>Flip</button>
    </form>);
}

function Table() {
  const p = position.value, setup = view.value === "setup";
  const playing = view.value === "play", seen = setup ? null : preview.value;
  const free = !setup && !seen && (!playing || mayMove());
  const onMove = (move: string) => { if (view.value === "problems") void tryMove(move); else if (playing) humanMoves(move); else play(move); };
  return (
    <div class="table">
      {playing && <Clocks top />}
      <div class="board-row">
        {analysing.value && <Bar flipped={flipped.value} />}
        <Board pieces={setup ? setupPieces.value : seen?.pieces ?? p?.pieces ?? ".".repeat(32)} moves={p && free ? p.moves : []} must={!!p?.must && free}
          last={setup ? undefined : seen?.last ?? p?.last} lines={preferences.value.arrows && !setup && !seen ? lines.value?.lines ?? [] : []} hint={hint.value}
          flipped={flipped.value} numbers={preferences.value.numbers} onMove={onMove} onUnclear={() => say("Several captures end there: click each square.")}
          onPress={setup ? placeOn : undefined} />
      </div>
      {playing && <Clocks />}
      <p class="status" aria-live="polite">{setup ? "Click squares to place pieces." : playing && !begun() ? "Choose a side, a time and an opening, then press Start." : p ? p.over || `${p.turn} to move${p.must ? ", and must capture" : ""}` : "…"}
        {p?.antiBook && !setup && <span class="warning"> · in the anti-book</span>}</p>
      {!setup && !(playing && !begun()) && <Field />}
    </div>);
}

const tabs = ["Endgame", "Book", "Report", "Share"] as const;

function Analyse() {
  const [chosen, setTab] = useState<(typeof tabs)[number] | "fitting">("fitting"), p = position.value;
  const few = !!p && [...p.pieces].filter(c => c !== ".").length <= (greeting.value?.pieces ?? 0);
  const tab = chosen === "fitting" ? (few ? "Endgame" : "Book") : chosen; // a tab that the user has chosen stays
  return (
    <>
      <Engine />
      <Moves />
      <section class="panel">
        <div class="tabs"><div class="tabs" role="tablist" aria-label="Knowledge">
          {tabs.map(name => <button key={name} role="tab" id={`tab-${name}`} aria-selected={tab === name} onClick={() => setTab(name)}>{name}</button>)}</div>
          <button class="right" onClick={() => { setUpFrom(position.value); visit("setup"); }}>Set up</button>
        </div>
        <div role="tabpanel" aria-labelledby={`tab-${tab}`}>
          {tab === "Endgame" && <Endgame />}{tab === "Book" && <Book />}{tab === "Report" && <Report />}{tab === "Share" && <Share />}
        </div>
      </section>
    </>);
}

function Page() {
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  const [settings, setSettings] = useState(false);
  return (
    <>
      <header class="top">
        <h1>Zonda</h1>
        <nav aria-label="Views">{views.map(([name, text]) =>
          <button key={name} aria-current={view.value === name ? "page" : undefined} onClick={() => visit(name)}>{text}</button>)}</nav>
        <button class="right" onClick={() => setSettings(true)}>Settings</button>
      </header>
      {connection.value === "lost" && <p class="banner" role="alert">The server does not answer: it has ended, or all its boards are in use. Trying again…</p>}
      <main class={`view-${view.value}`}>
        <Table />
        <div class="side">
          <div class="notices" role="status">{notice.value && <p class={`notice ${notice.value.bad ? "bad" : ""}`}>{notice.value.text}<button aria-label="Close the message" onClick={() => { notice.value = null; }}>×</button></p>}</div>
          {view.value === "analyse" && <Analyse />}
          {view.value === "setup" && <Setup />}
          {view.value === "play" && <><GamePanel />{begun() && <Moves />}</>}
          {view.value === "games" && <><Games /><Engine /><Moves /></>}
          {view.value === "problems" && <Problems />}
          {view.value === "matches" && <><Matches /><Engine /><Moves /></>}
          {view.value === "proofs" && <Proofs />}
        </div>
      </main>
      {settings && <Preferences close={() => setSettings(false)} />}
      <Asking />
    </>);
}

render(<Page />, document.getElementById("app")!);
connect();
