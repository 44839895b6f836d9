"use strict";

// inWords says where the pieces stand, of which there is a letter for each square. A page in another language brings words of its own.
const inWords = pieces => {
  const { sides, men, kings, none } = globalThis.words ?? { sides: { w: "White", b: "Black" }, men: ["man", "men"], kings: ["king", "kings"], none: "no pieces" };
  const named = (kind, [one, many]) => {
    const on = [...pieces].flatMap((letter, n) => letter === kind ? [n + 1] : []);
    return on.length ? [`${on.length === 1 ? one : many} ${on.join(", ")}`] : [];
  };
  return ["w", "b"].map(side => `${sides[side]}: ${[...named(side, men), ...named(side.toUpperCase(), kings)].join(", ") || none}.`).join(" ");
};
