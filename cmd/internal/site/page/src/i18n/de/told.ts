import type { Lesson } from "../../messages";
import { crossed, known, throwsAwayWin, getsBetterGame } from "../format";
import { pieces } from "./why";

const numbers = ["keinen", "einen", "zwei", "drei", "vier", "fünf", "sechs"];
const number = (n: number) => numbers[n] ?? String(n);
const man = (hundredths: number) => (hundredths / 100).toFixed(1).replace(".", ",");
const capital = (text: string) => text[0].toUpperCase() + text.slice(1);

// lost counts the pieces that are lost or could be won.
const lost = ({ men, kings }: Lesson) => men + kings <= 0 || men < 0 || kings < 0 ? pieces(Math.max(1, men + kings), 0) : pieces(men, kings);

// captures tells the captures that a line begins with, the first one by the side other, or the moves of a line that begins with another gift.
function captures(side: string, other: string, line: string[]): string {
  const end = line.findIndex(move => !move.includes("×"));
  return end === 0 ? line.join(" ") : line.slice(0, end < 0 ? line.length : end).map((move, i) => `${i % 2 ? side : other} schlägt ${move}`).join(", ");
}

// told says what is wrong with a fault, in one sentence.
export function told(of: Lesson): string {
  const l = crossed(of), { side, line: [fault, ...after], better, better_line: instead, crowned } = l, other = side === "Black" ? "White" : "Black";
  const ratio = `${number(l.taken)} für ${number(l.given)}`, crowns = crowned ? `, und ${other} macht auf ${crowned} eine Dame` : "";
  switch (l.kind) {
    case "jump": return `${fault} läuft in einen Schlag: ${other} schlägt ${after[0]}${crowns}.`;
    case "exchange": return after.some(move => !move.includes("×"))
      ? `${fault} verliert ${lost(l)}: ${after.join(" ")}, ${ratio}${crowns}.`
      : `${fault} verliert ${lost(l)} durch einen Abtausch: ${captures(side, other, after)}, ${ratio}${crowns}.`;
    case "shot": return `${fault} erlaubt eine Kombination: ${other} gibt mit ${after[0]} her, ${side} muss mit ${after[1]} schlagen, und dann: `
      + `${captures(side, other, after.slice(2))}, ${ratio}${crowns}.`;
    case "attack": return `${fault} lässt ${other} mit ${after[0]} angreifen, und der Stein auf ${l.square} ist nicht zu retten${crowns}.`;
    case "choice": return `${l.captures} Schläge standen zur Wahl: ${better} ist ${lost(l)} mehr wert.`;
    case "gain": return `${side} konnte ${lost(l)} gewinnen: ${instead.join(" ")}.`;
    case "king": return `${side} konnte eine Dame machen: ${better}.`;
    case "falls": return `${capital(lost(l))} kann ${side} nicht halten: ${after.join(" ")}${crowns}.`;
    case "through": return `${fault} lässt einen Stein zur Dame durch: ${after.join(" ")}${crowns}.`;
    case "result": return `${known({
      "win draw": "Aus dem Gewinn ist ein Remis geworden", "win loss": "Aus dem Gewinn ist ein Verlust geworden",
      "draw loss": "Aus dem Remis ist ein Verlust geworden", "win unknown": "Der Gewinn ist nicht mehr sicher", "unknown loss": "Die Partie ist jetzt verloren",
    }, `${l.was} ${l.now}`)}: ${better} ${known({ win: "gewinnt", draw: "hält remis" }, l.was) || "war besser"}.`;
    case "slower": return `Der Gewinn dauert länger: ${better} war besser.`;
  }
  if (throwsAwayWin(l)) return `Es verschenkt den Gewinn: ${better} hält ihn fest.`;
  return getsBetterGame(l) ? `${other} steht besser, um ${man(l.ahead_cp)} Steine: ${better} war besser.`
    : `Es kostet ${man(l.lost_cp)} Steine: ${better} war besser.`;
}
