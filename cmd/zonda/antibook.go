package main

// antibookCommand holds the commands for anti-books, which are lists of positions to avoid.
type antibookCommand struct {
	Add   antibookAddCommand   `cmd:"" help:"Add a position to a file."`
	List  antibookListCommand  `cmd:"" help:"Print the entries, a line each."`
	Check antibookCheckCommand `cmd:"" help:"Search every entry again and name those that are wrong."`
	Prove antibookProveCommand `cmd:"" help:"Ask the proof solver which entries are proven to be lost."`
	Learn antibookLearnCommand `cmd:"" help:"Find entries in games that were lost."`
	Scan  antibookScanCommand  `cmd:"" help:"Find entries beside the lines of an opening book."`
}
