// The board is drawn in units of which a square has 100.
export const cell = 100, size = 800;
export const squares = Array.from({ length: 32 }, (_, i) => i + 1);

export interface Point { x: number; y: number }

// spot returns row and column of a square from the top left, Black's side at the top.
export function spot(square: number) {
  const row = (square - 1) >> 2;
  return { row, column: 2 * ((square - 1) % 4) + (row % 2 ? 0 : 1) };
}

// corner returns the upper left corner of a square.
export function corner(square: number, flipped: boolean): Point {
  const { row, column } = spot(square);
  return flipped ? { x: (7 - column) * cell, y: (7 - row) * cell } : { x: column * cell, y: row * cell };
}

export function middle(square: number, flipped: boolean): Point {
  const { x, y } = corner(square, flipped);
  return { x: x + cell / 2, y: y + cell / 2 };
}

// onFrame returns the middle of the number of a square at the edge on the frame, undefined for the other squares.
export function onFrame(square: number, flipped: boolean): Point | undefined {
  const { x, y } = middle(square, flipped), away = 22;
  if (y < cell) return { x, y: -away };
  if (y > size - cell) return { x, y: size + away };
  if (x < cell) return { x: -away, y };
  return x > size - cell ? { x: size + away, y } : undefined;
}

// squareAt returns the dark square at a point, 0 if there is none.
export function squareAt({ x, y }: Point, flipped: boolean): number {
  return squares.find(square => {
    const c = corner(square, flipped);
    return x >= c.x && x < c.x + cell && y >= c.y && y < c.y + cell;
  }) ?? 0;
}

// jumped returns the square between two squares of a jump, 0 if they are neighbours.
export function jumped(from: number, to: number): number {
  const a = spot(from), b = spot(to), row = (a.row + b.row) / 2, column = (a.column + b.column) / 2;
  return Math.abs(a.row - b.row) === 2 ? squares.find(square => spot(square).row === row && spot(square).column === column) ?? 0 : 0;
}

const f = (n: number) => Number(n.toFixed(1));

// ring returns a circle round a piece, which is open at the corner where the number stands.
export function ring({ x, y }: Point): string {
  const radius = 44, at = (degrees: number) => {
    const angle = degrees * Math.PI / 180;
    return `${f(x + radius * Math.cos(angle))} ${f(y - 0.5 + radius * Math.sin(angle))}`;
  };
  return `M${at(254)}A${radius} ${radius} 0 1 1 ${at(202)}`;
}

// Widths of an arrow: half of its shaft, half of its head, and the length of the head.
export type Widths = [number, number, number];

// arrow returns the outline of an arrow through points, from the rim of the piece at the first one to just behind the last one. It
// bends at the points between. Shaft and head are one shape, so that the arrow has one tone where it crosses another one.
export function arrow(points: Point[], [half, headHalf, headLength]: Widths): string {
  const rim = 43, behind = 8, n = points.length - 1;
  const ways = points.slice(1).map((to, i) => {
    const from = points[i], length = Math.hypot(to.x - from.x, to.y - from.y);
    return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  });
  const go = (p: Point, way: Point, far: number) => ({ x: p.x + way.x * far, y: p.y + way.y * far });
  const first = ways[0], final = ways[n - 1], tip = go(points[n], final, behind), base = go(tip, final, -headLength);
  const line = [go(points[0], first, rim), ...points.slice(1, -1), base];
  // beside returns the point of the outline at a point of the line, on one side of it or the other.
  const beside = (i: number, width: number) => {
    const a = ways[Math.max(0, i - 1)], b = ways[Math.min(n - 1, i)], join = Math.max(0.2, 1 + a.x * b.x + a.y * b.y);
    return `${f(line[i].x - (a.y + b.y) / join * width)} ${f(line[i].y + (a.x + b.x) / join * width)}`;
  };
  const all = line.map((_, i) => i), start = beside(0, half);
  return `M${start}A${half} ${half} 0 0 1 ${all.map(i => beside(i, -half)).join("L")}L${beside(n, -headHalf)}L${f(tip.x)} ${f(tip.y)}` +
    `L${beside(n, headHalf)}L${all.reverse().map(i => beside(i, half)).join("L")}Z`;
}
