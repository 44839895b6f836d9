// Package tally turns results of games into claims about strength.
//
// Both engines play every opening twice with colours reversed. The two games of a
// pair are not independent, for an opening that is good for Black is so in both, and
// therefore errors are taken from the spread of the pairs and never from the games.
//
//	games := tally.Games{Wins: 30, Draws: 250, Losses: 20}
//	pairs := tally.Pairs{0, 15, 110, 25, 0}
//	e := tally.Measure(games, pairs)
//	fmt.Printf("%+.0f Elo, 95 %% within %+.0f..%+.0f", e.Elo, e.Low, e.High)
//
//	test, err := tally.ParseSPRT("0,5")
//	...
//	if test.Verdict(pairs) != tally.Undecided { ... } // enough games
package tally
