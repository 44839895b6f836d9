import { effect } from "@preact/signals";
import { clocks, match, type Match } from "./game";
import { preferences } from "./preferences";

// Sounds are made by the browser. They are off until the user switches them on, and a browser makes none before the first press.
let context: AudioContext | undefined;

function ready(): AudioContext | undefined {
  if (!preferences.value.sound || !globalThis.AudioContext) return undefined;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

// tone lets a wave ring and fade; times are in seconds.
function tone(c: AudioContext, type: OscillatorType, frequency: number, at: number, length: number, loudness: number) {
  const wave = c.createOscillator(), volume = c.createGain();
  wave.type = type;
  wave.frequency.setValueAtTime(frequency, at);
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loudness, at + 0.002);
  volume.gain.exponentialRampToValueAtTime(0.001, at + length);
  wave.connect(volume).connect(c.destination);
  wave.start(at);
  wave.stop(at + length);
}

// knock is a short wooden click: a low body and a bright edge.
function knock(c: AudioContext, at: number) {
  tone(c, "triangle", 310, at, 0.09, 0.5);
  tone(c, "square", 1250, at, 0.025, 0.12);
}

// clicks makes a click for a step, or one for each jump; each is heard when its square is reached, after as many milliseconds.
export function clicks(times: number[]) {
  const c = ready(), now = c?.currentTime ?? 0;
  for (const time of times) if (c) knock(c, now + time / 1000);
}

// tick is heard in the last ten seconds of a clock.
function tick() {
  const c = ready();
  if (c) tone(c, "square", 900, c.currentTime, 0.02, 0.1);
}

// ending is heard at the end of a game: two low tones.
export function ending() {
  const c = ready();
  if (!c) return;
  tone(c, "sine", 196, c.currentTime + 0.25, 0.5, 0.4);
  tone(c, "sine", 131, c.currentTime + 0.55, 0.8, 0.4);
}

// The end of a game against the engine is heard, and the last seconds of the user's clock.
let game: Match | null = null, seconds = 0;
effect(() => {
  const now = match.value, side = now?.human === "White" ? "White" : "Black",
    left = now && !now.moveTime ? Math.ceil(clocks.value[side] / 1000) : 0;
  const lastSeconds = 10;
  if (game && !game.over && now?.over) ending();
  else if (now && !now.over && seconds - left === 1 && left < lastSeconds) tick();
  [game, seconds] = [now, left];
});
