import type { Game, Node, Origin, Position, Tag, Variation } from "./messages";

// Place is a position of the game: the root, or what a move leads to. The first child is the main line.
export interface Place {
  move: string; // "" at the root
  parent: Place | null;
  children: Place[];
  nags: number[];
  comments: string[]; // after the move; at the root, before the first move
  before: string[]; // comments before a variation that begins with the move
  instead?: Place; // the sibling to which the text gives this variation; undefined for the first child
  position?: Position;
}

// Tree is a game with variations.
export interface Tree {
  tags: Tag[];
  start: string; // FEN; empty for the usual start
  result: string;
  root: Place;
  origin?: Origin; // where the game was read or saved
}

function place(move: string, parent: Place | null): Place {
  return { move, parent, children: [], nags: [], comments: [], before: [] };
}

export function newTree(start = ""): Tree {
  return { tags: [], start, result: "*", root: place("", null) };
}

// add returns the place after a move, which is added unless it is there.
export function add(at: Place, move: string): Place {
  const known = at.children.find(child => child.move === move);
  if (known) return known;
  const next = place(move, at);
  at.children.push(next);
  return next;
}

export function movesTo(at: Place): string[] {
  const moves: string[] = [];
  for (let p = at; p.parent; p = p.parent) moves.push(p.move);
  return moves.reverse();
}

export function plyOf(at: Place): number {
  return movesTo(at).length;
}

// mainLine returns the places from the root along first children.
export function mainLine(root: Place): Place[] {
  const line = [root];
  while (line[line.length - 1].children.length) line.push(line[line.length - 1].children[0]);
  return line;
}

// last returns the end of the line of first children.
export function last(from: Place): Place {
  let at = from;
  while (at.children.length) at = at.children[0];
  return at;
}

// pathOf and follow turn a place into numbers and back.
export function pathOf(at: Place): number[] {
  const path: number[] = [];
  for (let p = at; p.parent; p = p.parent) path.push(p.parent.children.indexOf(p));
  return path.reverse();
}

export function follow(root: Place, path: number[]): Place {
  let at = root;
  for (const i of path) {
    if (!at.children[i]) break;
    at = at.children[i];
  }
  return at;
}

// promote makes a variation the line of its parent, one step up. The comments before the variation stay before its move.
export function promote(at: Place) {
  for (let p = at; p.parent; p = p.parent) {
    const { parent } = p;
    if (parent.children[0] === p) continue;
    parent.children = [p, ...parent.children.filter(child => child !== p)];
    for (const child of parent.children) child.instead = undefined;
    parent.comments = [...parent.comments, ...p.before];
    p.before = [];
    return;
  }
}

// placesAlong returns the places of moves from the root, as far as the tree has them.
export function placesAlong(root: Place, moves: string[]): Place[] {
  const line = [root];
  for (const move of moves) {
    const next = line[line.length - 1].children.find(child => child.move === move);
    if (!next) break;
    line.push(next);
  }
  return line;
}

// nearestKept returns a place, or the last one before it that the tree still has.
export function nearestKept(at: Place): Place {
  let found = at;
  for (let p = at; p.parent; p = p.parent) if (!p.parent.children.includes(p)) found = p.parent;
  return found;
}

