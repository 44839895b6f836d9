import type { training as english } from "../en/training";
import { groups } from "../format";

const grouped = groups("de");

const themes: Record<string, string> = {
  shot: "Schlagzug", steal: "Steingewinn", exchange: "Abtausch", pitch: "Opfer", breakthrough: "Durchbruch", breeches: "Gabel", bridge: "Brücke",
  "dog-hole": "Hundeloch", "trapped-king": "Gefangene Dame", "in-and-out": "Hinein und hinaus", rebound: "Rückschlag", save: "Rettung",
  hold: "Fessel", other: "Endspiele", "more-taken": "Mehr schlagen", "safe-move": "Sicherer Zug", "man-by-force": "Stein mit Gewalt",
  "make-a-king": "Eine Dame machen",
};

export const training: typeof english = {
  like: (level, name) => `Wie Stufe ${level}, ${name}`,
  rating: (rating, deviation) => `Wertung ${rating}, auf ${deviation} genau`,
  changed: (change, rating) =>
    change > 0 ? `+${grouped(change)}: Deine Wertung ist ${rating}.` : change < 0 ? `−${grouped(-change)}: ${rating}` : `Deine Wertung bleibt bei ${rating}.`,
  opener: (done, all) => done ? `Frage ${grouped(done)} von ${grouped(all)} ist erledigt.` : "Willkommen",
  openers: all => `${grouped(all)} Fragen, von leicht bis schwer, finden, wo du anfängst.`,
  starts: rating => `Du fängst bei ${rating} an.`,
  comesBack: days => `Die Aufgabe kommt ${days === 1 ? "morgen" : `in ${days} Tagen`} wieder.`,
  isBack: "Diese Aufgabe kommt wieder: Sie war noch nicht gelöst.",
  due: n => n === 1 ? "Ein Fehler kommt heute wieder." : `${n} Fehler kommen heute wieder.`,
  nothingDue: "Fehler kommen nach Tagen wieder. Heute ist keiner fällig.",
  progress: "Fortschritt", goal: "Ziel am Tag", today: (n, goal) => `${grouped(n)} von ${grouped(goal)} heute`,
  daysInRow: n => n === 0 ? "Noch kein Tag in Folge." : n === 1 ? "Ein Tag in Folge." : `${grouped(n)} Tage in Folge.`,
  tomorrow: n => n === 0 ? "Morgen kommt nichts wieder." : n === 1 ? "Morgen kommt eine Aufgabe wieder." : `Morgen kommen ${grouped(n)} Aufgaben wieder.`,
  byDay: "Wertung und Aufgaben nach Tagen", byTheme: "Gelöst nach Motiven", history: "Die letzten Aufgaben", nothing: "Löse eine Aufgabe: Hier steht dann, was du gelernt hast.",
  of: (n, all) => `${grouped(n)} von ${grouped(all)}`, lookAgain: "Noch einmal ansehen", other: "Lektion oder Eröffnung",
  how: { alone: "gelöst", helped: "mit Tipp", wrong: "nicht gelöst" },
  chart: (days, first, last) => `${grouped(days)} Tage mit Aufgaben; die Wertung war ${grouped(first)} und ist ${grouped(last)}`,
  squares: "Felder", squaresHelp: "Züge schreibt man mit den Nummern der Felder. Eine halbe Minute: Drücke das Feld, das genannt wird.",
  wayUp: white => white ? "Weiß steht oben, mit 32 bis 29 von links nach rechts." : "Schwarz steht oben, mit 1 bis 4 von links nach rechts.",
  beginRound: "Beginnen", anotherRound: "Noch eine Runde", pressSquare: square => `Drücke ${square}`, seconds: n => `${grouped(n)} s`,
  roundOver: (right, best) => `${grouped(right)} Felder gefunden, ${grouped(best)} davon in Folge.`,
  inRow: (row, record) => `${grouped(row)} in Folge, am besten waren es ${grouped(record)}.`,
  missed: (asked, pressed) => `Das war ${grouped(pressed)}; ${grouped(asked)} ist markiert.`,
  place: (row, column) => `Reihe ${grouped(row)}, Spalte ${grouped(column)}`,
  themes: "Thema", anyTheme: "Jedes Thema",
  theme: name => name === "faults" ? "Eigene Fehler" : themes[name] ?? name[0].toUpperCase() + name.slice(1).replace("-for-", " für ").replaceAll("-", " "),
  another: "Andere Aufgabe",
  none: "Heute gibt es keine andere Aufgabe dieser Art.",
  save: "Meinen Stand speichern", add: "Gespeicherten Stand hinzufügen…",
  added: n => n === 0 ? "Nichts davon war neu." : n === 1 ? "Eine Antwort kam hinzu." : `${grouped(n)} Antworten kamen hinzu.`,
  again: "heute wieder", until: result => result === "win" ? "Spiel, bis du einen Stein gewonnen hast." : "Halte es acht Züge lang, oder bis die Stellung dreimal da war.",
  passport: {
    lost: "Von Turnieren ausgeschlossen: Sie verliert zwangsläufig.", open: "Ihr Wert ist nicht bewiesen.",
    proven: value => value === "draw" ? "Als Remis bewiesen." : "Schwarz gewinnt bewiesenermaßen nicht.",
    narrow: (alone, all) => `An ${grouped(alone)} von ${grouped(all)} Stellen des Baums ist nur ein Zug gut.`,
    games: "Deine Partien:", noGames: "keine in der offenen Liste.", play: side => `Als ${side} spielen`,
  },
  deck: "Eröffnungen", decks: { "3move": "Drei Züge", "2move": "Zwei Züge", "11man": "Elf Steine" },
  ballot: "Eröffnung", find: "Nach Name, Nummer oder Zug suchen", notFound: "Keine Eröffnung heißt so.", side: "Deine Seite",
  moves: (known, all, due) => `${known} von ${all} Zügen gekonnt${due ? `, ${due} kommen heute wieder` : ""}`,
  tree: "Den Baum zeigen", noBook: "Das Buch hat hier keinen Zug für diese Seite.",
  asked: "Das war alles für heute. Was du nicht wusstest, kommt morgen wieder.",
  orElse: move => `oder ${move}`, prefer: "Gleich gut: von nun an so spielen", loses: moves => moves.length ? `${moves.join(", ")} ${moves.length === 1 ? "verliert" : "verlieren"}` : "",
  states: { new: "", due: "heute wieder", later: "kommt wieder", known: "gekonnt" },
};
