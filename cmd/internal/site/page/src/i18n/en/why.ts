import { groups, known } from "../format";

const grouped = groups("en");

const counted = (n: number, one: string) => `${grouped(n)} ${n === 1 ? one : `${one}s`}`;
const some = (n: number, one: string, many = `${one}s`) => n === 1 ? `a ${one}` : `${grouped(n)} ${many}`;

// pieces counts men and kings. Below 0 a kind was won: then the pieces are counted together.
export function pieces(men: number, kings: number): string {
  if (men < 0 || kings < 0) return some(men + kings, "piece");
  return [men && some(men, "man", "men"), kings && some(kings, "king")].filter(text => text).join(" and ");
}

const listed = (texts: string[]) => texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;

// why explains endings.
export const why = {
  ask: "Explain this ending", asking: "Asking the tables…", add: "Add these moves to the game",
  listed, squares: (squares: number[]) => listed(squares.map(String)),
  natural: (move: string) => `${move} looks natural and`, allNatural: (moves: string) => `${moves} look natural.`,
  throws: (answers: string, n: number) => `throws the win away: ${answers} ${n === 1 ? "alone draws" : "draw"}.`,
  wins: (answers: string, n: number) => `${answers} ${n === 1 ? "alone wins" : "win"}.`,
  answers: (n: number) => `${grouped(n)} answers`,
  gives: (men: number, kings: number) => `gives ${pieces(men, kings)} away:`,
  loses: (moves: number) => moves ? `loses in ${counted(moves, "move")}:` : "loses:",
  trapped: (side: string) => ` – and no move of ${side} is safe.`, blocked: (side: string) => ` – and ${side} cannot move.`,
  fallen: (side: string, men: number, kings: number) => ` – and ${side} has lost ${pieces(men, kings)}.`,
  // The moves that keep a win may need different numbers of moves to the end; most is 0 if some of them are not known.
  value: (side: string, result: string, least: number, most: number) =>
    `${side} ${known({ win: "wins", draw: "draws", loss: "loses" }, result)}${!least ? "" : most > least ? ` in ${least} to ${most} moves`
      : ` in ${counted(least, "move")}${most ? "" : " at best"}`}`,
  alone: (side: string) => `${side}.`, forced: (side: string, move: string) => `${side}: ${move} is forced.`,
  every: (side: string) => `${side} with every move.`,
  onlyGifts: (side: string, keeping: number, all: number) => `${side} with ${keeping} of ${grouped(all)} moves: only a gift loses.`,
  kept: (side: string, keeping: number, all: number, moves: string) =>
    `${side} with ${keeping === 1 ? "one" : keeping} of ${grouped(all)} moves${moves && `: ${moves}`}.`,
  path: (side: string, only: number) => `The narrow path of ${side}${only > 1 ? `, with ${only} only moves in a row` : ""}:`,
  ends: { wide: "Then more than three moves hold.", repeats: "Then it repeats.", long: "And so on." } as Record<string, string>,
  post: (other: string, there: string, side: string, here: string) => `With ${other} on ${there}, ${side} belongs on ${here}.`,
  plan: (result: string): string => result === "loss" ? "How it is lost:" : "The plan:",
  theme: (move: string, names: string) => `The theme of ${move}: ${names.toLowerCase()}.`,
  steps: (texts: string[], more: boolean) => `${texts.join(", ")}${more ? ", and so on" : ""}.`,
  stage: (text: string, move: number, moves: string) => `${text} in move ${move} (${moves})`,
  stages: {
    exchange: () => "an exchange", crown: side => `${side} crowns`,
    capture: (side, n) => `${side} takes ${some(n, "piece")}`, sacrifice: (side, n) => `${side} gives ${some(n, "piece")}`,
  } as Record<string, (side: string, pieces: number) => string>,
  passed: (side: string, result: string) =>
    `If it were the other side's move, ${side} ${known({ win: "would win", draw: "would draw", loss: "would lose" }, result)}.`,
  gifts: (moves: string, n: number) => `${moves} ${n === 1 ? "gives" : "give"} a piece away.`,
  others: (moves: string, n: number, result: string) =>
    `${moves} ${result === "draw" ? n === 1 ? "only draws" : "only draw" : n === 1 ? "loses" : "lose"}.`,
};
