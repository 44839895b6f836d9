// Package generate makes the endgame databases: the values of all positions of some pieces
// (win, loss or draw), or their distances, by retrograde analysis.
//
// Men never move back. Therefore a slice consists of one independent problem for each
// placement of the men; this problem is called a block. Blocks are solved in the order in
// which men advance, so that every move that leaves a block leads to a solved block. Inside a
// block one word of 64 bits holds 32 positions, with one king on each of the 32 squares
// (see slice). Captures and the moves of men are word operations on solved blocks (initCaptures,
// moveMen). Only king moves are iterated (settle).
//
// Run builds files. To have the values of all endgames of n pieces in memory, solve the
// Classes of 2 to n pieces in order
//
//	values := generate.NewValues()
//	for pieces := 2; pieces <= n; pieces++ {
//		for _, class := range generate.Classes(pieces) {
//			err := values.Solve(ctx, class, threads, nil)
//		}
//	}
//
// and visit the positions of a slice with Values.Each. From solves those positions alone that games from one position can come to.
package generate
