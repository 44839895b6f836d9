import { signal } from "@preact/signals";
import type { Conditions } from "./game";
import { browserHome } from "./home";
import type { NumberPlace } from "./marks";
import type { View } from "./state";
import { load, update } from "./store";

// What the user prefers.
export interface Preferences {
  theme: "auto" | "light" | "dark";
  board: "tournament" | "walnut" | "slate";
  pieces: "black" | "red"; // the colour of the side that is called Black
  motion: "usual" | "calm" | "none"; // how pieces move
  sound: boolean;
  speech: boolean; // moves are spoken
  confirm: boolean; // in a game against the engine, a move is made with a second press on its last square
  numbers: NumberPlace;
  arrows: boolean;
  must: boolean; // pieces that must capture are marked
  language: "auto" | "en" | "de"; // auto is that of the browser
  faults: "none" | "quarter" | "half" | "all"; // the share of own faults in the training
  goal: number; // problems a day
  row: number; // the longest row of squares that were found
  hints: View[]; // views that a new user has not seen yet
  evaluation: boolean; // is shown in a game against the engine
  played: string; // the file in which finished games are kept
  multiPV: number;
  split: number; // the share of the side that stands below the moves, in percent; 0 is as the page places it
  turning: boolean; // two people play, and the board turns to the one whose turn it is
  game: Conditions; // those that were chosen last
  options: Record<string, string>;
}
export const defaults: Preferences = {
  theme: "auto", board: "tournament", pieces: "black", motion: "usual", sound: false, speech: false, confirm: false, numbers: "inside", arrows: true,
  must: true, language: "auto", faults: "half", goal: 10, row: 0, hints: [], evaluation: false, played: "played.pdn", multiPV: 3, split: 0, turning: false,
  game: { side: "Black", minutes: 0, seconds: 0, opening: "start", level: 3 }, options: {},
};
export const preferences = signal<Preferences>(defaults);

// prefer changes preferences, and keeps them.
export function prefer(change: Partial<Preferences>) {
  preferences.value = { ...preferences.value, ...change };
  update("settings", before => ({ ...before as Partial<Preferences>, ...change }));
}

// restore takes preferences as they were kept, and the defaults for those that are missing or do not fit.
function restore(value: Partial<Preferences>) {
  const fits = (key: keyof Preferences) => key in value && typeof value[key] === typeof defaults[key] && value[key] !== null;
  const keys = (Object.keys(defaults) as (keyof Preferences)[]).filter(fits);
  if (!keys.length && Object.keys(value).length) throw new Error("no settings");
  const fitting = { ...defaults, ...Object.fromEntries(keys.map(key => [key, value[key]])) };
  preferences.value = { ...fitting, game: { ...defaults.game, ...fitting.game } };
}

// loadPreferences reads the preferences, and reports whether there were none.
export const loadPreferences = () => load("settings", restore);

// startPreferences follows another page of this browser that changes them.
export function startPreferences() {
  browserHome?.onChange(name => { if (name === "settings") void loadPreferences(); });
}
