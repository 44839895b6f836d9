// The texts of the trainer.
const themes: Record<string, string> = {
  shot: "Shot", steal: "Steal", exchange: "Exchange", pitch: "Pitch", breakthrough: "Breakthrough", breeches: "Breeches", bridge: "Bridge",
  "dog-hole": "Dog hole", "trapped-king": "Trapped king", blockade: "Blockade", other: "Endings",
};

export const training = {
  like: (level: number, name: string) => `Like level ${level}, ${name}`,
  rating: (rating: number, deviation: number) => `Rating ${rating}, give or take ${deviation}`,
  changed: (change: number, rating: number) =>
    change ? `Your rating ${change > 0 ? "rises" : "falls"} by ${Math.abs(change)}, to ${rating}.` : `Your rating stays at ${rating}.`,
  comesBack: (days: number) => days === 1 ? "It comes back tomorrow." : `It comes back in ${days} days.`,
  isBack: "This one comes back: it was not solved before.",
  due: (n: number) => n === 1 ? "One mistake comes back today." : `${n} mistakes come back today.`,
  nothingDue: "Mistakes come back after days. None is due.",
  themes: "Theme", anyTheme: "Any theme",
  theme: (name: string) => themes[name] ?? name.replace(/^(\d+)-for-(\d+)$/, "$1 for $2").replaceAll("-", " "),
  another: "Another problem",
  none: "There is no other problem of this kind today.",
  save: "Save what I have done", add: "Add what I saved…",
  added: (n: number) => n === 0 ? "Nothing was new." : n === 1 ? "One answer was added." : `${n} answers were added.`,
};
