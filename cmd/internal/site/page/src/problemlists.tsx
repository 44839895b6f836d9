import { useRef } from "preact/hooks";
import { Menu, type Entry } from "./controls";
import { texts } from "./i18n";
import { download } from "./share";
import { choose } from "./solving";
import { attempt, say, scrollToTop } from "./state";
import { openBuiltIn, openOwn, suite } from "./suite";
import { addTraining, savedTraining } from "./training";

// ProblemLists is the menu of lists: a file of the user, and the problems of the program.
export function ProblemLists() {
  const w = texts.problems, input = useRef<HTMLInputElement>(null), attempts = useRef<HTMLInputElement>(null);
  const opened = (work: () => Promise<string>) => attempt(async () => {
    scrollToTop();
    const wrong = await work();
    choose(0);
    if (wrong) say(wrong, true);
  });
  const entries: Entry[] = [
    { icon: "folder", text: w.open, id: "open-problems", key: w.openTitle, onClick: () => input.current?.click() },
    { icon: "problems", text: w.builtIn, disabled: suite.value?.kind === "classics", onClick: () => opened(openBuiltIn) },
    "-",
    { icon: "save", text: texts.training.save, id: "save-training",
      onClick: () => attempt(async () => download(await savedTraining(), "training.jsonl")) },
    { icon: "folder", text: texts.training.add, id: "add-training", onClick: () => attempts.current?.click() },
  ];
  return (
    <>
      <input ref={input} class="sr problems-file" type="file" accept=".csv,.pdn,.epd,.jsonl,.json,.txt" tabIndex={-1} aria-hidden="true" onChange={e => {
        const file = e.currentTarget.files?.[0];
        e.currentTarget.value = "";
        if (file) void opened(() => openOwn(file));
      }} />
      <input ref={attempts} class="sr training-file" type="file" accept=".jsonl" tabIndex={-1} aria-hidden="true" onChange={e => {
        const file = e.currentTarget.files?.[0];
        e.currentTarget.value = "";
        if (file) void attempt(async () => say(texts.training.added(await addTraining(file))));
      }} />
      <Menu icon="more" label={w.sets} entries={entries} />
    </>);
}
