import { effect, signal } from "@preact/signals";
import { ended, going, isHuman, turn } from "./game";
import { browserLanguage, isLanguage, sideName, speech, translate, texts } from "./i18n";
import { preferences } from "./preferences";
import { tree, version, view } from "./state";
import { tag } from "./tree";

const system = matchMedia("(prefers-color-scheme: dark)"), systemDark = signal(system.matches);
system.addEventListener("change", () => { systemDark.value = system.matches; });

// dark says whether the page is dark: by choice, or as the system is.
export const dark = () => preferences.value.theme === "dark" || preferences.value.theme === "auto" && systemDark.value;

// The page looks and speaks as the user prefers, also where the browser draws around it.
effect(() => {
  const { board, pieces, language } = preferences.value, root = document.documentElement;
  root.dataset.theme = dark() ? "dark" : "light";
  root.dataset.board = board;
  root.dataset.pieces = pieces;
  speech.value = { language: isLanguage(language) ? language : browserLanguage(), red: pieces === "red" };
  root.lang = speech.value.language;
  const stage = getComputedStyle(root).getPropertyValue("--stage");
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) meta.content = stage;
});

// title says in the browser's tab what the page shows, and in a game whose move it is.
function title(): string {
  const w = texts.frame.titles;
  void version.value;
  if (view.value === "play") {
    const over = ended();
    return over ? translate(over) : going() ? isHuman(turn()) ? w.yourMove : w.engineMove : texts.views.play;
  }
  const [black, white] = [tag(tree.value, "Black"), tag(tree.value, "White")];
  return view.value === "analyse" && (black || white) ? w.game(black || sideName("Black"), white || sideName("White")) : texts.views[view.value];
}
effect(() => { document.title = `${title()} · Zonda`; });
