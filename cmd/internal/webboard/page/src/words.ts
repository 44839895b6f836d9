import { english, type Words } from "./words/en";

// words are the texts of the page in its language.
export const words: Words = english;
