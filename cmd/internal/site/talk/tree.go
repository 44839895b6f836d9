package talk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// Game is a game with its annotations.
type Game struct {
	Tags     []Tag    `json:"tags"`
	Start    string   `json:"start"` // FEN; empty for the usual start
	Comments []string `json:"comments"`
	Moves    []Node   `json:"moves"`
	Result   string   `json:"result"` // as PDN has it: "1-0" if Black won
}

// Tag is a name and a value of a game's head.
type Tag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Node is a move of a game or a variation.
type Node struct {
	Move       string      `json:"move"`
	NAGs       []int       `json:"nags"`
	Comments   []string    `json:"comments"` // after the move
	Variations []Variation `json:"variations"`
}

// Variation is what could be played instead of a move.
type Variation struct {
	Comments []string `json:"comments"` // before its first move
	Moves    []Node   `json:"moves"`
}

// GameText is a text that holds a game or a position.
type GameText struct {
	Text string `json:"text"`
}

// GameRead is a game and what is doubtful or wrong about its text.
type GameRead struct {
	Game     Game     `json:"game"`
	More     bool     `json:"more"`     // there are more games in the text
	Problems []string `json:"problems"` // what is wrong with the text, then what is in doubt
}

// readGame reads the first game of a PDN text, or a FEN.
func readGame(_ context.Context, _ *Session, q GameText) (GameRead, error) {
	text := strings.TrimSpace(q.Text)
	if text == "" {
		return GameRead{}, errors.New("there is no text")
	}
	p, wrong := startOf(text)
	if wrong == nil {
		return GameRead{Game: NewGame(pdn.NewGame(p)), Problems: []string{}}, nil
	}
	read, err := readPDN(text)
	const colons = 2 // of a FEN
	if errors.Is(err, pdn.ErrNoGame) && strings.Count(text, ":") >= colons {
		err = wrong
	}
	return read, err
}

// readPDN reads the first game of a PDN text.
func readPDN(text string) (GameRead, error) {
	r := pdn.NewReader(strings.NewReader(text))
	g, err := r.Read()
	var broken *pdn.GameError
	switch {
	case err == io.EOF:
		return GameRead{}, errors.New("there is no game in the text")
	case err != nil && !errors.As(err, &broken):
		return GameRead{}, err
	}
	problems := Problems(g, r.Remarks(), 0)
	next, end := r.Read()
	if next == nil {
		problems = append(problems, Problems(nil, r.Remarks(), 0)...)
	}
	switch {
	case errors.Is(end, pdn.ErrNoGame):
		return GameRead{}, end
	case broken != nil && len(g.Moves) == 0:
		return GameRead{}, broken
	}
	return GameRead{Game: NewGame(g), More: next != nil, Problems: problems}, nil
}

// Problems returns what a Reader says of a text that stands a number of lines below the head of its file, and what is in doubt in the game.
func Problems(g *pdn.Game, remarks []pdn.Remark, below int) []string {
	texts := []string{}
	for _, r := range remarks {
		texts = append(texts, fmt.Sprintf("line %d: %v", r.Line+below, r.Err))
	}
	if g == nil {
		return texts
	}
	for _, doubt := range g.Warnings() {
		texts = append(texts, doubt.Error())
	}
	return texts
}

// NewGame returns a game as a page has it.
func NewGame(g *pdn.Game) Game {
	p := Game{Tags: []Tag{}, Comments: notNil(g.Comments), Result: g.Result.String()}
	for _, t := range g.Tags {
		p.Tags = append(p.Tags, Tag{t.Name, t.Value})
	}
	if g.Start != board.Start() {
		p.Start = g.Start.FEN()
	}
	p.Moves = nodes(g.Start, g.Line)
	return p
}

func nodes(p board.Position, line pdn.Line) []Node {
	all := make([]Node, 0, len(line.Moves))
	for p, m := range line.Walk(p) {
		n := Node{Move: p.MoveText(m.Move), NAGs: []int{}, Comments: notNil(m.Comments), Variations: []Variation{}}
		for _, glyph := range m.NAGs {
			n.NAGs = append(n.NAGs, int(glyph))
		}
		for _, v := range m.Variations {
			n.Variations = append(n.Variations, Variation{notNil(v.Comments), nodes(p, v)})
		}
		all = append(all, n)
	}
	return all
}

func notNil(texts []string) []string { return append([]string{}, texts...) }

// writeGame returns a game as PDN.
func writeGame(_ context.Context, _ *Session, q Game) (GameText, error) {
	text, err := q.Text()
	return GameText{text}, err
}

// Text returns the game as PDN. The error names the move that is wrong.
func (g Game) Text() (string, error) {
	p, err := g.PDN()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	if err := pdn.Write(&b, p); err != nil {
		return "", err
	}
	return b.String(), nil
}

// PDN returns the game for package pdn. The error names the move that is wrong.
func (g Game) PDN() (*pdn.Game, error) {
	start, err := startOf(g.Start)
	if err != nil {
		return nil, err
	}
	read := pdn.NewGame(start)
	result, ok := pdn.ParseResult(g.Result)
	if !ok {
		return nil, fmt.Errorf("%s is no result", board.Quote(g.Result))
	}
	read.Result = result
	for _, t := range g.Tags {
		switch t.Name {
		case "Result", "FEN", "SetUp": // they follow from the game
		default:
			read.Tags = append(read.Tags, pdn.Tag(t))
		}
	}
	line, err := lineOf(start, g.Comments, g.Moves, 0)
	read.Line = line
	return read, err
}

