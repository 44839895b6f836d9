import type { Lesson } from "../messages";

// groups returns the function with which a language writes whole numbers: 1,234,567.
export function groups(language: string) {
  const format = new Intl.NumberFormat(language);
  return (number: number) => format.format(number);
}

// series returns the function with which a language lists numbers: 22, 14 and 7.
export const series = (and: string) => (all: number[]) => all.length > 1 ? `${all.slice(0, -1).join(", ")} ${and} ${all.at(-1)}` : all.join();

// crossed returns a lesson whose captures are written as the page writes moves.
export function crossed(l: Lesson): Lesson {
  const move = (text: string) => text.replaceAll("x", "×");
  return { ...l, line: l.line.map(move), better: move(l.better), better_line: l.better_line.map(move) };
}

// known returns the text of a value, "" of one that has none.
export const known = (texts: Record<string, string>, value: string) => texts[value] ?? "";

// throwsAwayWin reports whether a fault lets a won game become a level one or worse, by the search: the rule of Go's package prose, in hundredths
// of a man.
const wonFrom = 80, levelTo = 20;
export const throwsAwayWin = ({ was, lost_cp: lost, ahead_cp: ahead }: Lesson) => was === "unknown" && lost - ahead >= wonFrom && -ahead <= levelTo;

// getsBetterGame says whether the other side is ahead after a fault.
export const getsBetterGame = ({ ahead_cp: ahead }: Lesson) => ahead > levelTo;
