package eval

import "github.com/zonda-checkers/zonda/engine/board"

// Phase is a stage of the game that has weights of its own (WC92 section 3.2). The
// paper's fifth, where endgame databases know the result, is not the evaluation's.
type Phase int

// The phases. Each has its weights in full at one number of pieces; between two of
// those the weights are mixed, so that no trade makes the score jump.
const (
	Opening      Phase = iota // in full at 24 pieces
	Middlegame                // at 18
	EarlyEndgame              // at 12
	LateEndgame               // at 6 and fewer
	phases                    // their number
)

const (
	allPieces   = 2 * board.MaxPieces
	phaseLength = 6 // pieces from one phase to the next
	latePieces  = 6 // allPieces less LateEndgame times phaseLength
)

// PhaseOf returns the phase whose weights count most with n pieces on the board, 0
// to 24; the later one if two count the same.
func PhaseOf(n int) Phase {
	return Phase((allPieces - max(n, latePieces) + phaseLength/2) / phaseLength)
}

// String returns the phase in words.
func (ph Phase) String() string {
	return [...]string{"opening", "middlegame", "early endgame", "late endgame"}[ph]
}

// short returns the phase in one word, as the heading of a narrow column.
func (ph Phase) short() string {
	return [...]string{"opening", "middle", "early", "late"}[ph]
}
