import { effect } from "@preact/signals";
import { render } from "preact";
import { Analyse } from "./analyse";
import { analysing, lines, startAnalysis } from "./analysis";
import { announce, Announcements } from "./announcements";
import { Board } from "./board";
import { startHistory } from "./browserhistory";
import { ConfirmDialog, dialogShown } from "./dialog";
import { placeOn, setupPieces } from "./editor";
import { Chances, threat } from "./engine";
import { embedded } from "./embed";
import { film } from "./film";
import { startFocus } from "./focus";
import { UpdateNotice, ConnectionLost, Rail, TabBar } from "./frame";
import { begun, mayMove, other, startGame, type Side } from "./game";
import { gameDialog } from "./gamemenu";
import { startSetUp } from "./gamestart";
import { languageLoaded, translate, texts } from "./i18n";
import { whyNot } from "./illegal";
import { startKeys } from "./keys";
import { startLinks } from "./links";
import type { Arrow } from "./marks";
import { humanMoves, startMatch, whyWait } from "./match";
import type { Position } from "./messages";
import { Moves } from "./moves";
import { dialogFiles } from "./opener";
import { Drawings } from "./pieces";
import { PlayState, PlayView, PlayerBar } from "./play";
import { startPaste } from "./pasted";
import { preferences, startPreferences } from "./preferences";
import { setPremove, canPremove, possiblePremoves, premove, cancelPremove } from "./premove";
import { startPrint } from "./printed";
import { naming } from "./saver";
import { startReports } from "./reports";
import { startStandalone } from "./served";
import { startSecond } from "./second";
import { restoreSession, startSession } from "./session";
import { toggleShape, shapes, clearShapes } from "./shapes";
import { connect } from "./socket";
import { current, flipped, hint, play, position, preview, say, scrollToTop, tree, view } from "./state";
import { Steps, stopped } from "./steps";
import { Title } from "./title";
import { GameDialogs, GamesView, KeyList, Lab, ProblemGoal, Problems, Progress, Rules, Settings, Setup, SetupSteps, Squares, tryMove } from "./views";
import { workspace } from "./workspaces";
import "./theme";

// ended says how a game has ended that could have gone on, at its last move.
const ended = () => workspace() === "analysis" && stopped() ? texts.moves.results[tree.value.result] ?? "" : "";

// outlook says who wins where the tables know it, so that a move and a win of two sides stand in one sentence.
function outlook({ database, turn }: Position): string {
  const win = database === "win" ? turn : database === "loss" ? other(turn as Side) : "";
  return workspace() !== "analysis" ? "" : win ? `: ${texts.engine.wins(win)}` : database === "draw" ? `: ${texts.engine.draw}` : "";
}

// BoardState says whose move it is, or how the game has ended.
function BoardState() {
  const p = position.value, w = texts.steps;
  if (view.value === "play") return <PlayState />;
  if (!p) return <>…</>;
  return <>{translate(p.over ?? "") || ended() || (p.must ? w.mustCapture : w.toMove)(p.turn) + outlook(p)}{view.value === "problems" && <ProblemGoal p={p} />}
    {p.antiBook && workspace() === "analysis" && <span class="warning"> · {w.antiBook}</span>}</>;
}

// arrows are the threat of the other side, and those of the engine's lines, the best one first.
function arrows(): Arrow[] {
  if (view.value === "setup") return [];
  if (preview.value) return preview.value.arrows ?? [];
  const threats: Arrow[] = threat.value ? [{ path: threat.value.path, kind: "fault" }] : [];
  if (!preferences.value.arrows || !analysing.value || view.value === "play") return threats;
  return threats.concat((lines.value?.lines ?? []).map(line => ({ path: line.path, kind: line.rank === 1 ? "best" : "other" })));
}

// placeholder is what the board shows until the position is there.
const placeholder = () => tree.value.start || current.value.parent ? ".".repeat(32) : "b".repeat(12) + ".".repeat(8) + "w".repeat(12);

