import { TopBar } from "./frame";
import { Lists } from "./problems";
import { ShareMenu } from "./share";
import { placeOf, task } from "./solving";
import { position, tree, version, view } from "./state";
import { problem } from "./suite";
import { tag } from "./tree";
import { words } from "./words";

// Title is the head of a narrow window. On a phone it names what the view shows: the game, or the view.
export function Title({ help }: { help: () => void }) {
  version.value;
  if (view.value === "problems" && problem.value) return <TopBar title={task(problem.value)} second={placeOf()} help={help}><Lists /></TopBar>;
  if (view.value !== "analyse" && view.value !== "games") return <TopBar title={words.views[view.value]} help={help} />;
  const [black, white] = [tag(tree.value, "Black"), tag(tree.value, "White")];
  const title = black || white ? `${black || "Black"} ${tree.value.result} ${white || "White"}` : words.views[view.value];
  return <TopBar title={title} second={position.value?.opening} help={help}>{view.value === "analyse" && <ShareMenu />}</TopBar>;
}
