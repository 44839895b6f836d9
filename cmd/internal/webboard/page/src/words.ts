import { computed, signal } from "@preact/signals";
import { german } from "./words/de";
import { english, type Words } from "./words/en";

export const languages = { en: english, de: german };
export type Language = keyof typeof languages;

// speech is how the page speaks: its language, and whether the pieces of Black are red. Files say Black all the same.
export const speech = signal<{ language: Language; red: boolean }>({ language: "en", red: false });

// fitting returns the language that the browser asks for, as far as the page has it.
export const fitting = (): Language => navigator.languages.map(tag => tag.slice(0, 2)).find(tag => tag in languages) as Language ?? "en";

const hidden = "\u0001"; // stands for a letter of a name that somebody has written

// changed returns words in which change has changed every text. Values that a text has a place for stay as they are, but for the names
// of the sides.
function changed<T>(section: T, change: (text: string) => string): T {
  if (typeof section === "string") return change(section) as T;
  if (typeof section === "function") {
    const isText = (value: unknown) => typeof value === "string" && value !== "Black" && value !== "White";
    const hide = (value: unknown) => isText(value) ? (value as string).replace(/(?<=[BbWwSs])(?=lack|hite|chwarz)/g, hidden) : value;
    return ((...values: unknown[]) => {
      const text: unknown = section(...values.map(hide));
      return typeof text === "string" ? change(text).replaceAll(hidden, "") : text;
    }) as T;
  }
  if (typeof section !== "object" || section === null) return section;
  if (Array.isArray(section)) return section.map(part => changed(part, change)) as T;
  return Object.fromEntries(Object.entries(section).map(([name, part]) => [name, changed(part, change)])) as T;
}

// renamed returns a function that writes other names into a text.
function renamed(names: Record<string, string>) {
  const old = new RegExp(`\\b(${Object.keys(names).join("|")})`, "g");
  return (text: string) => text.replace(old, name => names[name]);
}

const spoken = computed((): Words => {
  const { language, red } = speech.value, chosen = languages[language];
  if (language === "en" && !red) return chosen;
  return { ...changed(chosen, renamed({ ...chosen.names, ...red ? chosen.red : {} })), settings: chosen.settings };
});

// named is the name that a side has on the page.
export const named = (side: string) => {
  const { language, red } = speech.value, { names, red: reds } = languages[language];
  return red && reds[side] || names[side] || side;
};

// told is a text of the server in the language of the page, with the names that the sides have there.
export const told = (text: string) => {
  const { language, red } = speech.value, chosen = languages[language], said = chosen.told(text);
  return red ? renamed(chosen.red)(said) : said;
};

// sentences tell how a game has ended, which the server says as one.
export const sentences = (over: string) => told(over).split(": ").map(part => part[0].toUpperCase() + part.slice(1) + ".").join(" ");

// words are the texts of the page in its language. What reads them is drawn anew when the language changes.
export const words = new Proxy({} as Words, { get: (_, section) => spoken.value[section as keyof Words] });

// byTouch says that there is no key to type and no pointer to click with.
export const byTouch = matchMedia("(pointer: coarse)").matches;
