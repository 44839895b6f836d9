// Package judge judges the moves of games: what every position is worth, which moves gave
// something away, and what should have been played.
//
//	judgements, err := judge.Game(ctx, game, judge.Usual())
//
// Many games are a Collection, whose findings are told as they come:
//
//	var collection judge.Collection
//	err := collection.Read("games.pdn", file)
//	...
//	err = judge.Run(ctx, &collection, settings, func(judge.Finding) error { return nil })
//	for _, s := range collection.Studies {
//		err = pdn.Write(out, s.Annotated(false))
//	}
//
// A position is judged alone: neither its history nor the rest of its game counts, so that equal positions have one
// verdict and equal moves one judgement. A Journal keeps what was found, so that a run that ended early can go on.
package judge
