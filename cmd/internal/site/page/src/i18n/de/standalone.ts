import type { Texts } from "../en";

// standalone is what a page says in German that has its engine inside.
export const standalone: Texts["standalone"] = {
  lost: (why: string) => `Die Engine hat angehalten und wird neu gestartet${why ? ` (${why})` : ""}…`,
  cannot: (why: string) => `Die Engine kann hier nicht laufen: ${why.replace(/\.?$/, ".")} Ein anderer Browser kann es, oder das Programm.`,
  lacks: (what: string) => `Diesem Browser fehlt ${what}, was auch sein Blockierungsmodus abschaltet.`,
  engine: (come: string, all: string) => `Die Engine wird geladen: ${come} von ${all} MB`,
  restarted: "Die Engine hatte angehalten. Sie wurde mit weniger Speicher neu gestartet.",
  gaveUp: "Die Engine hat zweimal angehalten, während sie daran arbeitete.",
  full: "Der Browser hat keinen Platz mehr für diese Seite. Lösche Partien, oder speichere alles als Datei.",
  setAside: (name: string) => `Was als ${name} aufbewahrt war, ist nicht lesbar: Es ist beiseitegelegt.`,
  notKept: "Dieser Browser bewahrt für diese Seite nichts auf: Partien und Einstellungen gehen beim Schließen verloren.",
  notSaved: "Das ist keine Datei, die diese Seite gespeichert hat, oder nur ein Teil davon. Nichts wurde geändert.",
  rested: "Die Analyse ruhte, solange die Seite verborgen war. Jetzt geht sie weiter.",
  loading: (what: string, share: number) => `${what}: ${share} % geladen`,
  missing: (what: string) => `${what}: nicht zu laden. Die Seite arbeitet ohne.`,
  there: "geladen", left: "nicht geladen, um Daten zu sparen",
  parts: { weights: "Bewertung", book: "Buch", problems: "Aufgaben", values: "Endspieltabellen", distances: "Züge bis zum Ende" },
  here: "In diesem Browser", all: "Alles als eine Datei", allHelp: "Partien, Einstellungen, gelöste Aufgaben",
  failed: "nicht zu laden",
  save: "Speichern", load: "Laden…",
  loadQuestion: "Alles, was dieser Browser für die Seite aufbewahrt, wird ersetzt.", loadAnswer: "Ersetzen",
  newVersion: "Eine neue Version der Seite ist da.", reload: "Neu laden",
  lab: "Wettkämpfe von Engines und lange Beweise brauchen das Programm, das frei ist:",
};