// merge makes the annotations of a judged game in a tree, which has been changed since the game was sent: all else stays as the tree
// has it. It returns how many of the judged moves the tree has no more.
export function merge(tree: Tree, sent: Game, judged: Game): number {
  for (const { name, value } of without(judged.tags, sent.tags)) if (!tag(tree, name)) setTag(tree, name, value);
  tree.root.comments = withChange(tree.root.comments, sent.comments, judged.comments);
  const places = placesAlong(tree.root, sent.moves.map(node => node.move)).slice(1);
  for (const [i, at] of places.entries()) {
    const before = sent.moves[i], after = judged.moves[i];
    at.nags = withChange(at.nags, before.nags, after.nags);
    at.comments = withChange(at.comments, before.comments, after.comments);
    for (const variation of without(before.variations, after.variations)) {
      const old = variations(at).find(other => same(written(other), variation));
      if (old) remove(old);
    }
    for (const variation of without(after.variations, before.variations)) {
      const first = grow(at.parent!, variation.moves);
      first.before = variation.comments;
      first.instead = at;
    }
  }
  return sent.moves.length - places.length;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

// withChange makes in a list the change that leads from one list to another.
function withChange<T>(list: T[], from: T[], to: T[]): T[] {
  return [...without(list, without(from, to)), ...without(to, from)];
}

// without returns a list without the elements of another one, each as often as it is there.
function without<T>(list: T[], less: T[]): T[] {
  const left = [...less];
  return list.filter(element => {
    const i = left.findIndex(other => same(element, other));
    if (i >= 0) left.splice(i, 1);
    return i < 0;
  });
}

// remove removes a place. The comments before a variation that takes its place stay before its move.
export function remove(at: Place) {
  const { parent } = at;
  if (!parent) return;
  parent.children = parent.children.filter(child => child !== at);
  const [first] = parent.children;
  if (!first) return;
  parent.comments = [...parent.comments, ...first.before];
  first.before = [];
}

// fromGame and toGame are inverse to each other: variations with the same first move stay apart.
export function fromGame(game: Game): Tree {
  const tree = newTree(game.start);
  tree.tags = game.tags;
  tree.result = game.result;
  tree.root.comments = game.comments;
  grow(tree.root, game.moves);
  return tree;
}

// grow adds a line of moves with its variations, and returns the place after its first move.
function grow(from: Place, nodes: Node[]): Place {
  let at = from;
  const count = from.children.length;
  for (const node of nodes) {
    const next = place(node.move, at);
    next.nags = node.nags;
    next.comments = node.comments;
    at.children.push(next);
    for (const variation of node.variations) {
      const first = grow(at, variation.moves);
      first.before = variation.comments;
      first.instead = next;
    }
    at = next;
  }
  return from.children[count];
}

export function toGame(tree: Tree): Game {
  return { tags: tree.tags, start: tree.start, comments: tree.root.comments, moves: line(tree.root.children[0]), result: tree.result };
}

// line returns the moves from a place along first children, each with the variations that stand instead of it.
function line(from?: Place): Node[] {
  const nodes: Node[] = [];
  for (let at = from; at; at = at.children[0]) {
    const { move, nags, comments } = at;
    nodes.push({ move, nags, comments, variations: variations(at).map(written) });
  }
  return nodes;
}

// written returns the variation that begins with a place.
const written = (at: Place): Variation => ({ comments: at.before, moves: line(at) });

// variations returns the siblings that are written instead of a place. Those whose own sibling is gone belong to the first.
function variations(at: Place): Place[] {
  const siblings = at.parent!.children, [first, ...others] = siblings;
  return others.filter(other => (other.instead && siblings.includes(other.instead) ? other.instead : first) === at);
}

// isBare reports whether a game is one line of moves without a word or a sign.
export const isBare = ({ root }: Tree) => mainLine(root).every(at => !at.comments.length && !at.nags.length && at.children.length < 2);

// roundBrackets makes the comments of a game as PDN writes them: one with a closing curly bracket gets round ones. It says whether there was one.
export function roundBrackets(root: Place): boolean {
  let found = false;
  const round = (text: string) => {
    if (!text.includes("}")) return text;
    found = true;
    return text.replace(/{/g, "(").replace(/}/g, ")");
  };
  for (const places = [root]; places.length;) {
    const at = places.pop()!;
    at.comments = at.comments.map(round);
    at.before = at.before.map(round);
    places.push(...at.children);
  }
  return found;
}

export function tag(tree: Tree, name: string): string {
  return tree.tags.find(t => t.name === name)?.value ?? "";
}

export function setTag(tree: Tree, name: string, value: string) {
  const given = tree.tags.some(t => t.name === name) ? tree.tags : [...tree.tags, { name, value }];
  tree.tags = given.map(t => t.name === name ? { name, value } : t).filter(t => t.value);
}

// plain returns a comment as it is shown: without the commands that draw on the board, as [%cal 11-15] and [%csl 14].
export const plain = (comment: string) => comment.replace(/\s*\[%(cal|csl) [^\]]*\]/g, "").trim();

// diagramMark is the glyph by which an author asks for a diagram of the position after a move.
export const diagramMark = 201;

export function markDiagram(at: Place) {
  at.nags = at.nags.includes(diagramMark) ? at.nags.filter(n => n !== diagramMark) : [...at.nags, diagramMark];
}
