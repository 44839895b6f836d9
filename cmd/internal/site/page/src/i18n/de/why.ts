import type { Texts } from "../en";
import { groups, known } from "../format";

const grouped = groups("de");

const turns = (n: number) => n === 1 ? "einem Zug" : `${grouped(n)} Zügen`;
const stones = (n: number) => n === 1 ? "einen Stein" : `${grouped(n)} Steine`;
const crowned = (n: number) => n === 1 ? "eine Dame" : `${grouped(n)} Damen`;

// pieces counts men and kings. Below 0 a kind was won: then the pieces are counted together.
export function pieces(men: number, kings: number): string {
  if (men < 0 || kings < 0) return stones(men + kings);
  return [men && stones(men), kings && crowned(kings)].filter(text => text).join(" und ");
}

const listed = (texts: string[]) => texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} und ${texts.at(-1)}`;

// why explains endings.
export const why: Texts["why"] = {
  ask: "Dieses Endspiel erklären", asking: "Die Tabellen werden gefragt…", add: "Diese Züge der Partie hinzufügen",
  listed, squares: (squares: number[]) => listed(squares.map(String)),
  natural: (move: string) => `${move} sieht natürlich aus und`, allNatural: (moves: string) => `${moves} sehen natürlich aus.`,
  throws: (answers: string, n: number) => `verschenkt den Gewinn: ${answers} ${n === 1 ? "hält" : "halten"} remis.`,
  wins: (answers: string, n: number) => `${answers} ${n === 1 ? "gewinnt" : "gewinnen"}.`,
  answers: (n: number) => `${grouped(n)} Antworten`,
  gives: (men: number, kings: number) => `gibt ${pieces(men, kings)} her:`,
  loses: (moves: number) => moves ? `verliert in ${turns(moves)}:` : "verliert:",
  trapped: (side: string) => ` – und kein Zug von ${side} ist sicher.`, blocked: (side: string) => ` – und ${side} kann nicht ziehen.`,
  fallen: (side: string, men: number, kings: number) => ` – und ${side} hat ${pieces(men, kings)} verloren.`,
  value: (side: string, result: string, least: number, most: number) =>
    `${side} ${known({ win: "gewinnt", draw: "hält remis", loss: "verliert" }, result)}${!least ? "" : most > least ? ` in ${least} bis ${most} Zügen`
      : `${most ? "" : " bestenfalls"} in ${turns(least)}`}`,
  alone: (side: string) => `${side}.`, forced: (side: string, move: string) => `${side}: ${move} ist erzwungen.`,
  every: (side: string) => `${side} mit jedem Zug.`,
  onlyGifts: (side: string, keeping: number, all: number) => `${side} mit ${keeping} von ${grouped(all)} Zügen: Nur ein Geschenk verliert.`,
  kept: (side: string, keeping: number, all: number, moves: string) =>
    `${side} mit ${keeping === 1 ? "einem" : keeping} von ${grouped(all)} Zügen${moves && `: ${moves}`}.`,
  path: (side: string, only: number) => `Der schmale Weg von ${side}${only > 1 ? `, mit ${only} einzigen Zügen hintereinander` : ""}:`,
  ends: { wide: "Dann halten mehr als drei Züge.", repeats: "Dann wiederholt es sich.", long: "Und so weiter." },
  post: (other: string, there: string, side: string, here: string) => `Steht ${other} auf ${there}, gehört ${side} auf ${here}.`,
  plan: (result: string) => result === "loss" ? "So geht es verloren:" : "Der Plan:",
  theme: (move: string, names: string) => `Das Motiv von ${move}: ${names}.`,
  steps: (texts: string[], more: boolean) => `${texts.join(", ")}${more ? " und so weiter" : ""}.`,
  stage: (text: string, move: number, moves: string) => `${text} im ${move}. Zug (${moves})`,
  stages: {
    exchange: () => "ein Abtausch", crown: (side: string) => `${side} macht eine Dame`,
    capture: (side: string, n: number) => `${side} schlägt ${stones(n)}`, sacrifice: (side: string, n: number) => `${side} opfert ${stones(n)}`,
  },
  passed: (side: string, result: string) =>
    `Wäre die andere Seite am Zug, ${known({ win: `gewänne ${side}`, draw: `hielte ${side} remis`, loss: `verlöre ${side}` }, result)}.`,
  gifts: (moves: string, n: number) => `${moves} ${n === 1 ? "gibt" : "geben"} einen Stein her.`,
  others: (moves: string, n: number, result: string) =>
    `${moves} ${result === "draw" ? `${n === 1 ? "hält" : "halten"} nur remis` : n === 1 ? "verliert" : "verlieren"}.`,
};
