import { losesGame } from "./gamemenu";
import { texts } from "./i18n";
import { openUpload } from "./opener";
import { ask } from "./server";
import { attempt, say, showGame, view } from "./state";
import { workspace } from "./workspaces";

// readText shows the game or the position of a text, and says what is wrong with the text and in doubt.
export async function readText(text: string) {
  const on = workspace(), { game, more, problems: [problem, ...others] } = await ask("read", { text });
  if (workspace() !== on) return; // the user went to another game
  const again = losesGame(), w = texts.moves;
  showGame(game);
  if (problem) say(w.loadedBut(problem, others.length), true, again);
  else say(more ? w.several : w.loaded, false, again);
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
