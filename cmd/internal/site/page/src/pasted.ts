import { losesGame } from "./gamemenu";
import { texts } from "./i18n";
import type { Game } from "./messages";
import { openUpload } from "./opener";
import { ask } from "./server";
import { attempt, say, showGame, view } from "./state";
import { fromGame, tag } from "./tree";
import { workspace } from "./workspaces";

// readText shows the game or the position of a text, and says what is wrong with the text and in doubt. Several games are opened as a file.
export async function readText(text: string) {
  const on = workspace(), { game, more, problems: [problem, ...others] } = await ask("read", { text });
  if (workspace() !== on) return; // the user went to another game
  if (more) return openGames(text, game);
  const again = losesGame(), w = texts.moves;
  showGame(game);
  if (problem) say(w.loadedBut(problem, others.length), true, again);
  else say(w.loaded, false, again);
}

const maxName = 60; // characters of a list

// openGames opens a text with several games as a list, which has the name of the event of the first one.
async function openGames(text: string, first: Game) {
  const w = texts.moves, event = tag(fromGame(first), "Event"), name = event && event !== "?" ? event.slice(0, maxName) : w.pastedGames;
  const c = await openUpload(new File([text], name));
  if (c) say(w.several(c.games));
}

// A longer text is opened as a file: a browser needs seconds to write it into a field.
export const maxWritten = 500_000; // characters
export const openText = (text: string) => { void openUpload(new File([text], texts.moves.pasted)); };

// startPaste reads what is pasted where no text is written.
export const startPaste = () => document.addEventListener("paste", event => {
  const text = event.clipboardData?.getData("text/plain").trim() ?? "", target = event.target as HTMLElement;
  if (!text || view.value !== "analyse" && view.value !== "games" || target.closest("input, textarea, select, dialog")) return;
  event.preventDefault();
  if (text.length > maxWritten) openText(text);
  else void attempt(() => readText(text));
});
