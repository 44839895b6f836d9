// The texts of the trainer.
const themes: Record<string, string> = {
  shot: "Shot", steal: "Steal", exchange: "Exchange", pitch: "Pitch", breakthrough: "Breakthrough", breeches: "Breeches", bridge: "Bridge",
  "dog-hole": "Dog hole", "trapped-king": "Trapped king", blockade: "Blockade", "in-and-out": "In and out", rebound: "Rebound",
  hold: "Hold", other: "Endings",
};

export const training = {
  like: (level: number, name: string) => `Like level ${level}, ${name}`,
  rating: (rating: number, deviation: number) => `Rating ${rating}, give or take ${deviation}`,
  changed: (change: number, rating: number) =>
    change ? `Your rating ${change > 0 ? "rises" : "falls"} by ${Math.abs(change)}, to ${rating}.` : `Your rating stays at ${rating}.`,
  comesBack: (days: number) => days === 1 ? "It comes back tomorrow." : `It comes back in ${days} days.`,
  isBack: "This one comes back: it was not solved before.",
  due: (n: number) => n === 1 ? "One mistake comes back today." : `${n} mistakes come back today.`,
  nothingDue: "Mistakes come back after days. None is due.",
  themes: "Theme", anyTheme: "Any theme",
  theme: (name: string) => themes[name] ?? name.replace(/^(\d+)-for-(\d+)$/, "$1 for $2").replaceAll("-", " "),
  another: "Another problem",
  none: "There is no other problem of this kind today.",
  save: "Save what I have done", add: "Add what I saved…",
  added: (n: number) => n === 0 ? "Nothing was new." : n === 1 ? "One answer was added." : `${n} answers were added.`,
  again: "again today", until: (result: string): string => result === "win" ? "Play until a piece is won." : "Hold it for eight moves, or until the position has come three times.",
  deck: "Openings", decks: { "3move": "Three-move", "2move": "Two-move", "11man": "Eleven-man" } as Record<string, string>,
  ballot: "Opening", side: "Your side",
  moves: (known: number, all: number, due: number) => `${known} of ${all} moves known${due ? `, ${due} come back today` : ""}`,
  tree: "Show the tree", noBook: "The book has no move for this side here.",
  asked: "That was all for today. What you did not know comes back tomorrow.",
  orElse: (move: string) => `or ${move}`, prefer: "As good: play it from now on", loses: (moves: string[]) => moves.length ? `${moves.join(", ")} loses` : "",
  states: { new: "", due: "again today", later: "comes back", known: "known" } as Record<string, string>,
  left: (side: string, played: string, wanted: string[]) => `${side} left the book here with ${played}. The book plays ${wanted.join(" or ")}:`,
  showLeft: (move: number) => `move ${move}`,
};
