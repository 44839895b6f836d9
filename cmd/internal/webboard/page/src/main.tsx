import { render } from "preact";
import { useState } from "preact/hooks";
import { effect } from "@preact/signals";
import { Board } from "./board";
import { Controls } from "./controls";
import { Bar, Engine } from "./engine";
import { Moves } from "./moves";
import { Book, Endgame } from "./explorer";
import { GameText } from "./share";
import { hearKeys } from "./keys";
import { Notice } from "./notice";
import { Report } from "./report";
import { Setup, placeOn, setupPieces } from "./setup";
import { Clocks, GamePanel, begun, ended, humanMoves, mayMove, waits } from "./play";
import { Games } from "./games";
import { Problems, restoreSolved, tryMove } from "./problems";
import { Matches, Proofs } from "./matches";
import { Preferences } from "./preferences";
import { Asking } from "./question";
import { analysing, desk, flipped, hint, lines, notice, play, position, preferences, preview, restore, say, view, visit, why, type View } from "./state";
import { connect, connection } from "./server";
import { ownGames } from "./store";

const views: [View, string][] = [["analyse", "Analyse"], ["play", "Play"], ["games", "Games"], ["problems", "Problems"], ["matches", "Matches"], ["proofs", "Proofs"]];

effect(() => {
  const theme = preferences.value.theme;
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
});

function Table() {
  const p = position.value, setup = view.value === "setup";
  const playing = view.value === "play", seen = setup ? null : preview.value;
  const free = !setup && !seen && (!playing || mayMove());
  const onMove = (move: string) => { if (view.value === "problems") void tryMove(move); else if (playing) humanMoves(move); else play(move); };
  const onStuck = (square: number) => { if (p && !seen) say(playing ? waits() || why(square) : why(square), true); };
  return (
    <div class="table">
      {playing && <Clocks top />}
      <div class="board-row">
        {analysing.value && <Bar flipped={flipped.value} />}
        <Board pieces={setup ? setupPieces.value : seen?.pieces ?? p?.pieces ?? ".".repeat(32)} moves={p && free ? p.moves : []} must={!!p?.must && free}
          last={setup ? undefined : seen?.last ?? p?.last} lines={preferences.value.arrows && !setup && !seen ? lines.value?.lines ?? [] : []} hint={hint.value}
          flipped={flipped.value} numbers={preferences.value.numbers} onMove={onMove} onUnclear={() => say("Several captures end on this square. Click every square of the one that you want.")}
          onStuck={onStuck} onPress={setup ? placeOn : undefined} />
      </div>
      {playing && <Clocks />}
      <p class="status" aria-live="polite">{setup ? "Click squares to place pieces." : playing && !begun() ? "Choose a side, a time and an opening, then press Start." : playing && ended() || (p ? p.over || `${p.turn} to move${p.must ? ", and must capture" : ""}` : "…")}
        {p?.antiBook && !setup && desk() === "analysis" && <span class="warning"> · in the anti-book</span>}</p>
      {!setup && <Controls moves={!playing || begun()} />}
    </div>);
}

const tabs = ["Endgame", "Book", "Report", "Game"] as const;

function Analyse() {
  const [chosen, setTab] = useState<(typeof tabs)[number] | "fitting">("fitting"), p = position.value;
  const known = !!p?.database && p.database !== "unknown"; // by the databases that are open
  const tab = chosen === "fitting" ? (known ? "Endgame" : "Book") : chosen; // a tab that the user has chosen stays
  return (
    <>
      <Engine />
      <Moves />
      <section class="panel">
        <div class="tabs" role="tablist" aria-label="Knowledge">
          {tabs.map(name => <button key={name} role="tab" id={`tab-${name}`} aria-selected={tab === name} onClick={() => setTab(name)}>{name}</button>)}</div>
        <div role="tabpanel" aria-labelledby={`tab-${tab}`}>
          {tab === "Endgame" && <Endgame />}{tab === "Book" && <Book />}{tab === "Report" && <Report />}{tab === "Game" && <GameText />}
        </div>
      </section>
    </>);
}

function Page() {
  const [settings, setSettings] = useState(false);
  return (
    <>
      <header class="top">
        <div class={`title ${notice.value ? "says" : ""}`}>
          <h1>Zonda</h1>
          <Notice />
          <button onClick={() => setSettings(true)}>Settings</button>
        </div>
        <nav aria-label="Views">{views.map(([name, text]) =>
          <button key={name} aria-current={view.value === name ? "page" : undefined} onClick={() => visit(name)}>{text}</button>)}</nav>
      </header>
      {connection.value === "lost" && <p class="banner" role="alert">The server does not answer: it has ended, or all its boards are in use. Trying again…</p>}
      <main class={`view-${view.value}`}>
        <Table />
        <div class="side">
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

async function begin() {
  await Promise.all([restore(), restoreSolved()]);
  hearKeys();
  render(<Page />, document.getElementById("app")!);
  connect(ownGames);
}
void begin();
