// groups returns the function with which a language writes whole numbers: 1,234,567.
export function groups(language: string) {
  const format = new Intl.NumberFormat(language);
  return (number: number) => format.format(number);
}

// known returns the text of a value, "" of one that has none.
export const known = (texts: Record<string, string>, value: string) => texts[value] ?? "";
