import { effect, signal, untracked } from "@preact/signals";
import { isHuman, latest, match, other, type Side } from "./game";
import { jumped } from "./geometry";
import { sentences, texts } from "./i18n";
import type { Position } from "./messages";
import { speak } from "./speaker";
import { current, hint, view } from "./state";
import type { Place } from "./tree";

// What a screen reader says: the moves of a game, also those of a step, hints, and that a report is begun. Each text is a new element, so that the same text twice is read twice.
interface Announcement { text: string; number: number; ended?: Place }
const announcement = signal<Announcement>({ text: "", number: 0 });
export const announce = (text: string, ended?: Place) => {
  announcement.value = { text, number: announcement.peek().number + 1, ended };
  speak(text);
};

// announceAt says what has led to a place, and behind it how the game has ended there, and what can be done: of two texts at once a reader may drop one.
export const announceAt = (at: Place, text: string, over = "", next = "") =>
  over ? announce(`${text.replace(/\.$/, "")}. ${sentences(over)} ${next}`.trim(), at) : announce(text);

// endIsSaid reports whether the end of the game on the board was said with its last move. Then nobody else says it.
export const endIsSaid = () => !!announcement.value.ended && announcement.value.ended === current.value;

// clearAnnouncement takes away what was said: who reads the page to its end would find it as news.
export const clearAnnouncement = () => { announcement.value = { text: "", number: announcement.peek().number + 1 }; };
effect(() => {
  void view.value;
  untracked(clearAnnouncement);
});

effect(() => {
  const at = current.value, { ended } = announcement.peek();
  if (ended && ended !== at) clearAnnouncement(); // who comes back to the end reads it in the state of the board
});

export const Announcements = () => <div class="sr" id="spoken" role="status"><p key={announcement.value.number}>{announcement.value.text}</p></div>;

// movedTo says the move to a place. You makes it, or somebody else.
export function movedTo({ move, parent, position }: Place, you = false): string {
  const path = position?.last?.paths[0];
  return path ? moveSaid(move, path, parent?.position?.pieces[path[0] - 1], position.pieces[path.at(-1)! - 1], you) : move;
}

// moveSaid says a move: its squares, what it takes on the way, and whether a king moves or comes, by the piece before the move and after it.
export function moveSaid(move: string, path: number[], before: string | undefined, after: string, you = false): string {
  const taken = path.slice(1).map((to, i) => jumped(path[i], to)).filter(square => square);
  const king = !before ? "" : before !== after ? "comes" : after === after.toUpperCase() ? "moves" : "";
  return texts.play.moved(move, taken, king, you);
}

// announceMove says a move of the game.
function announceMove(at: Place, { turn, over }: Position) {
  if (!match.value) return;
  const side = other(turn as Side), { human } = match.value;
  const who = human === "Both" || human === "None" ? side : isHuman(side) ? "" : "Zonda";
  announceAt(at, texts.play.plays(who, movedTo(at, !who)), over, texts.play.reportOffered);
}

// The moves of a game are said as they come, and not again when the game is shown anew.
let lastPlace: Place | undefined;
effect(() => {
  const now = latest.value, from = lastPlace;
  lastPlace = now?.at;
  if (now?.at.parent && now.at.parent === from) untracked(() => announceMove(now.at, now.position));
});

// A hint in a game is said; that of a problem stands in its text.
effect(() => {
  const squares = hint.value, w = texts.play;
  if (squares.length) untracked(() => { if (view.value === "play") announce(w.hinted(squares)); });
});
