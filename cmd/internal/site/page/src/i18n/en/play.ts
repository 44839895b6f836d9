import { groups } from "../format";

const grouped = groups("en");

// The texts of a game against the engine.
export const play = {
  you: "You",
  notBegun: "Press Start: the game has not begun.",
  isOver: (how: string) => `The game is over. ${how}`,
  notYourTurn: "It is not your turn: Zonda is thinking.",
  shownEarlier: "An earlier position", toGame: "Back to the game",
  earlier: "The board shows an earlier position. Go to the end of the game to move.",
  nothingToTakeBack: "There is no move of yours to take back.",
  drawAgreed: "Draw agreed.",
  youResigned: (winner: string) => `${winner} wins. You resigned.`,
  oneResigned: (winner: string, loser: string) => `${winner} wins. ${loser} resigned.`,
  stopped: "The game was stopped.",
  flag: (winner: string, loser: string) => `${winner} wins. ${loser} has no time left.`,
  flagAsleep: (winner: string, loser: string, time: string) =>
    `${winner} wins. ${loser} has no time left: the page slept for ${time}, and the clock ran.`,
  clockRan: (time: string) => `Your clock ran for ${time}, while the page slept.`,
  clockStood: (time: string) => `Zonda's clock stood for ${time}, while the page slept.`,
  seconds: (n: number) => `${grouped(n)} seconds`, minutes: (n: number) => `${grouped(n)} minutes`,
  dealt: (id: string, name: string) => `Opening ${id}: ${name}`,
  // The set-up of a game.
  title: "Play against Zonda",
  newTo: "New to checkers?", rules: "The rules in four pictures",
  side: "Your side", sides: { Black: "Black", White: "White", Random: "Either" },
  movesFirst: "moves first", answers: "answers", byLot: "by lot",
  strength: "Strength", weakest: "First steps", strongest: "Nobody beats it", max: "Max",
  levelName: (_level: number, name: string) => name,
  levels: {
    1: "Looks hardly ahead and slips in every game. For the very first games.",
    2: "Takes what you leave, and leaves men to you.",
    3: "Sees single captures, misses two-step shots. A good first game.",
    4: "Plays sensible moves, and falls for a well-laid shot.",
    5: "Sees short shots, and slips in longer ones.",
    6: "Knows the openings, and seldom loses a man for nothing.",
    7: "Sees most shots, and punishes loose play.",
    8: "Slips rarely, and wins most endings that are won.",
    9: "Slips hardly ever. A draw is a good result.",
    10: "The strongest that can still be beaten.",
    0: "No slips and no limits. A draw is all that can be hoped for.",
  } as Record<number, string>,
  elo: (n: number) => n ? `${grouped(n)} Elo above level 1.` : "", moreElo: (n: number) => `More than ${grouped(n)} Elo above level 1.`,
  clock: "Clock", noClock: "None", other: "Other…", noClockHelp: "Zonda takes about a second a move", clockHelp: "minutes + seconds a move",
  perSide: "Minutes for each side", perMove: "Seconds for each move",
  opening: "Opening", openings: { start: "Usual start", "3move": "Three-move ballot", other: "Other…" },
  more: "Other openings", moreOpenings: { "2move": "Two-move ballot", "11man": "Eleven-man ballot", here: "Analysed position" },
  openingHelp: {
    start: "", "3move": "drawn from 156 openings", "2move": "drawn by lot", "11man": "a man less for each side",
    here: "as it lies in Analyse",
  } as Record<string, string>,
  starting: "Starts when the engine is there…",
  start: (side: string) => side ? `Start as ${side}` : "Start",
  two: "Two players at this board", watch: "Watch Zonda play itself",
  willPlay: (side: string) => side ? `You will play ${side}` : "The lot decides your side",
  lastGame: "Your last game", goOn: "Go on", report: "Report",
  lost: "Lost", wonGame: "Won", drawn: "Drawn", brokenOff: "Stopped", running: "Unfinished", sideWon: (side: string) => `${side} won`,
  story: (how: string, side: string, level: number, moves: number, day: string) =>
    `${how}${side && ` as ${side} against ${level ? `level ${level}` : "Max"}`}, ${moves} ${moves === 1 ? "move" : "moves"}${day && `, ${day}`}`,
  today: "today",
  // The game.
  plays: (who: string, move: string, taken: number[], king: boolean) => `${who ? `${who} plays` : "You play"} ${move}`
    + `${taken.length ? `, ${who ? "takes" : "take"} on ${taken.join(" and ")}` : ""}${king ? `, ${who ? "gets" : "get"} a king` : ""}`,
  level: (n: number, name: string) => n ? `Level ${grouped(n)} · ${name}` : name,
  against: (n: number) => n ? `Zonda, level ${grouped(n)}` : "Zonda, Max", between: "Two players",
  captured: (n: number) => `${grouped(n)} captured`,
  clockOf: (who: string) => `Clock of ${who}`,
  thinking: "Thinking",
  shortClock: (minutes: number, seconds: number) => minutes ? `${minutes} + ${seconds}` : "no clock",
  yourMove: "Your move", capture: "capture", thinks: "Zonda to move",
  movesLabel: "Moves", noClockGame: "Friendly game, no clock",
  clockGame: (minutes: number, seconds: number) => `Friendly game · ${minutes} ${minutes === 1 ? "minute" : "minutes"} + ${seconds} s`,
  clocksWait: "The clocks start with your first move.",
  mustCapture: "You must capture",
  way: (from: number, to: number[]) =>
    `${from} jumps to ${to.join(" and on to ")}${to.length > 1 ? `: click ${to[to.length - 1]}, or go step by step` : ""}.`,
  ways: (n: number) => `${grouped(n)} captures are possible. Pieces that can capture are marked.`,
  hinted: ([from, ...to]: number[]) => to.length ? `Hint: ${[from, ...to].join("-")}` : `Hint: a piece on ${from}`,
  nameOf: (side: string) => `Name of ${side}`, turnEach: "Turn the board after each move", turnNot: "Leave the board as it is",
  hint: "Hint", showMove: "Show the move", takeBack: "Take back", offer: "Offer draw", agree: "Draw", resign: "Resign", stop: "Stop",
  resignQuestion: (winner: string) => `Resign? ${winner} wins then.`, drawQuestion: "Do both of you agree to a draw?",
  yesDraw: "Agree", keepPlaying: "Play on",
  soundOn: "Sound is on", soundOff: "Sound is off", menu: "More", moveForMe: "Move for me", showEvaluation: "Show the evaluation",
  hideEvaluation: "Hide the evaluation", back: "Back to the game before",
  opened: "The game takes the place of the one before.",
  rematch: "Rematch", rematchTitle: "The same conditions, with colours changed", newGame: "New game", analyse: "Analyse the game",
  makeReport: "See what happened",
  keep: "Keep this game", keepIn: (file: string) => `Add it to ${file}`, keptIn: (file: string) => `Kept in ${file}`,
  keepAs: "Keep it in another file…",
};

// hints tell a new user what a view is for.
export const hints = {
  analyse: "Move for both sides, and switch the engine on. ? shows the keys.",
  problems: "Find the best move: each of your moves is judged.",
  games: "Open a file of games, or drop one on the page.",
} as Record<string, string>;
