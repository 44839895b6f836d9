// Package explain says why an ending has its value and how the value is kept: how many moves keep it, the narrow path on which it
// hangs, which moves throw it away though they look natural and how they lose, the plan of a win in steps, and the
// theme of the only move that keeps the value.
//
//	e := explain.Of(ctx, db, position)
//	fmt.Println(e.Result, e.Keeping, e.Path)
//
// An Explanation is moves, numbers and reasons; package prose writes the sentences. Everything in it was asked of the
// databases: what they do not know, and what the limits of work cut off, is left out.
//
// The method. The side in danger is the one with the smaller share of moves that keep the draw. On the path its opponent takes the
// drawing move that leaves it the most only moves in five of its moves, and it takes the reply that leaves it the fewest. The path
// ends where more than three moves keep the draw, and is told if it has an only move. A losing move looks natural if the third level of
// package level plays it in one game of ten. Its refutation goes to the first piece that falls by force, or to the position in which no move is safe.
package explain
