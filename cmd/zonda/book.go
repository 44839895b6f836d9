package main

// bookCommand is the workshop of opening books.
type bookCommand struct {
	Build bookBuildCommand `cmd:"" help:"Grow a book by search."`
}