// BoardArea is the board with the bar of chances at the left and the buttons of moves below.
function BoardArea() {
  const p = position.value, setup = view.value === "setup", settings = preferences.value;
  const playing = view.value === "play", seen = setup ? null : preview.value, ahead = playing && !seen && canPremove.value;
  const free = !setup && !seen && !embedded && (!playing || mayMove());
  const onMove = (move: string) => {
    if (ahead) setPremove(move);
    else if (view.value === "problems") void tryMove(move);
    else if (playing) humanMoves(move);
    else play(move);
  };
  const onStuck = (square: number) => { if (p && !seen && !embedded) say(playing ? whyWait() || whyNot(square) : whyNot(square), true); };
  return (
    <div class="table">
      {playing && <PlayerBar top />}
      <div class="board-row">
        <Chances />
        <div class="board" data-numbers={settings.numbers}>
          <Board pieces={setup ? setupPieces.value : seen?.pieces ?? p?.pieces ?? placeholder()}
            moves={p && free ? p.moves : ahead ? possiblePremoves.value : []}
            must={!!p?.must && free} mark={settings.must} last={setup ? undefined : seen ? seen.last : p?.last} taken={seen?.taken} ends={!!p?.over && !playing}
            still={!!seen || setup}
            arrows={arrows()} hint={hint.value} shapes={shapes.value} flipped={flipped.value}
            numbers={settings.numbers} confirm={settings.confirm && playing} premoving={ahead} premove={playing ? premove.value : []}
            onMove={onMove} onUnclear={() => say(texts.steps.unclear)} onStuck={onStuck}
            onChosen={(square, ends) => announce(texts.board.canGo(square, ends))} onPress={setup ? placeOn : undefined}
            onDraw={setup ? undefined : toggleShape} onClearShapes={() => { if (!seen) clearShapes(); }} onTakeBack={cancelPremove} onAgain={square => say(texts.board.again(square))} />
        </div>
      </div>
      {playing && <PlayerBar />}
      {setup ? <SetupSteps /> : <Steps moves={!playing || begun()}><BoardState /></Steps>}
    </div>);
}

// SidePanel is what stands beside the board, or below it.
function SidePanel() {
  switch (view.value) {
    case "analyse": return <Analyse />;
    case "setup": return <Setup />;
    case "play": return <PlayView />;
    case "games": return <GamesView />;
    case "problems": return <Problems />;
    case "lab": return <Lab />;
    case "settings": return <Settings />;
  }
}

// Views whose side takes all the room that the board leaves.
const wide = ["analyse", "games", "lab"];

// pageClass names what the style of the whole page depends on: the stage of a game against the engine, the editor of positions.
const pageClass = () => view.value === "play" ? (begun() ? "inplay" : "setup")
  : view.value === "setup" ? "editor" : view.value === "settings" ? "settings" : "";

// A view and a game begin at the top of a page that scrolls.
effect(() => {
  void [view.value, begun()];
  scrollToTop();
});

// EmbeddedPage is the board with its moves within another page.
const EmbeddedPage = () => (
  <div class="app embed" data-view="analyse" data-cols="1">
    <Drawings />
    <main>
      <h1 class="sr">{texts.views.analyse}</h1>
      <div class="stage"><BoardArea /></div>
      <section class="side"><div class="side-in"><Moves /></div></section>
    </main>
    <Announcements />
  </div>);

function Page() {
  if (embedded) return <EmbeddedPage />;
  const help = () => { dialogShown.value = "rules"; };
  const shown = view.value === "setup" ? "analyse" : view.value;
  return (
    <div class={`app ${pageClass()} ${film.value ? "of-film" : ""}`} data-view={shown} data-cols={wide.includes(view.value) ? 2 : 1}>
      <Drawings />
      <Rail help={help} />
      <Title help={help} />
      <main>
        <h1 class="sr">{texts.views[view.value]}</h1>
        <div class="stage"><ConnectionLost /><UpdateNotice /><BoardArea /></div>
        <section class={`side v-${shown} ${pageClass()} ${wide.includes(view.value) ? "cols" : ""}`}>
          <SidePanel /></section>
      </main>
      <TabBar />
      <Announcements />
      {dialogShown.value === "keys" && <KeyList />}
      {dialogShown.value === "rules" && <Rules />}
      {dialogShown.value === "progress" && <Progress />}
      {dialogShown.value === "squares" && <Squares />}
      {(gameDialog.value || dialogFiles.value || naming.value) && <GameDialogs />}
      <ConfirmDialog />
    </div>);
}

async function start() {
  startAnalysis();
  startSecond();
  if (!embedded) startReports();
  startStandalone();
  startSession();
  startPreferences();
  startGame();
  startMatch();
  startSetUp();
  await restoreSession();
  await languageLoaded;
  startKeys();
  if (!embedded) startPaste();
  startFocus();
  render(<Page />, document.getElementById("app")!);
  connect();
  if (!embedded) await startHistory();
  startLinks();
  startPrint();
}
void start();
