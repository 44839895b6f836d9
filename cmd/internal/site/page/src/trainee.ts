import type { Trainee } from "./messages";
import { preferences } from "./preferences";
import { greeting } from "./state";

const weakest = 600; // the rating of the weakest level
export const ratingOf = (elo: number) => weakest + elo;

// trainee is the user before the first attempt, as strong as the level chosen in Play, and how far the user's clock is ahead of UTC.
export function trainee(): Trainee {
  const chosen = greeting.value?.strengths.find(s => s.level === preferences.value.game.level);
  return { guess: ratingOf(chosen?.elo ?? 0), zone: -new Date().getTimezoneOffset() };
}
