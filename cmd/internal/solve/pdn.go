package solve

import (
	"errors"
	"fmt"
	"io"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
)

// ReadPDN reads the games of a PDN file as problems. A game needs a FEN and a Result, which is the
// result of best play; 1-0 says that Black wins. The moves of a game are shown as one solution; there
// may be others. The error is about the file as a whole; games that are no problems are in Malformed.
func ReadPDN(name string, r io.Reader) (Suite, error) {
	suite := Suite{Name: name, Format: PDN}
	number := 0
	for g, err := range pdn.Read(r) {
		var broken *pdn.GameError
		if err != nil && !errors.As(err, &broken) {
			return suite, fmt.Errorf("%s: %w", name, err)
		}
		number++
		source := fmt.Sprintf("%s: game %d", name, number)
		p, err := gameProblem(g, rawProblem{source: source, id: fmt.Sprintf("%s#%d", suite.stem(), number)})
		if !g.StartKnown() {
			err = broken.Problems[0].Err
		}
		if broken != nil {
			source = fmt.Sprintf("%s:%d: game %d", name, broken.Line(), number)
		}
		suite.add(p, err, source)
		if err == nil && broken != nil {
			suite.Doubtful = append(suite.Doubtful, fmt.Errorf("%s: %w", source, broken.Problems[0].Err))
		}
	}
	if len(suite.Problems) == 0 {
		return suite, fmt.Errorf("%w (no problem in the file)", suite.Malformed[0])
	}
	return suite, nil
}

// gameProblem makes a problem of a game. Source and id of e are set before.
func gameProblem(g *pdn.Game, e rawProblem) (Problem, error) {
	switch {
	case g.Start == board.Start():
		return Problem{}, errors.New("no FEN: the game begins at the start")
	case g.Result == board.Unfinished || g.Result == board.BothLost:
		return Problem{}, fmt.Errorf("result %s does not say who wins", g.Result)
	}
	if winner, won := g.Result.Color(); won {
		if o, _ := g.History().Outcome(); o.Winner == board.Won(winner.Opponent()) {
			return Problem{}, fmt.Errorf("result %s, but by its moves the game is %s", g.Result, o.Winner)
		}
	}
	e.fen, e.result = g.Start.FEN(), g.Result.String()
	p, err := e.problem()
	p.Line = g.History().Moves()
	return p, err
}
