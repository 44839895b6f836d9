package main

// pdnCommand is what there is to do with files of games.
type pdnCommand struct {
	Check pdnCheckCommand `cmd:"" help:"List what is wrong with files of games, and write them clean."`
}
