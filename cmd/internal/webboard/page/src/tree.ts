import type { Game, Node, Position, Tag } from "./messages";

// Place is a position of the game: the root, or what a move leads to. The first child is the main line.
export interface Place {
  move: string; // "" at the root
  parent: Place | null;
  children: Place[];
  nags: number[];
  comments: string[]; // after the move; at the root, before the first move
  before: string[]; // comments before a variation that begins with the move
  position?: Position;
}

// Tree is a game with variations.
export interface Tree {
  tags: Tag[];
  start: string; // FEN; empty for the usual start
  result: string;
  root: Place;
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

// promote makes a variation the line of its parent, one step up.
export function promote(at: Place) {
  for (let p = at; p.parent; p = p.parent) {
    const i = p.parent.children.indexOf(p);
    if (i === 0) continue;
    p.parent.children.splice(i, 1);
    p.parent.children.unshift(p);
    return;
  }
}

export function remove(at: Place) {
  if (at.parent) at.parent.children = at.parent.children.filter(child => child !== at);
}

export function fromGame(game: Game): Tree {
  const tree = newTree(game.start);
  tree.tags = game.tags;
  tree.result = game.result;
  tree.root.comments = game.comments;
  grow(tree.root, game.moves);
  return tree;
}

function grow(from: Place, nodes: Node[]) {
  let at = from;
  for (const node of nodes) {
    const next = add(at, node.move);
    next.nags = node.nags;
    next.comments = node.comments;
    for (const variation of node.variations) {
      const count = at.children.length;
      grow(at, variation.moves);
      if (at.children.length > count) at.children[count].before = variation.comments;
    }
    at = next;
  }
}

export function toGame(tree: Tree): Game {
  return { tags: tree.tags, start: tree.start, comments: tree.root.comments, moves: line(tree.root), result: tree.result };
}

// line returns the moves of first children from a place, each with the moves that could be played instead.
function line(from: Place): Node[] {
  const nodes: Node[] = [];
  for (let at = from; at.children.length; at = at.children[0]) {
    const [first, ...others] = at.children;
    nodes.push(node(first, others.map(other => ({ comments: other.before, moves: [node(other, []), ...line(other)] }))));
  }
  return nodes;
}

function node(at: Place, variations: Node["variations"]): Node {
  return { move: at.move, nags: at.nags, comments: at.comments, variations };
}

export function tag(tree: Tree, name: string): string {
  return tree.tags.find(t => t.name === name)?.value ?? "";
}

export function setTag(tree: Tree, name: string, value: string) {
  const others = tree.tags.filter(t => t.name !== name);
  tree.tags = value ? [...others, { name, value }] : others;
}
