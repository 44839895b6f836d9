import { batch, effect } from "@preact/signals";
import { engineOn } from "./analysis";
import { clocks, earlier, match, type EarlierGame, type Match, type Side } from "./game";
import { embedded } from "./embed";
import { browserHome } from "./home";
import { texts } from "./i18n";
import type { Game, Origin } from "./messages";
import { loadPreferences, prefer, preferences } from "./preferences";
import { whenOpen } from "./server";
import { attempt, current, flipped, restored, say, version, view, type View } from "./state";
import { load, retryUpdates, store, tab } from "./store";
import { connection } from "./transport";
import { follow, fromGame, last, pathOf, toGame } from "./tree";
import { isEmpty, restoreWorkspaces, workspaces, type Workspace } from "./workspaces";

// The tab keeps its games, so that a page that is loaded again is where it was. The store keeps them too, from the first change
// of a game on, for a page that is opened when this one is closed.
interface Session {
  view: View;
  engineOn: boolean;
  games: Partial<Record<Workspace, { game: Game; path: number[]; flipped: boolean; origin?: Origin }>>;
  match: Match | null;
  clocks: Record<Side, number>;
  before?: Omit<EarlierGame, "tree"> & { game: Game };
}
const key = "zonda-game";

function sessionNow(): Session {
  const games: Session["games"] = {};
  for (const [name, s] of workspaces()) games[name] = { game: toGame(s.tree), path: pathOf(s.current), flipped: s.flipped, origin: s.tree.origin };
  const { tree: old, ...rest } = earlier.peek() ?? {}, before = old && { ...rest as Omit<EarlierGame, "tree">, game: toGame(old) };
  return { view: view.peek(), engineOn: engineOn.peek(), games, match: match.peek(), clocks: clocks.peek(), before };
}

// gamesIn is a text of the games of a session that have moves or names.
const gamesIn = (session: Session) =>
  JSON.stringify(Object.values(session.games).map(k => k.game).filter(game => game.moves.length || game.tags.length));

let gamesAtStart = "";
let stored = ""; // the session that the store has from this page

function save() {
  if (!restored.value) return;
  const session = sessionNow(), text = JSON.stringify(session);
  tab.set(key, session);
  if (text === stored || !stored && gamesIn(session) === gamesAtStart) return;
  stored = text;
  store.put("games", session).catch((error: Error) => {
    stored = "again"; // the server is lost, or refuses
    if (connection.value === "open") say(error.message, true);
  });
}

// startSession saves the session after each change, and when the page is left.
const saveDelay = 150; // milliseconds
export function startSession() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    void [version.value, view.value, flipped.value, engineOn.value, current.value, match.value, earlier.value, connection.value];
    clearTimeout(timer);
    timer = setTimeout(save, saveDelay);
  });
  addEventListener("pagehide", save);
  whenOpen(retryUpdates);
}

// restore shows a session that was saved. A game that goes on is shown at its end.
function restore(session: Session) {
  const states = Object.entries(session.games).map(([name, k]) => {
    const tree = { ...fromGame(k.game), origin: k.origin };
    const runs = name === "play" && session.match && !session.match.over;
    return [name as Workspace, { tree, current: runs ? last(tree.root) : follow(tree.root, k.path), flipped: k.flipped }] as const;
  });
  if (!(session.view in texts.views)) throw new Error("no view");
  batch(() => {
    restoreWorkspaces(session.view === "setup" || session.view === "settings" ? "analyse" : session.view, states);
    engineOn.value = session.engineOn;
    const unknown: Partial<Match> = { level: 0, left: [], conditions: preferences.value.game }; // to an earlier version of the page
    match.value = session.match && { ...unknown, ...session.match };
    if (session.before) earlier.value = { ...session.before, tree: fromGame(session.before.game) };
    clocks.value = session.clocks ?? clocks.value;
  });
}

// restoreSession begins with the games of the tab, or else with those of a page that was closed.
export async function restoreSession() {
  const newcomer = await loadPreferences();
  if (embedded) return;
  const own = tab.get<Session | null>(key, null);
  if (!own?.games || !await attempt(async () => { restore(own); return true; })) await load("games", restore);
  if (newcomer) prefer({ hints: ["analyse", "problems", "games"] });
  if (isEmpty() && preferences.value.hints.length) view.value = "play"; // a new user begins with a game
  gamesAtStart = gamesIn(sessionNow());
  restored.value = true;
  if (browserHome ? !await browserHome.lasting() : !tab.lasts) say(browserHome ? texts.standalone.notKept : texts.frame.notKept, true);
}

// restoreBackup puts what a file holds in the place of everything that the browser keeps, and begins anew with it.
export async function restoreBackup(file: Blob) {
  await browserHome!.load(file);
  restored.value = false; // the games on the board are not saved
  tab.clear();
  location.reload();
}
