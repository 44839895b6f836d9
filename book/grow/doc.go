// Package grow makes opening books by search: drop-out expansion. Beginning with openings, it
// always adds the position behind the move that drops least from the best play, for either side and
// over the whole line, searches it, and backs the scores up (WC92 section 3.4 found the choice of
// positions the hard part; the priorities are after Lincke, "Strategies for the automatic construction
// of opening books").
//
//	g := grow.Growth{Draft: draft, Roots: positions, Positions: 20000, Search: ..., Save: save}
//	err := g.Run(ctx, report)
package grow
