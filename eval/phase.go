package eval

import "github.com/zonda-checkers/zonda/board"

// Phase is a stage of the game with its own weights (WC92 section 3.2). The paper has a fifth
// phase, in which endgame databases know the result. The evaluation does not need it.
type Phase int

// The phases. Each phase has one number of pieces at which only its weights count. Between two such numbers the weights
// are interpolated, so that a trade of pieces changes the score only a little.
const (
	Opening      Phase = iota // only its weights count at 24 pieces
	Middlegame                // at 18 pieces
	EarlyEndgame              // at 12 pieces
	LateEndgame               // at 6 pieces and fewer
	phases                    // the number of phases
)

const (
	allPieces   = 2 * board.MaxPieces
	phaseLength = 6 // pieces from one phase to the next
	latePieces  = 6 // allPieces less LateEndgame times phaseLength
)

// PhaseOf returns the phase whose weights have the largest share with n pieces on the board. n is 0
// to 24. If two phases have the same share, it is the later one.
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
