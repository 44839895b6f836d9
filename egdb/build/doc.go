// Package build generates the endgame databases: win, loss and draw values of all
// positions of some pieces by retrograde analysis, many positions at a time.
//
// Men never move back. A slice therefore falls apart into one independent problem
// per placement of the men, a block, and blocks are solved in the order in which men
// advance: whatever leaves a block is known. Inside, a word holds the 32 squares of
// one king at once (see slice), captures and men's moves are word operations on
// solved blocks (seed, menMoves), and only king moves are iterated (iterate).
//
// To get the values of all endgames of n pieces, solve the Classes of 2 to n pieces
// in order:
//
//	values := build.NewValues()
//	for pieces := 2; pieces <= n; pieces++ {
//		for _, class := range build.Classes(pieces) {
//			err := values.Solve(ctx, class, threads, nil)
//		}
//	}
//
// and visit the positions of a slice with Values.Each.
package build
