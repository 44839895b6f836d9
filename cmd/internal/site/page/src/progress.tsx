import { useEffect, useState } from "preact/hooks";
import { Stepper } from "./controls";
import { Dialog, dialogShown } from "./dialog";
import { texts } from "./i18n";
import { Icon, type IconName } from "./icon";
import type { Answered, Learned, LearnedDay } from "./messages";
import { prefer, preferences } from "./preferences";
import { ask } from "./server";
import { choose } from "./solving";
import { attempt } from "./state";
import { setTrained } from "./suite";
import { trainee } from "./trainee";

const goals = [5, 10, 15, 20, 30, 50]; // problems a day

// Progress is what the user has learned: the goal of the day, the rating, themes, and the problems that were answered.
export function Progress() {
  const w = texts.training, [l, setLearned] = useState<Learned | null>(null), { goal } = preferences.value;
  useEffect(() => void attempt(async () => setLearned(await ask("progress", trainee()))), []);
  const close = () => { dialogShown.value = ""; };
  return (
    <Dialog title={w.progress} class="learned" close={close}>
      {l && <>
        <div class="row wrap"><b class="grow" id="today">{w.today(l.today, goal)}</b>
          <span class="sub small">{w.goal}</span><Stepper id="goal" label={w.goal} values={goals} value={goal} onChange={n => prefer({ goal: n })} /></div>
        <div class="bar"><i style={{ width: `${Math.min(100, 100 * l.today / goal)}%` }} /></div>
        <p class="small sub" id="learned-row">{[w.daysInRow(l.row), w.tomorrow(l.tomorrow)].join(" ")}</p>
        {l.days.length > 0 ? <>
          <h3>{w.byDay}</h3><Days days={l.days.slice(-maxDays)} />
          <h3>{w.byTheme}</h3>
          <dl class="themes">{l.themes.map(t => <div key={t.name}><dt>{w.theme(t.name)}</dt>
            <dd><span class="bar"><i style={{ width: `${100 * t.solved / t.tried}%` }} /></span><span class="num-t">{w.of(t.solved, t.tried)}</span></dd></div>)}</dl>
          <h3>{w.history}</h3>
          <ul class="answers">{l.history.map((a, i) => <Answer key={i} a={a} close={close} />)}</ul>
        </> : <p class="quiet">{w.nothing}</p>}
      </>}
    </Dialog>);
}

const dateOf = (date: string | number) => new Date(date).toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "short" });
const maxDays = 60, width = 420, top = 12, height = 90, foot = 34; // of the chart: the line of the rating, and bars of what was solved below

// Days shows the rating at the end of each day with answers, and how many were solved.
function Days({ days }: { days: LearnedDay[] }) {
  const w = texts.training, ratings = days.map(d => d.rating), [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const step = width / Math.max(days.length, 7), x = (i: number) => (i + 0.5) * step, most = Math.max(...days.map(d => d.tried));
  const y = (rating: number) => high === low ? top + height / 2 : top + height * (high - rating) / (high - low);
  const bar = (n: number) => foot * n / most, bottom = top + height + 12 + foot;
  return (
    <svg class="days" viewBox={`0 0 ${width} ${bottom + 16}`} role="img" aria-label={w.chart(days.length, Math.round(ratings[0]), Math.round(ratings.at(-1)!))}>
      <path class="line" d={days.map((d, i) => `${i ? "L" : "M"}${x(i)} ${y(d.rating)}`).join("")} />
      {days.map((d, i) => <g key={d.date}><title>{`${dateOf(d.date)}: ${Math.round(d.rating)}, ${w.of(d.solved, d.tried)}`}</title>
        <circle cx={x(i)} cy={y(d.rating)} r="3.5" />
        <rect class="tried" x={x(i) - step * 0.35} width={step * 0.7} y={bottom - bar(d.tried)} height={bar(d.tried)} />
        <rect class="solved" x={x(i) - step * 0.35} width={step * 0.7} y={bottom - bar(d.solved)} height={bar(d.solved)} /></g>)}
      <text x={width} y={top - 2} text-anchor="end">{Math.round(high)}</text>
      {high !== low && <text x={width} y={top + height + 8} text-anchor="end">{Math.round(low)}</text>}
      <text x="0" y={bottom + 13}>{dateOf(days[0].date)}</text>
      {days.length > 1 && <text x={x(days.length - 1)} y={bottom + 13} text-anchor="middle">{dateOf(days.at(-1)!.date)}</text>}
    </svg>);
}

const marks: Record<string, readonly [icon: IconName, kind: string, how: "alone" | "helped" | "wrong"]> = {
  1: ["check", "gp", "alone"], 0.5: ["undo", "g2", "helped"], 0: ["cross", "g3", "wrong"],
};

// Answer is a problem that was answered, for another look.
function Answer({ a, close }: { a: Answered; close: () => void }) {
  const w = texts.training, [icon, kind, how] = marks[a.score], name = a.theme ? w.theme(a.theme) : w.other;
  const look = () => attempt(async () => {
    const found = await ask("exercise", { ...trainee(), card: a.card });
    close();
    setTrained("train", texts.problems.panels.train, found.problems);
    choose(0);
  });
  return (
    <li><span class={kind} role="img" aria-label={w.how[how]} title={w.how[how]}><Icon name={icon} size="s" /></span>
      <span class="grow">{name}{a.rating > 0 && <small class="sub"> {texts.problems.rated(a.rating)}</small>}</span>
      <small class="sub num-t">{dateOf(a.time)}</small>
      {a.again && <button class="btn s" onClick={look}>{w.lookAgain}</button>}</li>);
}
