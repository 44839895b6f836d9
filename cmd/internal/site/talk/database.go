package talk

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/explain"
	"github.com/zonda-checkers/zonda/protocol/session"
)

// databasesEvent is the name of the event that tells that databases were opened: answers that the page has may be others now.
const databasesEvent = "databases"

// databasesOpen begins to open the databases of the engine, and reports whether they are open. If they are not, or if they are
// others than at the call before, the page is told when they are open.
func (s *Session) databasesOpen(ctx context.Context) bool {
	opened := s.engine.Loaded()
	open := false
	select {
	case <-opened:
		open = true
	default:
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	news := s.databases != opened && (s.databases != nil || !open)
	s.databases = opened
	if news {
		s.waiting.Go(func() {
			select {
			case <-opened:
				s.Emit(databasesEvent, Nothing{})
			case <-ctx.Done():
			}
		})
	}
	return open
}

// Table is what the endgame databases know of a position and of each move.
type Table struct {
	Value    Value      `json:"value"`
	Moves    []MoveRank `json:"moves"`    // the best first
	Complete int        `json:"complete"` // the databases that are open hold all positions of up to this number of pieces
	Pieces   int        `json:"pieces"`   // and some of up to this number
}

// Value is what the databases know, for the side to move.
type Value struct {
	Result string `json:"result"` // win, draw, loss, or unknown beyond the databases
	Plies  int    `json:"plies"`  // to the end of the game with perfect play, 0 if they are not known
}

// MoveRank is the value of a move for the side that makes it.
type MoveRank struct {
	Move  string `json:"move"`
	Value Value  `json:"value"`
}

// worth is a value as numbers.
type worth struct {
	result board.Result
	plies  int
	known  bool // the plies are known
}

func (w worth) value() Value {
	v := Value{Result: w.result.String()}
	if w.known && w.result != board.Draw {
		v.Plies = w.plies
	}
	return v
}

// rank orders moves: short wins first, then draws, long losses, and moves of unknown value last.
func (w worth) rank() int {
	const far = 1 << 16
	plies := far
	if w.known {
		plies = w.plies
	}
	switch w.result {
	case board.Win:
		return plies - 4*far
	case board.Draw:
		return -far
	case board.Loss:
		return 2*far - plies
	}
	return 4 * far
}

// worthOf returns what the databases know of p for its side to move.
func worthOf(e *session.Session, p board.Position) worth {
	if p.Over() {
		return worth{board.Loss, 0, true}
	}
	if value, plies := e.Distance(p); value != board.Unknown {
		return worth{value, plies, true}
	}
	return worth{result: e.Probe(p)}
}

// worthAfter returns the value of a move for the side that makes it.
func worthAfter(e *session.Session, p board.Position, m board.Move) worth {
	w := worthOf(e, p.Play(m))
	w.result = w.result.Opposite()
	w.plies++
	return w
}

func database(_ context.Context, s *Session, g *board.Game, _ History) (Table, error) {
	p := g.Position()
	t := Table{Value: worthOf(s.engine, p).value(), Moves: []MoveRank{}}
	t.Complete, t.Pieces = s.engine.DatabasePieces()
	type ranked struct {
		MoveRank
		rank int
	}
	var rows []ranked
	for m := range p.Legal() {
		w := worthAfter(s.engine, p, m)
		rows = append(rows, ranked{MoveRank{p.MoveText(m), w.value()}, w.rank()})
	}
	slices.SortStableFunc(rows, func(a, b ranked) int { return cmp.Compare(a.rank, b.rank) })
	for _, r := range rows {
		t.Moves = append(t.Moves, r.MoveRank)
	}
	return t, nil
}

// explainEnding says why the position has its value and how the value is kept.
func explainEnding(ctx context.Context, s *Session, g *board.Game, _ History) (explain.Explanation, error) {
	return s.engine.ExplainEnding(ctx, g.Position()), nil
}

// PerfectLine is perfect play from a position.
type PerfectLine struct {
	Moves []string `json:"moves"`
	Ends  bool     `json:"ends"` // the line goes to the end of the game
}

// maxPlies bounds a line: no distance is larger.
const maxPlies = 4096

// perfect returns perfect play from a position to the end of the game: the shortest win against the longest defence.
func perfect(_ context.Context, s *Session, g *board.Game, _ History) (PerfectLine, error) {
	p := g.Position()
	var line []board.Move
	at := p
	for len(line) < maxPlies {
		m, ok := perfectMove(s.engine, at)
		if !ok {
			break
		}
		line = append(line, m)
		at = at.Play(m)
	}
	return PerfectLine{textsOf(p, line), at.Over()}, nil
}

// perfectMove returns a best move of a position whose distance is known; false if there is none, or the position is drawn.
func perfectMove(e *session.Session, p board.Position) (board.Move, bool) {
	want := worthOf(e, p)
	if p.Over() || !want.known || want.result == board.Draw {
		return board.Move{}, false
	}
	for m := range p.Legal() {
		if worthAfter(e, p, m) == want {
			return m, true
		}
	}
	return board.Move{}, false
}

// DealRequest asks for an opening of a suite.
type DealRequest struct {
	Deck string `json:"deck"`
	ID   string `json:"id"` // of an opening; empty for any that is in play
}

// Dealt is an opening.
type Dealt struct {
	ID    string   `json:"id"`
	Name  string   `json:"name"`
	Start string   `json:"start"` // FEN
	Moves []string `json:"moves"`
}

func deal(_ context.Context, _ *Session, q DealRequest) (Dealt, error) {
	if !slices.Contains(openings.Names(), q.Deck) {
		return Dealt{}, fmt.Errorf("no deck %s", board.Quote(q.Deck))
	}
	deck, err := openings.Open(q.Deck, q.ID != "") // a barred opening is dealt only by its number
	if err != nil {
		return Dealt{}, err
	}
	i := rand.IntN(len(deck))
	if q.ID != "" {
		i = slices.IndexFunc(deck, func(o openings.Opening) bool { return o.ID == q.ID })
	}
	if i < 0 {
		return Dealt{}, fmt.Errorf("deck %s has no opening %s", q.Deck, board.Quote(q.ID))
	}
	chosen := deck[i]
	return Dealt{chosen.ID, chosen.Name, chosen.Start.FEN(), textsOf(chosen.Start, chosen.Moves)}, nil
}

// Strength is a step of the ladder of strengths, one for each value of option Level.
type Strength struct {
	Level int    `json:"level"` // the value of the option
	Name  string `json:"name"`
	Elo   int    `json:"elo"` // above the weakest; full strength is stronger than that
}

// fullStrength is the value of option Level that limits nothing.
const fullStrength = 0

// setLevel gives the engine the strength of a game.
func (s *Session) setLevel(level int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if value := strconv.Itoa(level); value != s.engine.Option("Level") {
		s.end()
		return s.engine.SetOption("Level", value)
	}
	return nil
}

// strengthNames are the levels 1 to 10 by names: docs/protocol.md has the matches in
// which they were measured.
var strengthNames = [engine.MaxLevel]string{
	"First steps", "Beginner", "Learner", "Casual", "Improver", "Club", "Strong club", "Expert", "Master", "Champion",
}

// fullElo is the least Elo of full strength above the strongest level.
const fullElo = 200

// strengths returns the ladder, the weakest first and full strength last.
func strengths() (ladder []Strength) {
	above := func(level int) int { return engine.LevelElo[level] - engine.LevelElo[0] }
	for i, name := range strengthNames {
		ladder = append(ladder, Strength{i + 1, name, above(i)})
	}
	return append(ladder, Strength{fullStrength, "Max", above(engine.MaxLevel-1) + fullElo})
}
