import { collection, placeInList } from "./collection";
import { TopBar } from "./frame";
import { GameMenu } from "./gamemenu";
import { sideName, texts } from "./i18n";
import { PlayTitle } from "./play";
import { ShareMenu } from "./share";
import { position, tree, version, view } from "./state";
import { tag } from "./tree";
import { CancelSetup, GamesTools, LabTitle, Neighbours, ProblemsTitle } from "./views";

// surname returns what is before the comma of a name, or its last word. What stands in brackets is no name.
const surname = (name: string) => name.replace(/\s*\(.*\)/, "").split(",")[0].trim().split(/\s+/).pop()!;

// Title is the head of a narrow window. On a phone it names what the view shows: the game, or the view.
export function Title({ help }: { help: () => void }) {
  version.value;
  if (view.value === "setup") return <TopBar title={texts.views.setup} help={help}><CancelSetup class="" /></TopBar>;
  if (view.value === "play") return <PlayTitle help={help} />;
  const list = collection.value, place = placeInList();
  if (view.value === "games") {
    return <TopBar title={list?.name ?? texts.views.games} second={list ? texts.games.count(list.games, 0) : ""} help={help}>
      <GamesTools /></TopBar>;
  }
  if (view.value === "problems") return <ProblemsTitle help={help} />;
  if (view.value === "lab") return <LabTitle help={help} />;
  if (view.value !== "analyse") return <TopBar title={texts.views[view.value]} help={help} />;
  const [black, white] = [tag(tree.value, "Black"), tag(tree.value, "White")];
  const result = texts.moves.short[tree.value.result] ?? "–";
  const title = black || white ? `${surname(black) || sideName("Black")} ${result} ${surname(white) || sideName("White")}`
    : texts.views[view.value];
  const second = place ? texts.games.nth(place.index + 1, place.found) : position.value?.opening;
  return <TopBar title={title} second={second} help={help}>
    <span class="row tight">{place && <Neighbours />}<ShareMenu /><GameMenu class="phone" /></span></TopBar>;
}
