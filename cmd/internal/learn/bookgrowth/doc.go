// Package bookgrowth makes opening books by search, by the method of drop-out expansion. The book begins with openings.
// Then it repeatedly adds the position that costs least to reach, searches it, and backs its score up. The cost of a
// position is the sum, over the line that leads to it, of a fixed price for each ply and of how much worse than the
// best move of its position each move is. After WC92 section 3.4, which found the choice of the positions the
// hard part of a book, and Lincke, "Strategies for the automatic construction of opening books".
//
//	g := bookgrowth.Growth{Builder: builder, Roots: positions, Positions: 20000, Search: ..., Save: save}
//	err := g.Run(ctx, report)
package bookgrowth
