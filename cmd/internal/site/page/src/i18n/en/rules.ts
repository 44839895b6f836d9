// The rules of the game, and what each view is for.
export const rules = {
  title: "Checkers in four pictures",
  pictures: [
    ["Step", "A man steps forward to the next dark square. Black begins."],
    ["Jump", "Jump over a neighbour to take it. If you can capture, you must."],
    ["Jump on", "Can the same piece capture again? It goes on, in the same move."],
    ["King", "On the last row a man becomes a king, and the move ends. Kings move back, too."],
  ],
  end: "You win when the other side cannot move: it has no pieces left, or all of them are blocked. The game is drawn when both agree, when a position comes for the third time, or when each side has made 40 moves without a capture or a step of a man.",
  views: [
    ["Play", "a game against Zonda, with a hint when you want one"],
    ["Analyse", "any game or position: the engine, the book, endings, a report of the faults"],
    ["Problems", "positions with a task to solve"],
    ["Games", "collections of games: search, open, save"],
    ["Lab", "matches of engines, and proofs"],
  ],
  play: "Play a first game",
};
