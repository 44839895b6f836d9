import type { Lesson } from "../../messages";
import { crossed, known, throwsAwayWin, getsBetterGame } from "../format";
import { pieces } from "./why";

const numbers = ["none", "one", "two", "three", "four", "five", "six"];
const number = (n: number) => numbers[n] ?? String(n);
const man = (hundredths: number) => (hundredths / 100).toFixed(1);
const capital = (text: string) => text[0].toUpperCase() + text.slice(1);

// lost counts the pieces that are lost or could be won.
const lost = ({ men, kings }: Lesson) => men + kings <= 0 || men < 0 || kings < 0 ? some(Math.max(1, men + kings)) : pieces(men, kings);
const some = (n: number) => n === 1 ? "a piece" : `${number(n)} pieces`;

// captures tells the captures that a line begins with, the first one by the side other, or the moves of a line that begins with another gift.
function captures(side: string, other: string, line: string[]): string {
  const end = line.findIndex(move => !move.includes("×"));
  return end === 0 ? line.join(" ") : line.slice(0, end < 0 ? line.length : end).map((move, i) => `${i % 2 ? side : other} takes ${move}`).join(", ");
}

// told says what is wrong with a fault, in one sentence: that of Go's package prose.
export function told(of: Lesson): string {
  const l = crossed(of), { side, line: [fault, ...after], better, better_line: instead, crowned } = l, other = side === "Black" ? "White" : "Black";
  const ratio = `${number(l.taken)} for ${number(l.given)}`, crowns = (who: string) => crowned ? `${who} crowns on ${crowned}` : "";
  switch (l.kind) {
    case "jump": return `${fault} steps into a jump: ${other} takes ${after[0]}${crowns(" and")}.`;
    case "exchange": return after.some(move => !move.includes("×"))
      ? `${fault} loses ${lost(l)}: ${after.join(" ")}, ${ratio}${crowns(`, and ${other}`)}.`
      : `${fault} loses ${lost(l)} by an exchange: ${captures(side, other, after)}, ${ratio}${crowns(`, and ${other}`)}.`;
    case "shot": return `${fault} allows a shot: ${other} gives ${after[0]}, ${side} must take ${after[1]}, and then `
      + `${captures(side, other, after.slice(2))}, ${ratio}${crowns(`, and ${other}`)}.`;
    case "attack": return `${fault} lets ${other} attack with ${after[0]}, and the piece on ${l.square} cannot be saved${crowns(`, and ${other}`)}.`;
    case "choice": return `${l.captures} captures could be chosen: ${better} is worth ${lost(l)} more.`;
    case "gain": return `${side} could win ${lost(l)}: ${instead.join(" ")}.`;
    case "king": return `${side} could make a king: ${better}.`;
    case "falls": return `${capital(lost(l))} cannot be held: ${after.join(" ")}${crowns(`, and ${other}`)}.`;
    case "through": return `${fault} lets a king through: ${after.join(" ")}, and ${other} crowns on ${crowned}.`;
    case "result": return `${known({
      "win draw": "The win is a draw now", "win loss": "The win is a loss now", "draw loss": "The draw is a loss now",
      "win unknown": "The win is in doubt now", "unknown loss": "The game is lost now",
    }, `${l.was} ${l.now}`)}: ${better} ${known({ win: "wins", draw: "draws" }, l.was) || "was better"}.`;
    case "slower": return `The win takes longer: ${better} was better.`;
  }
  if (throwsAwayWin(l)) return `It throws away the win: ${better} keeps it.`;
  return getsBetterGame(l) ? `${other} gets the better game, by ${man(l.ahead_cp)} of a man: ${better} was better.`
    : `It costs ${man(l.lost_cp)} of a man: ${better} was better.`;
}
