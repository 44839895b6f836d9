// Package match lets engines play against each other and says what the results prove.
//
// A Plan says who plays, from which openings and with which limits; Run plays its games, each opening
// twice with colours reversed, several at a time. Every engine is a process of its own (package
// player). The runner keeps the clocks, checks every move by its own rules and decides when a game is
// over; an engine that crashes, is late or plays no legal move loses the game and is started again.
// Each finished game is a Record, kept in a Journal, with which an interrupted match can be resumed.
// Standings add up the records.
//
//	standings := match.NewStandings(plan)
//	err := match.Run(ctx, standings, match.RunOptions{Concurrency: 2}, recorder)
//	fmt.Println(standings.Report(id, nil).Elo)
package match
