import type { Texts } from "../en";

// The rules of the game, and what each view is for.
export const rules: Texts["rules"] = {
  title: "Dame in vier Bildern",
  pictures: [
    ["Ziehen", "Ein Stein zieht vorwärts auf das nächste dunkle Feld. Schwarz beginnt."],
    ["Schlagen", "Springe über einen Nachbarn, um ihn zu schlagen. Wer schlagen kann, muss schlagen."],
    ["Weiter schlagen", "Kann derselbe Stein noch einmal schlagen? Er springt weiter, im selben Zug."],
    ["Dame", "In der letzten Reihe wird ein Stein zur Dame, und der Zug endet. Damen ziehen auch rückwärts."],
  ],
  end: "Du gewinnst, wenn die andere Seite nicht ziehen kann: Sie hat keine Steine mehr, oder alle sind blockiert. Remis ist die Partie, wenn beide einverstanden sind, wenn eine Stellung zum dritten Mal entsteht, oder wenn jede Seite 40 Züge ohne Schlagen und ohne Zug eines einfachen Steins gemacht hat.",
  views: [
    ["Spielen", "eine Partie gegen Zonda, mit einem Tipp, wenn du willst"],
    ["Analyse", "jede Partie oder Stellung: Engine, Buch, Endspiele und ein Bericht über die Fehler"],
    ["Aufgaben", "Stellungen mit einer Aufgabe"],
    ["Partien", "Sammlungen von Partien: suchen, öffnen, speichern"],
    ["Labor", "Wettkämpfe von Engines, und Beweise"],
  ],
  play: "Eine erste Partie spielen",
};
