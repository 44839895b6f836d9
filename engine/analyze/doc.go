// Package analyze judges the moves of games: what every position is worth, which moves gave
// something away, and what should have been played.
//
//	collection, err := analyze.Read("games.pdn", file)
//	...
//	err = analyze.Run(ctx, collection.Studies, settings, func(s *analyze.Study, v analyze.Verdict) { ... })
//	for _, s := range collection.Studies {
//		err = pdn.Write(out, s.Annotated())
//	}
//
// A position is judged by itself: how often it has stood on the board before, and how long
// nothing was captured, does not count. A Journal keeps what is found, so that a run
// that ended early can go on.
package analyze
