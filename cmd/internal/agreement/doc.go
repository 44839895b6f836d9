// Package agreement measures how often the move of a shallow search is the move of a deeper
// one, on positions of games.
//
//	var positions agreement.Positions
//	err := positions.Read("games.pdn", file)
//	...
//	settings := agreement.Settings{Shallow: 5, Deep: 21, HashMiB: 64, Concurrency: 1}
//	var trials []agreement.Trial
//	err = agreement.Run(ctx, positions.Spread(1000), settings, func(t agreement.Trial) { trials = append(trials, t) })
//	fmt.Println(agreement.NewReport(settings, 1000, trials).All.Depths[0].Share)
package agreement
