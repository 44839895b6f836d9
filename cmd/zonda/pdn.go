package main

// pdnCommand holds the commands for files of games.
type pdnCommand struct {
	Check pdnCheckCommand `cmd:"" help:"List what is wrong with files of games, and write them clean."`
}
