package agreement

import (
	"fmt"
	"io"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/protocol/pdn"
)

// Positions are the positions of games in which the side to move has a choice of moves. Each position
// is kept once, in the order of the games. The zero value holds no positions.
type Positions struct {
	list []board.Position
	seen map[board.Position]bool
}

// Read adds the positions of all games of a PDN file. The error names the file and the first game
// that cannot be read as it stands.
func (s *Positions) Read(name string, r io.Reader) error {
	games, read := pdn.NewReader(r), 0
	for {
		g, err := games.Read()
		switch {
		case err == io.EOF && read == 0:
			return fmt.Errorf("%s: no game in the file", name)
		case err == io.EOF:
			return nil
		case err != nil:
			return fmt.Errorf("%s: %w", name, err)
		}
		read++
		s.addGame(g)
	}
}

func (s *Positions) addGame(g *pdn.Game) {
	p := g.Start
	s.add(p)
	for _, n := range g.Moves {
		p = p.Play(n.Move)
		s.add(p)
	}
}

func (s *Positions) add(p board.Position) {
	var moves board.MoveList
	p.Moves(&moves)
	if moves.Len() < 2 || s.seen[p] {
		return
	}
	if s.seen == nil {
		s.seen = map[board.Position]bool{}
	}
	s.seen[p] = true
	s.list = append(s.list, p)
}

// Spread returns n positions at equal distances from each other, or all if there are no more or
// n is 0.
func (s *Positions) Spread(n int) []board.Position {
	if n == 0 || n >= len(s.list) {
		return s.list
	}
	spread := make([]board.Position, n)
	for i := range spread {
		spread[i] = s.list[i*len(s.list)/n]
	}
	return spread
}
