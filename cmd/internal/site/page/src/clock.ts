import { clocks, isHuman, latest, match, other, turn, won, type Side } from "./game";
import { decimal, texts } from "./i18n";
import { ask } from "./server";
import { connect, standalone } from "./socket";
import { say } from "./state";
import { connection } from "./transport";
import { plyOf } from "./tree";

// clocksRun says whether the clocks run: from the user's first move on.
export function clocksRun(): boolean {
  const m = match.value, s = latest.value;
  if (!m || !s || m.moveTime || m.over) return false;
  const plies = plyOf(s.at) - m.opening, side = s.position.turn as Side, first = plies % 2 ? other(side) : side;
  return plies > (m.human === "Both" || first === m.human ? 0 : 1);
}

// pressClock adds what a move adds to a side's clock, and keeps what the clocks show then.
export function pressClock(side: Side) {
  const m = match.value, s = latest.value;
  if (!m || !s) return;
  if (clocksRun()) clocks.value = { ...clocks.value, [side]: clocks.value[side] + m.increment };
  match.value = { ...m, left: [...m.left.slice(0, plyOf(s.at) - m.opening + 1), clocks.value] };
}

// resumeClock goes on with what the clocks showed.
export function resumeClock(left?: Record<Side, number>) {
  if (left) clocks.value = left;
}

// Milliseconds. If more time passes between two ticks, the page was asleep. Browsers tick once a minute in a hidden page.
const tickEach = 100, sleepTime = 5000, sleepTimeHidden = 90_000;
let ticked = Date.now(), hidden = document.hidden; // the time of day goes on while the computer sleeps

// tick counts the time since it was called last. A person's clock runs on while the page sleeps, as a clock on a table does. The engine's
// clock stands, for its answer cannot come.
export function tick() {
  const m = match.value, side = turn(), now = Date.now(), passed = Math.max(0, now - ticked);
  const slept = passed >= (hidden ? sleepTimeHidden : sleepTime);
  ticked = now;
  hidden = document.hidden;
  if (slept) void checkConnection();
  if (!m || !side || !clocksRun() || latest.value?.position.over) return;
  if (slept) {
    const time = durationText(passed);
    say(isHuman(side) ? texts.play.clockRan(time) : texts.play.clockStood(time), false, false, "clock");
    if (!isHuman(side)) return;
  } else if (connection.value !== "open") return;
  const left = clocks.value[side] - passed;
  clocks.value = { ...clocks.value, [side]: Math.max(0, left) };
  if (left <= 0) {
    const winner = other(side), w = texts.play;
    outOfTime(slept ? w.flagAsleep(winner, side, durationText(passed)) : w.flag(winner, side), won(winner));
  }
}

// checkConnection connects again if the server does not answer: a connection may have died while the page slept, and look open. An engine
// in the page cannot be lost so, and may be busy.
const answerTime = 3000; // milliseconds
async function checkConnection() {
  if (standalone || connection.value !== "open") return;
  const answer = ask("hello", {}).then(() => true, () => true),
    late = new Promise<boolean>(done => setTimeout(() => done(false), answerTime));
  if (!await Promise.race([answer, late])) connect();
}

// startClock counts time from now on, and calls a function when a side has no time left. Time that passes while the page is left for
// another one does not count.
let outOfTime: (text: string, result: string) => void = () => {};
export function startClock(finish: typeof outOfTime) {
  outOfTime = finish;
  setInterval(tick, tickEach);
  addEventListener("pageshow", () => { ticked = Date.now(); });
}

// durationText says how long something took.
function durationText(ms: number): string {
  const minutes = Math.round(ms / 60e3);
  return minutes < 2 ? texts.play.seconds(Math.round(ms / 1000)) : texts.play.minutes(minutes);
}

const showTenths = 10e3; // milliseconds below which a clock shows tenths of a second
export const lowTime = 20e3; // and below which it is red

export function clockText(ms: number): string {
  if (ms < showTenths) return decimal((Math.floor(ms / 100) / 10).toFixed(1));
  const s = Math.ceil(ms / 1000);
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}
