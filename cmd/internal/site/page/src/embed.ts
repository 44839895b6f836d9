// A page within another one, whose address begins with #embed, shows its board and the moves alone, and keeps nothing.
const mark = /^#embed(&|$)/;
export const embedded = mark.test(location.hash);

// linkIn returns the link that an address holds.
export const linkIn = (hash: string) => hash.replace(mark, "#").slice(1);
