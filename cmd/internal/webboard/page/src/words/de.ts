import { english, type Words } from "./en";

// Part is what is translated so far: what is missing is said in English.
type Part<T> = T extends string | ((...values: never[]) => unknown) ? T : { [K in keyof T]?: Part<T[K]> };
type Section = Record<string, unknown>;

const isSection = (value: unknown): value is Section => typeof value === "object" && value !== null && !Array.isArray(value);

function merged(whole: Section, part: Section): Section {
  return Object.fromEntries(Object.entries({ ...whole, ...part }).map(([name, value]) =>
    [name, isSection(value) && isSection(whole[name]) ? merged(whole[name], value) : value]));
}

const translated: Part<Words> = {
  names: { Black: "Schwarz", White: "Weiß" },
  red: { Black: "Rot", Schwarz: "Rot", schwarz: "rot" },
  views: {
    play: "Spielen", analyse: "Analyse", problems: "Aufgaben", games: "Partien", lab: "Labor", settings: "Einstellungen",
    setup: "Stellung aufbauen", more: "Mehr", label: "Ansichten",
  },
  frame: {
    help: "Regeln und Hilfe",
    theme: "Hell oder dunkel",
    lost: "Der Server antwortet nicht: Er ist beendet, oder alle seine Bretter sind belegt. Neuer Versuch…",
    closeMessage: "Meldung schließen",
    undo: "Rückgängig",
    close: "Schließen",
    cancel: "Abbrechen",
    question: "Frage",
    titles: { yourMove: "Dein Zug", engineMove: "Zonda zieht" },
    board: "Brett",
  },
  board: {
    name: "Brett",
    square: (square: number, piece: string) => `Feld ${square}, ${piece}`,
    pieces: { ".": "leer", b: "Stein, schwarz", B: "Dame, schwarz", w: "Stein, weiß", W: "Dame, weiß" },
    target: "ist ein Ziel",
    must: "muss schlagen",
    can: "kann ziehen",
    again: (square: number) => `Drücke ${square} noch einmal, um zu ziehen.`,
  },
  steps: {
    walk: "Durch die Partie gehen",
    start: "Zum Anfang", startTitle: "Zum Anfang (Pos1)",
    back: "Zurück", backTitle: "Zurück (Pfeil nach links)",
    forward: "Vor", forwardTitle: "Vor (Pfeil nach rechts)",
    end: "Zum Ende", endTitle: "Zum Ende (Ende)",
    type: "Zug eingeben", typeTitle: "Zug eingeben (oder einfach 11-15 tippen)",
    move: "Zug", moveHint: "ein Zug: 11-15", moveTitle: "Zug eingeben und Enter drücken",
    turn: "Brett drehen", turnTitle: "Brett drehen (F)",
    best: "Besten Zug spielen", bestTitle: "Besten Zug spielen (Leertaste)",
    toMove: (side: string) => `${side} am Zug`,
    mustCapture: (side: string) => `${side} am Zug, muss schlagen`,
    unclear: "Mehrere Schläge enden auf diesem Feld. Klicke jedes Feld des gewünschten an.",
    antiBook: "im Anti-Buch",
  },
  lab: { matches: "Wettkämpfe", proofs: "Beweise" },
  settings: {
    keys: "Tasten",
    more: "Mehr",
    look: "Aussehen",
    theme: "Farben", themes: { auto: "Wie das System", light: "Hell", dark: "Dunkel" },
    board: "Brett", boards: { tournament: "Turnier", walnut: "Nussbaum", slate: "Schiefer" },
    pieces: "Steine", colours: { black: "Schwarz", red: "Rot" },
    numbers: "Zahlen auf den Feldern",
    arrows: "Pfeile der Engine",
    must: "Steine markieren, die schlagen müssen",
    motion: "Bewegung", motions: { none: "Keine", usual: "Schnell", calm: "Ruhig" },
    sound: "Ton", soundHelp: "Ein Klick für einen Zug, zwei für einen Schlag",
    confirm: "Zug bestätigen", confirmHelp: "Das letzte Feld wird ein zweites Mal gedrückt",
    language: "Sprache", browser: "Wie der Browser",
    engine: "Engine",
    cores: "Prozessorkerne", coresHelp: (all: number) => `Dieser Rechner hat ${all}`,
    memory: "Speicher", memoryHelp: "Mehr hilft bei langer Analyse", megabytes: (n: number) => `${n} MB`,
    book: "Eröffnungsbuch", bookHelp: "In Partien gegen dich", books: { off: "Aus", weighted: "Bunt", best: "Bestes" },
    shortest: "Kürzeste Gewinne", shortestHelp: "Spielt bekannte Endspiele auf dem schnellsten Weg",
    traps: "Bekannte Fallen", trapsHelp: "Meidet Eröffnungen, die bekanntlich verlieren",
    drawRule: "Remisregel", drawRuleHelp: "Nach so vielen Zügen ohne Schlag und ohne Schritt eines Steins",
    moves: (n: number) => `${n} Züge`, off: "Aus",
    developers: "Für Entwickler",
    judgement: "Bewertung", judgementHelp: "Wie Stellungen bewertet werden", judgements: { network: "Netz", linear: "Klassisch" },
    solver: "Gewinne beweisen beim Analysieren", solverHelp: "Braucht 256 MB mehr",
    less: (what: string) => `${what}: weniger`, moreOf: (what: string) => `${what}: mehr`,
    kept: (version: string) => `Auf diesem Rechner gespeichert · Zonda ${version}`,
    reset: "Zurücksetzen…", resetQuestion: "Alle Einstellungen auf den Stand des ersten Starts zurücksetzen?", resetAnswer: "Zurücksetzen",
  },
  keys: {
    title: "Tasten", openWith: "öffnen mit",
    walk: "Durch die Partie gehen",
    step: "Zurück, vor",
    ends: "Anfang, Ende", endKeys: "Pos1 Ende",
    variation: "In eine Variante, heraus", variationKeys: "Umschalt → (oder) ←",
    fault: "Nächster Fehler, voriger", faultKeys: "N (oder) P",
    wheel: "Schritt mit dem Mausrad", overBoard: "über dem Brett",
    move: "Ziehen",
    square: "Stein wählen, Feld wählen", squareKeys: "Tab Enter",
    typed: "Zug eingeben",
    best: "Besten Zug spielen", space: "Leertaste",
    undo: "Änderung zurück, wieder", undoKeys: "Strg Z (oder) Y",
    board: "Brett",
    turn: "Brett drehen",
    draw: "Pfeil oder Ring zeichnen", rightButton: "rechte Taste",
    clear: "Zeichnungen löschen",
    engine: "Engine",
    onOff: "An, aus",
    threat: "Drohung zeigen",
    lines: "Mehr Varianten, weniger",
    write: "Schreiben",
    comment: "Kommentar",
    copy: "Partie kopieren", copyKeys: "Strg C",
    views: "Ansichten",
    view: "Spielen, Analyse, Aufgaben, Partien", viewKeys: "Alt 1 (bis) 4",
    list: "Diese Liste",
  },
};

export const german = merged(english, translated) as Words;
