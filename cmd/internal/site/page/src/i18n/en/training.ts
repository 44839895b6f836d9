import { groups } from "../format";

const grouped = groups("en");

// The texts of the trainer.
export const training = {
  like: (level: number, name: string) => `Like level ${level}, ${name}`,
  rating: (rating: number, deviation: number) => `Rating ${rating}, give or take ${deviation}`,
  changed: (change: number, rating: number) =>
    change > 0 ? `+${grouped(change)}: your rating is ${rating}.` : change < 0 ? `−${grouped(-change)}: ${rating}` : `Your rating stays at ${rating}.`,
  opener: (done: number, all: number) => done ? `Question ${grouped(done)} of ${grouped(all)} is done.` : "Welcome",
  openers: (all: number) => `${grouped(all)} questions, from easy to hard, find where you start.`,
  starts: (rating: number) => `You start at ${rating}.`,
  comesBack: (days: number) => `The problem comes back ${days === 1 ? "tomorrow" : `in ${days} days`}.`,
  isBack: "This one comes back.",
  due: (n: number) => n === 1 ? "One mistake comes back today." : `${grouped(n)} mistakes come back today.`,
  nothingDue: "Mistakes come back after days. None is due.",
  progress: "Progress", goal: "Goal a day", today: (n: number, goal: number) => `${grouped(n)} of ${grouped(goal)} today`,
  daysInRow: (n: number) => n === 0 ? "No day in a row yet." : n === 1 ? "One day in a row." : `${grouped(n)} days in a row.`,
  tomorrow: (n: number) => n === 0 ? "Nothing comes back tomorrow." : n === 1 ? "One problem comes back tomorrow." : `${grouped(n)} problems come back tomorrow.`,
  byDay: "Rating and problems by day", byTheme: "Solved by theme", history: "The last problems", nothing: "Solve a problem: what you have learned is shown here.",
  of: (n: number, all: number) => `${grouped(n)} of ${grouped(all)}`, lookAgain: "Look again", other: "Lesson or opening",
  how: { alone: "solved", helped: "with a hint", wrong: "not solved" },
  chart: (days: number, first: number, last: number) => `${grouped(days)} days with problems; the rating was ${grouped(first)} and is ${grouped(last)}`,
  themes: "Theme", anyTheme: "Any theme",
  theme: (name: string) => name === "other" ? "Endings" : name === "faults" ? "Your own faults" : name[0].toUpperCase() + name.slice(1).replaceAll("-", " "),
  another: "Another problem",
  none: "No more of this kind today.",
  save: "Save my answers", add: "Add saved answers…",
  added: (n: number) => n === 0 ? "Nothing was new." : n === 1 ? "One answer was added." : `${grouped(n)} answers were added.`,
  again: "again today", until: (result: string): string => result === "win" ? "Play until a piece is won." : "Hold it for eight moves, or until a position has come three times.",
  deck: "Openings", decks: { "3move": "Three-move", "2move": "Two-move", "11man": "Eleven-man" } as Record<string, string>,
  ballot: "Opening", side: "Your side",
  moves: (known: number, all: number, due: number) => `${grouped(known)} of ${grouped(all)} moves known${due ? `, ${grouped(due)} come back today` : ""}`,
  tree: "Show the tree", noBook: "The book has no move for this side here.",
  asked: "That was all for today. Mistakes come back tomorrow.",
  orElse: (move: string) => `or ${move}`, prefer: "As good: play it from now on", loses: (moves: string[]) => moves.length ? `${moves.join(", ")} loses` : "",
  states: { new: "", due: "again today", later: "comes back", known: "known" } as Record<string, string>,
};
