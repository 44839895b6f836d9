package match

// Clerk keeps the books of a match. Its methods are called by one goroutine at a time.
type Clerk interface {
	// Keep stores a game that has ended, before it counts. An error ends the match.
	Keep(Record) error
	// Enough is called when the game stands in the standings; true ends the match.
	Enough(Record) bool
}
