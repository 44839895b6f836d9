import { useEffect } from "preact/hooks";
import { dialogShown } from "./dialog";
import { texts } from "./i18n";
import { Icon } from "./icon";
import { ProblemLists } from "./problemlists";
import { solved, train } from "./solving";
import { attempt, greeting } from "./state";
import { problem } from "./suite";
import { ratingOf } from "./trainee";
import { allOpeners, isBack, skip, readTraining, theme, training } from "./training";

// Trainer is how the user stands, and what problems are asked.
export function Trainer() {
  const w = texts.training, t = training.value;
  useEffect(() => { void attempt(readTraining); }, []);
  if (!t) return <p class="quiet pad">{texts.problems.reading}</p>;
  const pass = () => attempt(async () => {
    if (problem.value && !solved.value) skip(problem.value.id);
    await train();
  });
  return (
    <div class="trainer">
      <div class="row head"><div class="grow"><div class="strong">{t.openers ? w.opener(allOpeners - t.openers, allOpeners) : levelText(t.rating)}</div>
        <div class="small sub" id="training-rating">{t.openers ? w.openers(allOpeners) : w.rating(t.rating, t.deviation)}</div></div>
        <div class="stat"><small>{texts.problems.alone}</small><b title={texts.problems.solvedOf(t.solved, t.tried)}>{t.solved}</b></div>
        <div class="stat"><small>{texts.problems.inRow}</small><b>{t.streak}</b></div>
        <ProblemLists /></div>
      <p class="row pad small" role="status" id="training-due">{dueText()}</p>
      <div class="row pad wrap" role="group" aria-label={w.themes}>
        {["", ...t.faults ? ["faults"] : [], ...t.themes.map(({ name }) => name)].map(name => <button key={name} class="pick" data-theme-name={name}
          aria-pressed={name === theme.value} onClick={() => { theme.value = name; void attempt(train); }}>
          {name ? w.theme(name) : w.anyTheme}</button>)}
      </div>
      <div class="row pad"><button class="btn s" id="pass" onClick={pass}><Icon name="arrow-right" />{w.another}</button>
        <button class="btn s" id="progress" onClick={() => { dialogShown.value = "progress"; }}><Icon name="report" />{w.progress}</button>
        <button class="btn s" id="squares" onClick={() => { dialogShown.value = "squares"; }}><Icon name="grid" />{w.squares}</button></div>
    </div>);
}

// levelText says in a word how strong a rating is: as the level of Play that is nearest.
function levelText(rating: number) {
  const steps = (greeting.value?.strengths ?? []).filter(s => s.level > 0), far = (elo: number) => Math.abs(ratingOf(elo) - rating);
  const near = steps.sort((a, b) => far(a.elo) - far(b.elo))[0];
  return near ? texts.training.like(near.level, texts.play.levelName(near.level, near.name)) : "";
}

// dueText says what comes back.
function dueText() {
  const w = texts.training, { due } = training.value!;
  return isBack.value ? w.isBack : due > 0 ? w.due(due) : w.nothingDue;
}
