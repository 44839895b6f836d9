package player

import "time"

// DefaultPatience is how long an engine may take if neither a Setup nor a clock sets a time.
const DefaultPatience = 10 * time.Second

// Setup holds the settings of a match that are the same for every player.
type Setup struct {
	// MoveRule is in plies. It is sent as option MoveRule to engines that declare it and
	// whose Spec does not set it.
	MoveRule int
	// Patience is how long an engine may take to start, to say that it is ready, and to
	// move when no clock binds it; 0: DefaultPatience.
	Patience   time.Duration
	Transcript Transcript // nil for none
	Slow       Slow       // nil for none
	SlowAfter  time.Duration
}

// Slow is called once if an engine has not said a word that is waited for, such as "uciok", for Setup.SlowAfter. Engine is
// the engine's name so far. Calls come from several goroutines.
type Slow func(engine, wanted string)

// Transcript is called with every line sent (direction ">"), received ("<") and written to
// standard error ("!"), from several goroutines. Engine is Spec.Name or, without one, the
// program's base name.
type Transcript func(engine string, direction string, line string)
