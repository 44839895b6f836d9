// Package people measures what players of a strength make of a position. Weak levels of the program play games against each other;
// some positions of each game are searched; and the numbers of eval.People are fitted to how the games ended. A third of the games
// is kept out of each fit, three times, and shows how well the fit foretells.
//
//	measured, err := people.Measure(ctx, people.Settings{Games: 1000, Seed: 1, Concurrency: 2}, people.Bands()[0], progress)
//
// The players stand for people: there are no games of beginners with known strength. What levels and people do alike is to lose men
// by oversight; what they do not is to agree to a draw or to give up, so that only the points are to be used, not the share of draws.
package people
