package api

import (
	"cmp"
	"errors"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/judge"
	"github.com/zonda-checkers/zonda/search"
)

// Place is a position that a client asks about.
type Place struct {
	FEN   string   `json:"fen,omitempty" minLength:"1" maxLength:"400" example:"W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29" doc:"The position, as PDN writes it; without it, the start of the game."`
	Moves []string `json:"moves,omitempty" maxItems:"1000" doc:"Moves played from this position, such as 11-15 or 15x24x31."`
}

// game returns the game of a place.
func (p Place) game() (*board.Game, error) { return p.gameAt("body") }

// gameAt returns the game of a place that stands somewhere in a request.
func (p Place) gameAt(location string) (*board.Game, error) {
	at, err := board.ParseFEN(cmp.Or(p.FEN, board.Start().FEN()))
	if err != nil {
		return nil, wrong(location+".fen", p.FEN, err)
	}
	g := board.NewGame(at)
	if err := g.PlayText(p.Moves...); err != nil {
		var move *board.MoveError
		if errors.As(err, &move) {
			return nil, wrong(location+".moves", move.Text, err)
		}
		return nil, wrong(location+".moves", nil, err)
	}
	return g, nil
}

// Choice says which moves are searched.
type Choice struct {
	SearchMoves []string `json:"searchmoves,omitempty" maxItems:"128" doc:"The moves that are searched; all without it."`
}

// moves returns the moves to search in a position, nil for all.
func (c Choice) moves(p board.Position) (all []board.Move, err error) {
	for _, text := range c.SearchMoves {
		m, err := p.ParseMove(text)
		if err != nil {
			return nil, wrong("body.searchmoves", text, err)
		}
		all = append(all, m)
	}
	return all, nil
}

// unfinished returns the game of a place where a move can be made.
func (p Place) unfinished() (*board.Game, error) {
	g, err := p.game()
	if err != nil {
		return nil, err
	}
	if outcome, over := g.Outcome(); over {
		return nil, wrong("body", nil, errors.New("the game is over: "+outcome.String()))
	}
	return g, nil
}

// Position is a position in an answer.
type Position struct {
	FEN    string `json:"fen" doc:"The position, as PDN writes it."`
	Turn   string `json:"turn" enum:"black,white" doc:"The side to move."`
	Pieces int    `json:"pieces" doc:"The pieces of both sides."`
}

func newPosition(p board.Position) Position {
	return Position{p.FEN(), strings.ToLower(p.Turn.String()), p.Pieces()}
}

// Move is a legal move.
type Move struct {
	Move     string `json:"move" example:"11-15" doc:"The move, with as many squares as tell it from all others."`
	Path     []int  `json:"path" doc:"The numbers of the squares on its way."`
	Captured []int  `json:"captured" doc:"The numbers of the squares of the pieces that it takes."`
	FEN      string `json:"fen" doc:"The position after it."`
}

func newMove(p board.Position, m board.Move) Move {
	made := Move{Move: p.MoveText(m), Path: []int{}, Captured: []int{}, FEN: p.Play(m).FEN()}
	for _, s := range p.Path(m) {
		made.Path = append(made.Path, s.Number())
	}
	for s := range board.Square(board.Squares) {
		if m.Captured.Has(s) {
			made.Captured = append(made.Captured, s.Number())
		}
	}
	return made
}

// Value is what a position or a move is worth by proof.
type Value struct {
	Result string   `json:"result" enum:"win,draw,loss,unknown" doc:"With best play of both sides."`
	DTW    *int     `json:"dtw,omitempty" doc:"Plies to the end of the game with best play, of a win or a loss. It is absent if it is not known."`
	Bounds []string `json:"bounds,omitempty" doc:"The lowest and the highest result that an unknown value can have, if that is known."`
}

func newValue(d egdb.Distance) Value {
	v := Value{Result: d.Value.String()}
	if d.Plies != egdb.Undistanced && (d.Value == board.Win || d.Value == board.Loss) {
		v.DTW = &d.Plies
	}
	return v
}

// Line is one of the best lines of a search. All values are for the side to move of the position that was searched.
type Line struct {
	Rank     int      `json:"rank" doc:"1 for the best line."`
	Depth    int      `json:"depth" doc:"Plies of the last iteration; 0 if no search was needed."`
	SelDepth int      `json:"seldepth" doc:"Plies of the longest line that was searched."`
	ScoreCP  *int     `json:"score_cp,omitempty" doc:"Hundredths of a man, unless the value is proven."`
	Value    *Value   `json:"value,omitempty" doc:"The value, if it is proven."`
	Chance   float64  `json:"chance" minimum:"0" maximum:"1" doc:"Points that are expected: 1 for a win, 0.5 for a draw."`
	Nodes    uint64   `json:"nodes" doc:"Positions that were searched."`
	TimeMS   int64    `json:"time_ms" doc:"Milliseconds of the search."`
	NPS      uint64   `json:"nps" doc:"Nodes a second."`
	TBHits   uint64   `json:"tbhits" doc:"Positions that the endgame databases answered."`
	PV       []string `json:"pv" doc:"The moves."`
}

func newLine(p board.Position, i search.Info) Line {
	l := Line{
		Rank: max(i.Rank, 1), Depth: int(i.Depth), SelDepth: i.SelDepth, Chance: judge.RoundChance(i.Chances(p.Pieces()).Expected()),
		Nodes: i.Nodes, TimeMS: i.Time.Milliseconds(), NPS: i.NodesPerSecond(), TBHits: i.DatabaseHits, PV: []string{},
	}
	if result := resultOf(i); result != board.Unknown {
		v := Value{Result: result.String()}
		if i.Score.HasPlies() && result != board.Draw {
			plies := i.Score.Plies()
			v.DTW = &plies
		}
		l.Value = &v
	} else {
		score := int(i.Score)
		l.ScoreCP = &score
	}
	for _, m := range i.PV {
		l.PV = append(l.PV, p.MoveText(m))
		p = p.Play(m)
	}
	return l
}

// resultOf returns the proven result of a line, or Unknown.
func resultOf(i search.Info) board.Result {
	switch {
	case i.Known != board.Unknown:
		return i.Known
	case i.Proven != board.Unknown:
		return i.Proven
	case i.Score.IsWin():
		return board.Win
	case i.Score.IsLoss():
		return board.Loss
	}
	return board.Unknown
}

// Limits say when a search ends: at the one that it reaches first.
type Limits struct {
	MoveTimeMS int    `json:"movetime_ms,omitempty" minimum:"1" doc:"Milliseconds; 1000 without any limit."`
	Nodes      uint64 `json:"nodes,omitempty" minimum:"1" doc:"Positions."`
	Depth      int    `json:"depth,omitempty" minimum:"1" doc:"Plies."`
}

// usualTime is the time of a search without a limit.
const usualTime = time.Second

// limits returns the limits of a search, which takes neither longer nor more nodes than the server allows.
func (s *Server) limits(l Limits) engine.Limits {
	nodes := cmp.Or(l.Nodes, s.options.MaxNodes)
	limits := engine.Limits{MoveTime: time.Duration(l.MoveTimeMS) * time.Millisecond, Nodes: nodes, Depth: search.Depth(l.Depth)}
	if l == (Limits{}) {
		limits.MoveTime = usualTime
	}
	limits.MoveTime = min(cmp.Or(limits.MoveTime, s.options.MaxTime), s.options.MaxTime)
	return limits
}
