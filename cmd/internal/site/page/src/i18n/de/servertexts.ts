// ends are texts of the server on how a game has ended, and what they are in German.
const ends: [RegExp, string][] = [
  [/^(Black|White) wins([.:]) (Black|White) has no pieces left/, "$1 gewinnt$2 $3 hat keine Steine mehr"],
  [/^(Black|White) wins([.:]) (Black|White) cannot move/, "$1 gewinnt$2 $3 kann nicht ziehen"],
  [/^draw([.:]) the position has occurred three times/i, "Remis$1 Die Stellung war dreimal da"],
  [/^draw([.:]) (\d+) moves of both sides together without a capture and without a move of a man/i,
    "Remis$1 $2 Züge beider Seiten zusammen ohne Schlag und ohne Zug eines Steins"],
];

// wrongs are parts of the server's errors: what is wrong with the name of a file, and what a system says of its files.
const wrongs: [RegExp, string][] = [
  [/the file has no name: type one, such as/, "die Datei hat keinen Namen: Schreibe einen, zum Beispiel"],
  [/ is a folder, not a file: choose another name/, " ist ein Ordner, keine Datei: Wähle einen anderen Namen"],
  [/ is no name of a file in this folder/, " ist kein Name einer Datei in diesem Ordner"],
  [/ does not end in /, " endet nicht auf "],
  [/ has the invisible character (\S+): choose another name/, " enthält das unsichtbare Zeichen $1: Wähle einen anderen Namen"],
  [/ has the character (\S+), which some systems do not allow: choose another name/,
    " enthält das Zeichen $1, das manche Systeme nicht erlauben: Wähle einen anderen Namen"],
  [/ is the name of a device of Windows: choose another name/, " ist unter Windows der Name eines Geräts: Wähle einen anderen Namen"],
  [/the name of the file has (\d+) bytes, and (\d+) at most are allowed: choose another name/,
    "der Name der Datei hat $1 Bytes, und höchstens $2 sind erlaubt: Wähle einen anderen Namen"],
  [/ may only be read: save under another name/, " darf nur gelesen werden: Speichere unter einem anderen Namen"],
  [/no space left on device|there is not enough space on the disk\.?/i, "Der Speicherplatz ist voll"],
  [/disk quota exceeded/i, "Der erlaubte Speicherplatz ist voll"],
  [/permission denied|operation not permitted|access is denied\.?/i, "Der Zugriff ist nicht erlaubt"],
  [/read-only file system|the media is write protected\.?/i, "Der Datenträger darf nur gelesen werden"],
  [/input\/output error|i\/o error/i, "Lesen oder Schreiben ist fehlgeschlagen"],
  [/no such file or directory|file does not exist|the system cannot find the (file|path) specified\.?/i, "Die Datei gibt es nicht"],
  [/file already exists|file exists/i, "Die Datei gibt es schon"],
  [/file name too long/i, "Der Name ist zu lang"], [/file too large/i, "Die Datei ist zu groß"],
  [/too many open files( in system)?/i, "Zu viele Dateien sind offen"],
  [/(device or )?resource busy|text file busy|the process cannot access the file because it is being used by another process\.?/i,
    "Ein anderes Programm benutzt die Datei"],
  [/is a directory/i, "Das ist ein Ordner"],
];

// translate is a text of the server in German. What it quotes stays as it is.
export function translate(text: string): string {
  const [english, german] = ends.find(([end]) => end.test(text)) ?? [];
  if (english) return text.replace(english, german!).replace(/Black/g, "Schwarz").replace(/White/g, "Weiß");
  const said = text.split(/("(?:[^"\\]|\\.)*")/).map((part, i) => i % 2 ? part : wrongs.reduce((now, [wrong, is]) => now.replace(wrong, is), part));
  return said.join("");
}
