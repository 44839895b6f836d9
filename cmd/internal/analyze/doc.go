// Package analyze judges the moves of games: what every position is worth, which moves gave
// something away, and what should have been played.
//
//	var collection analyze.Collection
//	err := collection.Read("games.pdn", file)
//	...
//	err = analyze.Run(ctx, collection.Studies, settings, func(s *analyze.Study, v analyze.Verdict) { ... })
//	for _, s := range collection.Studies {
//		err = pdn.Write(out, s.Annotated())
//	}
//
// A position is judged without its history: repetitions and the move rule do not count. A Journal
// keeps the verdicts, so that a run that ended early can go on.
package analyze
