import type { standalone as texts } from "./en/standalone";

// standalone stands in the page of a server for what a page says that has its engine inside: it says nothing of that.
export const standalone = {} as typeof texts;
