import type { alone as texts } from "./en/alone";

// alone stands in the page of a server for what a page says that has its engine inside: it says nothing of that.
export const alone = {} as typeof texts;
