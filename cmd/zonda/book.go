package main

// bookCommand holds the commands for opening books.
type bookCommand struct {
	Build  bookBuildCommand  `cmd:"" help:"Grow a book by search."`
	Import bookImportCommand `cmd:"" help:"Add the moves of games to a book."`
	Merge  bookMergeCommand  `cmd:"" help:"Add other books to a book."`
	Show   bookShowCommand   `cmd:"" help:"Print what a book knows of a position, or of the book as a whole."`
	Check  bookCheckCommand  `cmd:"" help:"Search a random sample afresh, and say how good the best moves are."`
	Export bookExportCommand `cmd:"" help:"Print a book as games in PDN."`
}
