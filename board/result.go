package board

// Result is the value of a position for one side: for the side to move,
// unless the comment on the result says otherwise. Who has won a game is told by its [Outcome].
type Result uint8

// The results. The zero value is Unknown.
const (
	Unknown Result = iota
	Loss
	Draw
	Win
)

// String returns "unknown", "loss", "draw" or "win".
func (r Result) String() string {
	switch r {
	case Loss:
		return "loss"
	case Draw:
		return "draw"
	case Win:
		return "win"
	default:
		return "unknown"
	}
}

// Opposite returns the same result as the other side sees it.
func (r Result) Opposite() Result {
	switch r {
	case Loss:
		return Win
	case Win:
		return Loss
	default:
		return r
	}
}

// Winner returns the result of a game that has this value for c.
func (r Result) Winner(c Color) Winner {
	return [...]Winner{Unknown: Unfinished, Loss: Won(c.Opponent()), Draw: Drawn, Win: Won(c)}[r]
}

// Winner says who has won a game. Its text is that of PDN, which names the first player first: in English draughts "1-0"
// means that Black won, not White as in chess.
type Winner uint8

// The results of a game. The zero value is a game without a result.
const (
	Unfinished Winner = iota // *
	BlackWon                 // 1-0
	WhiteWon                 // 0-1
	Drawn                    // 1/2-1/2
	BothLost                 // 0-0, which no board shows, but a file may
)

// Won returns the result of a game that c won.
func Won(c Color) Winner { return BlackWon + Winner(c) }

// Color returns the side that won, and false if neither did.
func (w Winner) Color() (Color, bool) {
	if w == WhiteWon {
		return White, true
	}
	return Black, w == BlackWon
}

// For returns the result as c sees it: Loss if both sides lost, Unknown if there is no result.
func (w Winner) For(c Color) Result {
	switch w {
	case Unfinished:
		return Unknown
	case Drawn:
		return Draw
	case Won(c):
		return Win
	}
	return Loss
}

// String returns the result as PDN writes it for English draughts: "1-0", "0-1", "1/2-1/2", "0-0" or "*".
func (w Winner) String() string { return [...]string{"*", "1-0", "0-1", "1/2-1/2", "0-0"}[w] }

// Outcome is how a game has ended.
type Outcome struct {
	Winner Winner
	By     Ending
}

// Ending says why a game is over.
type Ending uint8

// The endings of a game.
const (
	NoMove    Ending = iota + 1 // the side to move cannot move
	NoPieces                    // one side has no pieces left
	Threefold                   // the same position, with the same side to move, for the third time
	MoveRule                    // Game.MoveRule plies without a capture or a man's move
)

// String returns the ending in words, "ongoing" for none.
func (e Ending) String() string {
	return [...]string{"ongoing", "no move", "no pieces", "threefold repetition", "move rule"}[e]
}

// String returns the outcome in words: "Black wins: no move", "draw: move rule".
func (o Outcome) String() string {
	if c, won := o.Winner.Color(); won {
		return c.String() + " wins: " + o.By.String()
	}
	return "draw: " + o.By.String()
}