// lineOf reads the moves of a line that begins at p.
func lineOf(p board.Position, comments []string, moves []Node, depth int) (pdn.Line, error) {
	line := pdn.Line{Comments: comments}
	if depth > pdn.MaxDepth {
		return line, fmt.Errorf("variations are nested deeper than %d", pdn.MaxDepth)
	}
	for _, n := range moves {
		m, err := p.ParseMove(n.Move)
		if err != nil {
			return line, err
		}
		node := pdn.Node{Move: m, Comments: n.Comments}
		for _, glyph := range n.NAGs {
			if glyph < 0 || glyph > 255 {
				return line, fmt.Errorf("glyph %d is not between 0 and 255", glyph)
			}
			node.NAGs = append(node.NAGs, pdn.NAG(glyph))
		}
		for _, v := range n.Variations {
			other, err := lineOf(p, v.Comments, v.Moves, depth+1)
			if err != nil {
				return line, err
			}
			node.Variations = append(node.Variations, other)
		}
		line.Moves = append(line.Moves, node)
		p = p.Play(m)
	}
	return line, nil
}

// ThinkRequest asks the engine for its move. The strength belongs to the game: each game of a page may have another one.
type ThinkRequest struct {
	History
	Level     int `json:"level"`     // option Level for this move, 0 for full strength
	MoveTime  int `json:"moveTime"`  // milliseconds for this move, 0 for a clock
	Remaining int `json:"remaining"` // milliseconds on the engine's clock
	Increment int `json:"increment"` // milliseconds that a move adds
}

// EngineMove is the engine's move.
type EngineMove struct {
	Move string `json:"move"`
}

// The longest times.
const (
	maxMoveTime = time.Hour
	maxClock    = 1000 * time.Hour
)

// limits returns the limits of the search, or an error if there are none.
func (q ThinkRequest) limits() (search.Limits, error) {
	switch {
	case !isTime(q.MoveTime, maxMoveTime):
		return search.Limits{}, errors.New("the time for a move is not between 0 and 1 hour")
	case !isTime(q.Remaining, maxClock) || !isTime(q.Increment, maxClock):
		return search.Limits{}, errors.New("the time on a clock is not between 0 and 1000 hours")
	case q.MoveTime > 0:
		return search.Limits{MoveTime: milliseconds(q.MoveTime), MultiPV: 1, QuickOnlyMove: true}, nil
	case q.Remaining > 0:
		clock := &search.Clock{Remaining: milliseconds(q.Remaining), Increment: milliseconds(q.Increment)}
		return search.Limits{Clock: clock, MultiPV: 1, QuickOnlyMove: true}, nil
	}
	return search.Limits{}, errors.New("the engine has no time for its move")
}

// isTime reports whether a number of milliseconds is a time up to most.
func isTime(n int, maximum time.Duration) bool { return n >= 0 && int64(n) <= maximum.Milliseconds() }

func milliseconds(n int) time.Duration { return time.Duration(n) * time.Millisecond }

func think(ctx context.Context, s *Session, g *board.Game, q ThinkRequest) (EngineMove, error) {
	limits, err := q.limits()
	if err != nil {
		return EngineMove{}, err
	}
	p := g.Position()
	if words, _ := outcome(g, s.moveRule()); words != "" {
		return EngineMove{}, errors.New("the game is over: " + words)
	}
	if err := s.setLevel(q.Level); err != nil {
		return EngineMove{}, err
	}
	best, err := s.searched(ctx, g, limits)
	if err != nil {
		return EngineMove{}, err
	}
	return EngineMove{p.MoveText(best.Move())}, nil
}

// searched searches and waits for the result. The error is ErrStopped if another search has begun meanwhile.
func (s *Session) searched(ctx context.Context, g *board.Game, limits search.Limits) (search.Info, error) {
	var best engine.Lines
	over := make(chan error, 1)
	s.begin(ctx, g, limits, nil, func(found engine.Lines, err error) {
		best = found
		over <- err
	})
	err := <-over
	if errors.Is(err, context.Canceled) {
		err = ErrStopped
	}
	return best.Info, err
}

// Answer says whether the engine accepts a draw.
type Answer struct {
	Accepted bool   `json:"accepted"`
	Text     string `json:"text"` // what the engine says to it
}

// How the engine decides about a draw.
const (
	timeForOffer = 300 * time.Millisecond
	worthPlaying = eval.Man / 10 // the engine plays on with more
	earlyPlies   = 20            // before which it plays on
)

// offer asks whether the engine, which is to move or waits for its opponent's move, accepts a draw. Full strength judges the
// position, whatever the strength of the game is: the slips of a level are no judgement.
func offer(ctx context.Context, s *Session, g *board.Game, q OfferRequest) (Answer, error) {
	if words, _ := outcome(g, s.moveRule()); words != "" {
		return Answer{}, errors.New("the game is over: " + words)
	}
	p := g.Position()
	value := s.engine.Probe(p)
	if value == board.Draw {
		return Answer{true, "Accepted: the databases call it a draw."}, nil
	}
	if value == board.Unknown && len(g.Moves()) < earlyPlies {
		return Answer{false, "Declined: it is too early."}, nil
	}
	all := slices.Collect(p.Legal()) // a search that is told its moves does not ask the book
	best, err := s.searched(ctx, g, search.Limits{MoveTime: timeForOffer, MultiPV: 1, SearchMoves: all, Solve: true})
	if err != nil {
		return Answer{}, err
	}
	score := best.Score
	if p.Turn.String() != q.Engine {
		score = -score
	}
	if score > worthPlaying {
		return Answer{false, "Declined: the engine wants to play on."}, nil
	}
	return Answer{true, "Accepted."}, nil
}

// OfferRequest offers the engine a draw.
type OfferRequest struct {
	History
	Engine string `json:"engine"` // its side, Black or White
}
