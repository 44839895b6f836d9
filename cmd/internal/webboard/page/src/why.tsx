import { signal } from "@preact/signals";
import { useAnswer } from "./explorer";
import type { Explanation, Mistake, Path, Stage } from "./messages";
import { movesOf, shown } from "./score";
import { addLine, current, go, history } from "./state";
import { ask } from "./server";
import { words } from "./words";

const asked = signal(false);
const mostNamed = 4, mostStages = 5;

// Why says what keeps the value of an ending and what throws it away. Nothing is asked before the reader opens it.
export function Why() {
  return (
    <details id="why" class="why" open={asked.value} onToggle={event => { asked.value = event.currentTarget.open; }}>
      <summary>{words.why.ask}</summary>
      {asked.value && <Answer />}</details>);
}

function Answer() {
  const told = useAnswer<Explanation>(() => ask("explain", history())), w = words.why;
  if (!told) return <p class="quiet" role="status">{w.asking}</p>;
  const { mistakes, path, stages, turn, result, passed, themes, moves } = told;
  const quiet = mistakes.filter(m => !m.natural), gifts = quiet.filter(m => m.gift), rest = quiet.filter(m => !m.gift);
  return (
    <div aria-live="polite">
      {mistakes.filter(m => m.natural).map(m => <p key={m.move} class="slip"><Slip told={m} turn={turn} /></p>)}
      <p>{kept(told)}</p>
      {themes.length > 0 && <p>{w.theme(shown(moves[0].move), w.listed(themes.map(words.training.theme)))}</p>}
      {path && <Narrow path={path} />}
      {stages.length > 1 && <p>{w.plan(result)} {plan(stages)}</p>}
      {passed && passed !== result && <p>{w.passed(turn, passed)}</p>}
      {gifts.length > 0 && <p>{w.gifts(names(gifts), gifts.length)}</p>}
      <Rest told={rest.filter(m => m.result === "draw")} /><Rest told={rest.filter(m => m.result === "loss")} />
    </div>);
}

// Rest names moves that throw the value away, of one result.
function Rest({ told }: { told: Mistake[] }) {
  return told.length > 0 && <p>{words.why.others(names(told), told.length, told[0].result)}</p>;
}

const names = (moves: { move: string }[]) => words.why.listed(moves.map(m => shown(m.move)));

// Moves are moves from here that a press adds to the game.
function Moves({ moves, text = moves.map(shown).join(" ") }: { moves: string[]; text?: string }) {
  return <button class="moves" title={words.why.add} onClick={() => go(addLine(current.value, moves)[0])}>{text}</button>;
}

// Slip says how a mistake that looks natural loses, or what throws its win away.
function Slip({ told: { move, result, plies, replies, line, end, men, kings, gift, stages }, turn }: { told: Mistake; turn: string }) {
  const w = words.why, looks = w.natural(shown(move));
  const answers = replies.length > mostNamed ? w.answers(replies.length) : w.listed(replies.map(shown));
  if (result === "draw") return <>{looks} {w.throws(answers, replies.length)}</>;
  const loses = `${looks} ${gift ? w.gives(men, kings) : w.loses(movesOf(plies))}`;
  if (line.length) {
    const last = end === "trapped" ? w.trapped(turn) : end === "blocked" ? w.blocked(turn) : gift ? "" : w.fallen(turn, men, kings);
    return <>{loses} <Moves moves={line} />{last && ` ${last}`}</>;
  }
  return <>{loses} {stages.length > 1 ? plan(stages) : w.wins(answers, replies.length)}</>;
}

// kept says how many moves keep the value.
function kept({ turn, result, plies, moves, keeping, mistakes }: Explanation): string {
  const w = words.why, side = w.value(turn, result, movesOf(plies));
  if (result === "loss" || !moves.length) return w.alone(side);
  if (moves.length === 1) return w.forced(side, shown(moves[0].move));
  if (keeping === moves.length) return w.every(side);
  if (keeping > 1 && mistakes.every(m => m.gift)) return w.onlyGifts(side, keeping, moves.length);
  return w.kept(side, keeping, moves.length, keeping > mostNamed ? "" : names(moves.slice(0, keeping)));
}

// Narrow is the path on which a draw hangs. Only moves are marked, and other moves that hold stand in brackets.
function Narrow({ path: { side, steps, only, end, posts } }: { path: Path }) {
  const w = words.why, other = side === "Black" ? "White" : "Black";
  const texts = steps.map(({ move, own, keeping, legal, others }) =>
    shown(move) + (own && keeping === 1 && legal > 1 ? "!" : others.length ? ` (${others.map(shown).join(", ")})` : ""));
  return (
    <>
      <p>{w.path(side, only)} <Moves moves={steps.map(step => step.move)} text={texts.join(" ")} /> {w.ends[end]}</p>
      {posts.length > 0 && <p>{posts.map(post => w.post(other, w.squares(post.attacker), side, w.squares(post.own))).join(" ")}</p>}
    </>);
}

// plan tells the steps on the way to the end.
function plan(stages: Stage[]): string {
  const w = words.why, steps = stages.filter(stage => stage.kind !== "end");
  const texts = steps.slice(0, mostStages).map(({ kind, side, ply, moves, taken, given }) =>
    w.stage(w.stages[kind](side, Math.abs(taken - given)), movesOf(ply), shown(moves)));
  return w.steps(texts, steps.length > mostStages);
}
