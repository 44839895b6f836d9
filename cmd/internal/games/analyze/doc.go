// Package analyze judges the moves of games: what every position is worth, which moves gave
// something away, and what should have been played.
//
//	var collection analyze.Collection
//	err := collection.Read("games.pdn", file)
//	...
//	err = analyze.Run(ctx, &collection, settings, func(analyze.Finding) error { return nil })
//	for _, s := range collection.Studies {
//		err = pdn.Write(out, s.Annotated(false))
//	}
//
// A position is judged alone: neither its history nor the rest of its game counts, so that equal positions have one
// verdict and equal moves one judgement. A Journal keeps what was found, so that a run that ended early can go on.
package analyze
