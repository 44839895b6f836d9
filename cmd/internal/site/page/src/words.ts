import { computed, effect, signal } from "@preact/signals";
import { asset } from "./asset";
import { english, type Words } from "./words/en";

// Language is a language of the page. English comes with the page; another one is a file of its own, which comes when it is wanted.
export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];
const learned = signal<Partial<Record<Language, Words>>>({ en: english });

// speech is how the page speaks: its language, and whether the pieces of Black are red. Files say Black all the same.
export const speech = signal<{ language: Language; red: boolean }>({ language: "en", red: false });

// fitting returns the language that the browser asks for, as far as the page has it.
export const fitting = (): Language => navigator.languages.map(tag => tag.slice(0, 2)).find(isLanguage) ?? "en";

export const isLanguage = (tag: string): tag is Language => languages.some(language => language === tag);

// learning is done when the words of the language are there. Where they cannot be had the page speaks English.
export let learning = Promise.resolve();
effect(() => {
  const { language } = speech.value;
  if (learned.peek()[language]) return;
  learning = import(asset(`${language}.js`)).then((read: { words: Words }) => { learned.value = { ...learned.peek(), [language]: read.words }; }, () => {});
});

// chosen are the words of the language, without other names of the sides.
const chosen = () => learned.value[speech.value.language] ?? english;

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
  const own = chosen(), { red } = speech.value;
  if (own === english && !red) return own;
  return { ...changed(own, renamed({ ...own.names, ...red ? own.red : {} })), settings: own.settings };
});

// named is the name that a side has on the page.
export const named = (side: string) => {
  const { names, red: reds } = chosen();
  return speech.value.red && reds[side] || names[side] || side;
};

// told is a text of the server in the language of the page, with the names that the sides have there.
export const told = (text: string) => {
  const own = chosen(), said = own.told(text);
  return speech.value.red ? renamed(own.red)(said) : said;
};

// decimal writes a number that has a point as the language of the page does.
export const decimal = (number: string) => number.replace(".", chosen().point);

// sentences tell how a game has ended, which the server says as one.
export const sentences = (over: string) => told(over).split(": ").map(part => part[0].toUpperCase() + part.slice(1) + ".").join(" ");

// words are the texts of the page in its language. What reads them is drawn anew when the language changes.
export const words = new Proxy({} as Words, { get: (_, section) => spoken.value[section as keyof Words] });

// byTouch says that there is no key to type and no pointer to click with.
export const byTouch = matchMedia("(pointer: coarse)").matches;
