package bookgrowth

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/book"
)

// Import adds the first moves of a game to a book, at most plies of them. Each move gets a visit more; a new move has
// no score, and a new position gets the source. Import returns the number of new positions.
func Import(b *book.Builder, g *pdn.Game, plies int, source string) (added int, err error) {
	for p, n := range g.Walk(g.Start) {
		if plies--; plies < 0 {
			break
		}
		e, known := b.Look(p)
		if !known {
			e.Source = source
			added++
		}
		if e.Find(n.Move) == nil {
			e.Moves = append(e.Moves, book.Move{Move: n.Move, Score: book.NoScore, Searched: book.NoScore})
			if err := b.Put(p, e); err != nil {
				return added, err
			}
		}
		b.Visit(p, n.Move, 1)
	}
	return added, nil
}

// Export calls write with the lines of a book as games. A line begins at a root and follows the best moves to the end
// of the book; then comes a line for each other move. After the roots come the positions that no line has reached.
// The scores are comments.
func Export(b *book.Book, roots []board.Position, write func(*pdn.Game) error) error {
	seen := map[board.Position]bool{}
	for _, root := range roots {
		if err := exportFrom(b, root, seen, write); err != nil {
			return err
		}
	}
	for p := range b.All() {
		if err := exportFrom(b, p, seen, write); err != nil {
			return err
		}
	}
	return nil
}

// exportFrom writes the line of best moves from a position, then the lines that branch off. A line ends where another
// line, whose positions are in seen, has been.
func exportFrom(b *book.Book, start board.Position, seen map[board.Position]bool, write func(*pdn.Game) error) error {
	if _, ok := b.Look(start); !ok || seen[asBlack(start)] {
		return nil
	}
	todo := []*pdn.Game{pdn.NewGame(start)}
	for len(todo) > 0 {
		g := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		p := g.History().Position()
		began := len(g.Moves)
		for !seen[asBlack(p)] {
			e, ok := b.Look(p)
			if !ok || len(e.Moves) == 0 {
				break
			}
			seen[asBlack(p)] = true
			for _, m := range e.Moves[1:] {
				todo = append(todo, branch(g, m))
			}
			annotate(g.Add(e.Moves[0].Move), e.Moves[0])
			p = p.Play(e.Moves[0].Move)
		}
		if len(g.Moves) > began || began > 0 {
			if err := write(g); err != nil {
				return err
			}
		}
	}
	return nil
}

// branch returns a copy of a game with a move added.
func branch(g *pdn.Game, m book.Move) *pdn.Game {
	other := pdn.NewGame(g.Start)
	other.Moves = append([]pdn.Node(nil), g.Moves...)
	annotate(other.Add(m.Move), m)
	return other
}

// annotate writes the score of a move into a comment.
func annotate(n *pdn.Node, m book.Move) {
	if m.Score != book.NoScore {
		n.Comments = []string{m.Score.String()}
	}
}
