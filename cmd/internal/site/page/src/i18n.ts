import { computed, effect, signal } from "@preact/signals";
import { english, type Texts } from "./i18n/en";

// Language is a language of the page. English comes with the page; another one is a file of its own, which comes when it is wanted.
export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];
type Other = Exclude<Language, "en">;
const load: Record<Other, () => Promise<{ texts: Texts }>> = { de: () => import("./i18n/de") };
const loaded = signal<Partial<Record<Language, Texts>>>({ en: english as Texts });

// speech is the language of the page, and whether the pieces of Black are red. Files say Black all the same.
export const speech = signal<{ language: Language; red: boolean }>({ language: "en", red: false });

// browserLanguage returns the language that the browser asks for, as far as the page has it.
export const browserLanguage = (): Language => navigator.languages.map(tag => tag.slice(0, 2)).find(isLanguage) ?? "en";

export const isLanguage = (tag: string): tag is Language => languages.some(language => language === tag);

// languageLoaded resolves when the texts of the language are loaded. If they cannot be loaded the page stays English.
export let languageLoaded = Promise.resolve();
effect(() => {
  const { language } = speech.value;
  if (loaded.peek()[language]) return;
  languageLoaded = load[language as Other]().then(read => { loaded.value = { ...loaded.peek(), [language]: read.texts }; }, () => {});
});

// loadTexts loads the texts of what is loaded later. In other languages they come with the others.
export async function loadTexts() {
  const { later } = await import("./i18n/en/later");
  if (!("why" in english)) loaded.value = { ...loaded.peek(), en: Object.assign(english, later) };
}

// currentTexts are the texts of the language, before the sides get other names.
const currentTexts = () => loaded.value[speech.value.language] ?? english as Texts;

const hidden = "\u0001"; // stands for a letter of a name that somebody has written

// mapTexts returns a section of texts with change applied to every text. Values that are put into a text stay as they are, but for the
// names of the sides.
function mapTexts<T>(section: T, change: (text: string) => string): T {
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
  if (Array.isArray(section)) return section.map(part => mapTexts(part, change)) as T;
  return Object.fromEntries(Object.entries(section).map(([name, part]) => [name, mapTexts(part, change)])) as T;
}

// renamer returns a function that writes other names into a text.
function renamer(names: Record<string, string>) {
  const old = new RegExp(`\\b(${Object.keys(names).join("|")})`, "g");
  return (text: string) => text.replace(old, name => names[name]);
}

const translated = computed((): Texts => {
  const own = currentTexts(), { red } = speech.value;
  if (own === english && !red) return own;
  return { ...mapTexts(own, renamer({ ...own.names, ...red ? own.red : {} })), settings: own.settings };
});

// sideName is the name that a side has on the page.
export const sideName = (side: string) => {
  const { names, red: reds } = currentTexts();
  return speech.value.red && reds[side] || names[side] || side;
};

// translate returns a text of the server in the language of the page, with the names that the sides have there.
export const translate = (text: string) => {
  const own = currentTexts(), said = own.translate(text);
  return speech.value.red ? renamer(own.red)(said) : said;
};

// decimal writes a number that has a point as the language of the page does.
export const decimal = (number: string) => number.replace(".", currentTexts().point);

// sentences tell how a game has ended, which the server says as one.
export const sentences = (over: string) => translate(over).split(": ").map(part => part[0].toUpperCase() + part.slice(1) + ".").join(" ");

// texts are the texts of the page in its language. Components that read them are drawn again when the language changes.
export const texts = new Proxy({} as Texts, { get: (_, section) => translated.value[section as keyof Texts] });

// isTouch says that the user has a touch screen, and neither keyboard nor mouse.
export const isTouch = matchMedia("(pointer: coarse)").matches;
