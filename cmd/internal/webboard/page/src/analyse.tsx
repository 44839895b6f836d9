import { useState } from "preact/hooks";
import { Engine } from "./engine";
import { Book, Endgame } from "./explorer";
import { Moves } from "./moves";
import { Report } from "./report";
import { GameText } from "./share";
import { position } from "./state";

const tabs = ["Endgame", "Book", "Report", "Game"] as const;

// Analyse is the view of the analysis: the engine, the moves, and what is known of the position.
export function Analyse() {
  const [chosen, setTab] = useState<(typeof tabs)[number] | "fitting">("fitting"), p = position.value;
  const known = !!p?.database && p.database !== "unknown"; // by the databases that are open
  const tab = chosen === "fitting" ? (known ? "Endgame" : "Book") : chosen; // a tab that the user has chosen stays
  return (
    <div class="side-in">
      <Engine />
      <Moves />
      <section class="panel">
        <div class="tabs seg" role="tablist" aria-label="Knowledge">
          {tabs.map(name => <button key={name} role="tab" id={`tab-${name}`} aria-selected={tab === name} onClick={() => setTab(name)}>{name}</button>)}</div>
        <div role="tabpanel" class="body" aria-labelledby={`tab-${tab}`}>
          {tab === "Endgame" && <Endgame />}{tab === "Book" && <Book />}{tab === "Report" && <Report />}{tab === "Game" && <GameText />}
        </div>
      </section>
    </div>);
}
