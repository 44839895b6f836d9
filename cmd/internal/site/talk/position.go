package talk

import (
	"context"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// History is a game up to the position that a request is about.
type History struct {
	Start string   `json:"start"` // FEN; empty for the usual start
	Moves []string `json:"moves"` // as Position.ParseMove reads them
}

// maxMoves is the largest number of moves of a History.
const maxMoves = 4000

// Game returns the game, or an error that names the move that is wrong.
func (h History) Game() (*board.Game, error) {
	start, err := startOf(h.Start)
	if err != nil {
		return nil, err
	}
	if len(h.Moves) > maxMoves {
		return nil, fmt.Errorf("%d moves are more than %d", len(h.Moves), maxMoves)
	}
	g := board.NewGame(start)
	return g, g.PlayText(h.Moves...)
}

// startOf returns where a game begins that has a FEN, which may stand in quotes: at the usual start if it is empty.
func startOf(text string) (board.Position, error) {
	if text == "" {
		return board.Start(), nil
	}
	return board.ParseFEN(text)
}

// Position is a position of a game with all that a page shows of it.
type Position struct {
	FEN      string `json:"fen"`
	Pieces   string `json:"pieces"` // a letter for each square: b and w are men, B and W kings, a dot is empty
	Turn     string `json:"turn"`   // Black or White
	Moves    []Move `json:"moves"`  // the legal ones
	Must     bool   `json:"must"`   // the moves are captures
	Last     *Move  `json:"last,omitempty"`
	Over     string `json:"over,omitempty"` // how the game ended, in words
	Result   string `json:"result"`         // as PDN has it; "*" while the game goes on
	Database string `json:"database"`       // win, draw, loss or unknown for the side to move; empty while the databases are being opened
	AntiBook bool   `json:"antiBook"`       // the side that moved last should have avoided it
	Opening  string `json:"opening"`        // its name; empty if the game has reached none
}

// Move is a legal move.
type Move struct {
	Text     string  `json:"text"`     // as PDN has it
	Paths    [][]int `json:"paths"`    // all ways to make it: the squares that the piece stands on, 1 to 32
	Captured []int   `json:"captured"` // squares
}

func position(ctx context.Context, s *Session, g *board.Game, _ History) (Position, error) {
	p := g.Position()
	described := Position{
		FEN: p.FEN(), Pieces: p.Letters(), Turn: p.Turn.String(), Moves: movesOf(p), Must: p.Jumpers() != 0,
		Last: lastMove(g), AntiBook: s.engine.InAntiBook(p), Opening: openings.NameOf(g),
	}
	described.Over, described.Result = outcome(g, s.moveRule())
	if s.databasesOpen(ctx) {
		described.Database = s.engine.Probe(p).String()
	}
	return described, nil
}

// outcome returns how the game has ended, in words and as PDN has it.
func outcome(g *board.Game, moveRule int) (words, result string) {
	g.MoveRule = moveRule
	o, over := g.Outcome()
	winner, _ := o.Winner.Color()
	switch {
	case !over:
	case o.By == board.NoPieces:
		words = fmt.Sprintf("%s wins: %s has no pieces left", winner, winner.Opponent())
	case o.By == board.NoMove:
		words = fmt.Sprintf("%s wins: %s cannot move", winner, winner.Opponent())
	case o.By == board.Threefold:
		words = "draw: the position has occurred three times"
	default:
		words = fmt.Sprintf("draw: %d moves of both sides together without a capture and without a move of a man", moveRule)
	}
	return words, o.Winner.String()
}

func movesOf(p board.Position) []Move {
	moves := []Move{}
	for m := range p.Legal() {
		moves = append(moves, newMove(p, m))
	}
	return moves
}

func newMove(p board.Position, m board.Move) Move {
	return Move{p.MoveText(m), paths(p, m), squares(m.Captured)}
}

// lastMove returns the last move of a game, nil if there is none.
func lastMove(g *board.Game) *Move {
	played := g.Moves()
	if len(played) == 0 {
		return nil
	}
	before := g.Start()
	for _, m := range played[:len(played)-1] {
		before = before.Play(m)
	}
	last := newMove(before, played[len(played)-1])
	return &last
}

// squares returns the numbers of the squares of a set.
func squares(set board.Bitboard) []int {
	numbers := make([]int, 0, set.Count())
	for s := range board.Square(board.Squares) {
		if set.Has(s) {
			numbers = append(numbers, s.Number())
		}
	}
	return numbers
}

// Steps is a line of moves from a position.
type Steps struct {
	History
	Line []string `json:"line"`
}

// Walk is what a line passes.
type Walk struct {
	Pieces []string `json:"pieces"` // of the position after each move, as in Position
	Lasts  []Move   `json:"lasts"`  // the moves
}

// walk plays a line and returns the positions that it passes, for a page that shows the line before it is played.
func walk(_ context.Context, _ *Session, g *board.Game, q Steps) (Walk, error) {
	w := Walk{Pieces: []string{}, Lasts: []Move{}}
	for _, text := range q.Line {
		p := g.Position()
		m, err := p.ParseMove(text)
		if err != nil {
			return Walk{}, err
		}
		g.Play(m)
		w.Pieces = append(w.Pieces, g.Position().Letters())
		w.Lasts = append(w.Lasts, newMove(p, m))
	}
	return w, nil
}

// BookPage is what the opening book and the anti-book know of a position.
type BookPage struct {
	Moves    []BookMove `json:"moves"`    // the best first
	Avoid    []string   `json:"avoid"`    // moves that lead to positions of the anti-book
	AntiBook bool       `json:"antiBook"` // the position itself is one: the side to move wins
	Nodes    uint64     `json:"nodes"`    // of the last search of the entry; 0 for none
	Exact    int        `json:"exact"`    // moves of which that search told a score of their own
	Settled  bool       `json:"settled"`  // that search was longer than the one before, and found the same best move
	Source   string     `json:"source"`   // another origin of the entry, such as a file of games; empty for none
}

// BookMove is a move of the opening book.
type BookMove struct {
	Move    string `json:"move"`
	Score   *Score `json:"score,omitempty"` // backed up; none if it was never searched
	Depth   int    `json:"depth"`
	Visits  uint32 `json:"visits"`
	Opening string `json:"opening"` // the name of that which ends with the move; empty for none
}

func bookMoves(_ context.Context, s *Session, g *board.Game, _ History) (BookPage, error) {
	p := g.Position()
	page := BookPage{Moves: []BookMove{}, Avoid: []string{}, AntiBook: s.engine.InAntiBook(p)}
	if entry, ok := s.engine.BookEntry(p); ok {
		page.Nodes, page.Exact, page.Settled, page.Source = entry.Search.Nodes, entry.Search.Moves, entry.Settled, entry.Source
		for _, m := range entry.Moves {
			page.Moves = append(page.Moves, newBookMove(p, m))
		}
	}
	for m := range p.Legal() {
		if s.engine.InAntiBook(p.Play(m)) {
			page.Avoid = append(page.Avoid, p.MoveText(m))
		}
	}
	return page, nil
}

func newBookMove(p board.Position, m book.Move) BookMove {
	b := BookMove{Move: p.MoveText(m.Move), Depth: m.Depth, Visits: m.Visits, Opening: openings.NameAt(p.Play(m.Move))}
	if m.Score != book.NoScore {
		score := newScore(m.Score, p)
		b.Score = &score
	}
	return b
}

// maxPaths is the largest number of ways to make a move that a page is told. A king that takes many men in circles can
// have more; the first ones are as good.
const maxPaths = 64

// paths returns all ways to make a legal move of p, as printed numbers of squares. Two ways differ in the squares where
// the piece lands, not in what it takes.
func paths(p board.Position, m board.Move) [][]int {
	if !m.IsCapture() {
		return [][]int{{m.From.Number(), m.To.Number()}}
	}
	t := pathFinder{position: p, move: m, king: p.Kings.Has(m.From)}
	t.extend([]int{m.From.Number()}, m.From, m.Captured)
	return t.found
}

// pathFinder tries all jumps over the men that a move takes.
type pathFinder struct {
	position board.Position
	move     board.Move
	king     bool
	found    [][]int
}

// extend adds the ways that begin with the squares so far, on the last of which the piece stands, and take the rest.
func (t *pathFinder) extend(soFar []int, at board.Square, rest board.Bitboard) {
	if len(t.found) >= maxPaths {
		return
	}
	if rest == 0 {
		if at == t.move.To {
			t.found = append(t.found, append([]int(nil), soFar...))
		}
		return
	}
	free := t.position.Empty() | t.move.From.Bit()
	for _, step := range t.steps() {
		over := step(at.Bit()) & rest
		if landing := step(over) & free; landing != 0 {
			to := landing.First()
			t.extend(append(soFar, to.Number()), to, rest&^over)
		}
	}
}

// steps returns the directions in which the piece may jump.
func (t *pathFinder) steps() []func(board.Bitboard) board.Bitboard {
	down := []func(board.Bitboard) board.Bitboard{board.Bitboard.DownLeft, board.Bitboard.DownRight}
	up := []func(board.Bitboard) board.Bitboard{board.Bitboard.UpLeft, board.Bitboard.UpRight}
	switch {
	case t.king:
		return append(down, up...)
	case t.position.Turn == board.Black:
		return down
	}
	return up
}

// Score is the value of a line or of a move. A page says it in words.
type Score struct {
	Side   string  `json:"side"`   // the side that is better or wins: Black or White; empty if neither is
	Man    float64 `json:"man"`    // by how many men it is better; 0 if the result is certain
	Result string  `json:"result"` // win or draw if that is certain; empty while it is open
	Plies  int     `json:"plies"`  // to the end of a win, 0 if they are not known
	Black  float64 `json:"black"`  // the share of Black's wins in many games from here, 0 to 1
	Draw   float64 `json:"draw"`   // the share of draws
	White  float64 `json:"white"`  // the share of White's wins
}

// scoreOf returns the score of a line of a search of p. What is proven of p is true of its best line; of the others it is true only if
// p is lost.
func scoreOf(i search.Info, p board.Position) Score {
	proven := i.Proven
	if i.Rank > 1 && proven != board.Loss {
		proven = board.Unknown
	}
	if i.Known == board.Draw || proven == board.Draw {
		return Score{Result: board.Draw.String(), Draw: 1}
	}
	score := i.Score
	switch proven {
	case board.Win:
		score = max(score, eval.KnownWin)
	case board.Loss:
		score = min(score, -eval.KnownWin)
	}
	return newScore(score, p)
}

// newScore returns the score of a position with its chances.
func newScore(s eval.Score, p board.Position) Score {
	c := s.Chances(p.Pieces())
	if p.Turn == board.White {
		s, c = -s, c.Mirror()
	}
	score := Score{Black: c.Win, Draw: c.Draw, White: c.Loss}
	better, worth := board.Black, max(s, -s)
	if s < 0 {
		better = board.White
	}
	if s != 0 {
		score.Side = better.String()
	}
	if worth.IsWin() {
		score.Result, score.Plies = board.Win.String(), worth.Plies()
	} else {
		score.Man = float64(worth) / float64(eval.Man)
	}
	return score
}
