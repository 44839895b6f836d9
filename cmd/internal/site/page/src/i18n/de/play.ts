import type { Texts } from "../en";
import { groups, series } from "../format";

const grouped = groups("de"), listed = series("und");

const names: Record<number, string> = {
  1: "Erste Schritte", 2: "Anfänger", 3: "Lernender", 4: "Gelegenheitsspieler", 5: "Aufsteiger", 6: "Vereinsspieler",
  7: "Starker Vereinsspieler", 8: "Könner", 9: "Meister", 10: "Champion", 0: "Max",
};

export const play: Texts["play"] = {
  you: "Du",
  notBegun: "Drücke Beginnen: Die Partie hat noch nicht begonnen.",
  isOver: (how: string) => `Die Partie ist zu Ende. ${how}`,
  notYourTurn: "Du bist nicht am Zug: Zonda denkt.",
  shownEarlier: "Eine frühere Stellung", toGame: "Zurück zur Partie",
  earlier: "Das Brett zeigt eine frühere Stellung. Gehe zum Ende der Partie, um zu ziehen.",
  nothingToTakeBack: "Von dir gibt es keinen Zug zurückzunehmen.",
  drawAgreed: "Remis vereinbart.",
  youResigned: (winner: string) => `${winner} gewinnt. Du hast aufgegeben.`,
  oneResigned: (winner: string, loser: string) => `${winner} gewinnt. ${loser} hat aufgegeben.`,
  stopped: "Die Partie wurde abgebrochen.",
  flag: (winner: string, loser: string) => `${winner} gewinnt. ${loser} hat keine Zeit mehr.`,
  flagAsleep: (winner: string, loser: string, time: string) =>
    `${winner} gewinnt. ${loser} hat keine Zeit mehr: Die Seite schlief ${time}, und die Uhr lief.`,
  clockRan: (time: string) => `Deine Uhr lief ${time}, während die Seite schlief.`,
  clockStood: (time: string) => `Zondas Uhr stand ${time}, während die Seite schlief.`,
  seconds: (n: number) => `${grouped(n)} Sekunden`, minutes: (n: number) => `${grouped(n)} Minuten`,
  dealt: (id: string, name: string) => `Eröffnung ${id}: ${name}`,
  // The set-up of a game.
  title: "Gegen Zonda spielen",
  newTo: "Neu beim Damespiel?", rules: "Die Regeln in vier Bildern",
  side: "Deine Seite", sides: { Black: "Schwarz", White: "Weiß", Random: "Egal" },
  movesFirst: "beginnt", answers: "antwortet", byLot: "das Los",
  strength: "Spielstärke", weakest: "Erste Schritte", strongest: "Niemand gewinnt", max: "Max",
  levelName: (level: number) => names[level],
  levels: {
    1: "Sieht kaum voraus und macht in jeder Partie Fehler. Für die allerersten Partien.",
    2: "Nimmt, was du stehen lässt, und lässt dir Steine stehen.",
    3: "Sieht einfache Schläge, übersieht zweizügige Kombinationen. Gut für die erste Partie.",
    4: "Spielt vernünftige Züge und fällt auf eine gut gestellte Falle herein.",
    5: "Sieht kurze Kombinationen und irrt sich in längeren.",
    6: "Kennt die Eröffnungen und verliert selten einen Stein umsonst.",
    7: "Sieht die meisten Kombinationen und bestraft ungenaues Spiel.",
    8: "Macht selten Fehler und gewinnt die meisten gewonnenen Endspiele.",
    9: "Macht fast nie Fehler. Ein Remis ist ein gutes Ergebnis.",
    10: "Die stärkste Stufe, die sich noch schlagen lässt.",
    0: "Keine Fehler und keine Grenzen. Mehr als ein Remis ist nicht zu hoffen.",
  },
  elo: (n: number) => n ? `${grouped(n)} Elo über Stufe 1.` : "", moreElo: (n: number) => `Mehr als ${grouped(n)} Elo über Stufe 1.`,
  clock: "Uhr", noClock: "Keine", other: "Andere…", noClockHelp: "Zonda braucht etwa eine Sekunde je Zug",
  clockHelp: "Minuten + Sekunden je Zug",
  perSide: "Minuten für jede Seite", perMove: "Sekunden für jeden Zug",
  opening: "Eröffnung", openings: { start: "Normal", "3move": "Drei Züge gelost", other: "Andere…" },
  more: "Andere Eröffnungen", moreOpenings: { "2move": "Zwei Züge gelost", "11man": "Elf Steine", here: "Analysierte Stellung" },
  openingHelp: {
    start: "", "3move": "aus 156 Eröffnungen", "2move": "vom Los bestimmt", "11man": "ein Stein weniger für jede Seite",
    here: "wie in der Analyse",
  },
  starting: "Beginnt, sobald die Engine da ist…",
  start: (side: string) => side ? `Mit ${side} beginnen` : "Beginnen",
  two: "Zwei Spieler an diesem Brett", watch: "Zonda gegen sich selbst spielen lassen",
  willPlay: (side: string) => side ? `Du spielst ${side}` : "Das Los bestimmt deine Seite",
  lastGame: "Deine letzte Partie", goOn: "Weiterspielen", report: "Bericht",
  lost: "Verloren", wonGame: "Gewonnen", drawn: "Remis", brokenOff: "Abgebrochen", running: "Offen",
  sideWon: (side: string) => `${side} gewann`,
  story: (how: string, side: string, level: number, moves: number, day: string) =>
    `${how}${side && ` mit ${side} gegen ${level ? `Stufe ${level}` : "Max"}`}, `
    + `${moves} ${moves === 1 ? "Zug" : "Züge"}${day && `, ${day}`}`,
  today: "heute",
  // The game.
  to: "nach", takes: "schlägt",
  moved: (move: string, taken: number[], king: "" | "moves" | "comes", you = false) => `${move}${king === "moves" ? " mit einer Dame" : ""}`
    + `${taken.length ? `, ${you ? "schlägst" : "schlägt"} auf ${listed(taken)}` : ""}${king === "comes" ? `, ${you ? "bekommst" : "bekommt"} eine Dame` : ""}`,
  plays: (who: string, moved: string) => `${who ? `${who} zieht` : "Du ziehst"} ${moved}`,
  level: (n: number) => n ? `Stufe ${grouped(n)} · ${names[n]}` : names[n],
  against: (n: number) => n ? `Zonda, Stufe ${grouped(n)}` : "Zonda, Max", between: "Zwei Spieler",
  captured: (n: number) => `${grouped(n)} geschlagen`,
  clockOf: (who: string) => `Uhr von ${who}`,
  thinking: "Denkt",
  shortClock: (minutes: number, seconds: number) => minutes ? `${minutes} + ${seconds}` : "ohne Uhr",
  yourMove: "Dein Zug", yourCapture: "Dein Zug: Du musst schlagen", thinks: "Zonda ist am Zug",
  movesLabel: "Züge", noClockGame: "Freundschaftspartie ohne Uhr",
  clockGame: (minutes: number, seconds: number) => `Freundschaftspartie · ${minutes} ${minutes === 1 ? "Minute" : "Minuten"} + ${seconds} s`,
  clocksWait: "Die Uhren laufen ab deinem ersten Zug.",
  mustCapture: "Du musst schlagen",
  way: (from: number, to: number[]) =>
    `${from} springt nach ${to.join(" und weiter nach ")}`
    + `${to.length > 1 ? `: Klicke ${to[to.length - 1]} an oder gehe Schritt für Schritt` : ""}.`,
  ways: (n: number) => `${grouped(n)} Schläge sind möglich. Steine, die schlagen können, sind markiert.`,
  hinted: ([from, ...to]: number[]) => to.length ? `Tipp: ${[from, ...to].join("-")}` : `Tipp: der Stein auf ${from}`,
  nameOf: (side: string) => `Name von ${side}`, turnEach: "Brett nach jedem Zug drehen", turnNot: "Brett so lassen",
  hint: "Tipp", showMove: "Zug zeigen", takeBack: "Zurücknehmen", tookBack: (move: string) => `${move} ist zurückgenommen.`, offer: "Remis anbieten", agree: "Remis", resign: "Aufgeben",
  stop: "Abbrechen",
  resignQuestion: (winner: string) => `Aufgeben? Dann gewinnt ${winner}.`, drawQuestion: "Seid ihr beide mit Remis einverstanden?",
  yesDraw: "Einverstanden", keepPlaying: "Weiterspielen",
  soundOn: "Der Ton ist an", soundOff: "Der Ton ist aus", menu: "Mehr", moveForMe: "Für mich ziehen",
  showEvaluation: "Bewertung zeigen", hideEvaluation: "Bewertung verbergen", back: "Zurück zur Partie davor",
  opened: "Die Partie tritt an die Stelle der vorigen.",
  rematch: "Revanche", rematchTitle: "Die gleichen Bedingungen, mit vertauschten Farben", newGame: "Neue Partie",
  analyse: "Partie analysieren", makeReport: "Sehen, was geschah", reportOffered: "Der Knopf „Sehen, was geschah“ macht den Bericht.",
  keep: "Partie behalten", keepIn: (file: string) => `An ${file} anfügen`, keptIn: (file: string) => `Steht in ${file}`,
  keepAs: "In einer anderen Datei behalten…",
};

// hints tell a new user what a view is for.
export const hints: Texts["hints"] = {
  analyse: "Ziehe für beide Seiten, und schalte die Engine ein. ? zeigt die Tasten.",
  problems: "Finde den besten Zug: Jeder deiner Züge wird beurteilt.",
  games: "Öffne eine Datei mit Partien, oder ziehe sie auf die Seite.",
};
