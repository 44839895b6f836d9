package match

// Recorder stores the games of a match and decides when there are enough. Its methods are called by one goroutine at a time.
type Recorder interface {
	// Keep stores a game that has ended, before it counts. An error ends the match.
	Keep(Record) error
	// Enough is called when the game stands in the standings; true ends the match.
	Enough(Record) bool
}
