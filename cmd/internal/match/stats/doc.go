// Package stats estimates the strength of engines from the results of games.
//
// Both engines play every opening twice with colours reversed. The two games of a pair are not
// independent: an opening that is good for Black is good for Black in both. Therefore errors are
// computed from the spread of the pairs, and never from single games.
//
//	games := stats.Games{Wins: 30, Draws: 250, Losses: 20}
//	pairs := stats.Pairs{0, 15, 110, 25, 0}
//	e := stats.Measure(games, pairs)
//	fmt.Printf("%+.0f Elo, 95 %% within %+.0f..%+.0f", e.Elo, e.Low, e.High)
//
//	test, err := stats.ParseSPRT("0,5")
//	...
//	if test.Decision(pairs) != stats.Undecided { ... } // enough games
package stats
