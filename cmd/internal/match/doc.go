// Package match lets engines play against each other and says what the results prove.
//
// A Plan says who plays, from which openings and with which limits; Run plays its games, each opening
// twice with colours reversed, several at a time. Every engine is a process of its own (package
// player). The runner keeps the clocks, checks every move by its own rules and decides when a game is
// over; an engine that crashes, is late or plays no legal move loses the game and is started again.
// Each finished game is a Record, kept in a Journal, with which an interrupted match can be resumed.
// Standings add up the records.
//
// A Session is a match as a person asks for it by Options: it opens the openings, the engines, the journal and the
// databases, plays what is left of the match, and prints and draws the results.
//
//	session, err := match.Open(ctx, options)
//	err = errors.Join(session.Run(ctx), session.Close())
//
// The packages below it:
//
//	player      an engine as a process: UCI-style protocol and Hub, its clock, its faults
//	stats       Elo, win ratios and their intervals, the sequential test
//	keyvalue    settings that are words KEY=VALUE
//	compliance  checks whether an engine keeps to its protocol
//	dxpgames    games against a program over a network
//
// It writes records of games: PDN files, journals, a broadcast for the board. Shelf farm plays its games on other hosts.
package match
