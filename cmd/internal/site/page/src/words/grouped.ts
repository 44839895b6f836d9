// groups returns the function with which a language writes whole numbers: 1,234,567.
export function groups(language: string) {
  const format = new Intl.NumberFormat(language);
  return (number: number) => format.format(number);
}
