package match

import (
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/protocol/client"
)

// Record is a finished game, a line of JSON in a journal.
type Record struct {
	Game         int           `json:"game"`           // its number in the plan
	Void         bool          `json:"void,omitempty"` // the game before with this number does not count: its result was forged
	Opening      string        `json:"opening"`        // its ID in its suite
	Black        int           `json:"black"`          // index of an engine
	White        int           `json:"white"`
	Result       string        `json:"result"` // as PDN has it: "1-0" if Black won
	Ending       string        `json:"ending"` // a board.Ending or a client.FaultKind in words, Adjudicated, Agreed or Resigned
	Detail       string        `json:"detail,omitempty"`
	Loser        string        `json:"loser,omitempty"`   // the engine at fault, if one was
	FaultElapsed time.Duration `json:"late,omitempty"`    // how long the engine at fault had been thinking, in nanoseconds
	HostLateness time.Duration `json:"machine,omitempty"` // the lateness of the host during the game, in nanoseconds
	Began        time.Time     `json:"began"`
	Plies        []Ply         `json:"plies"` // after the opening
}

// Adjudicated is the ending of a game that the endgame databases decided.
const Adjudicated = "databases"

// Agreed is the ending of a game that both engines have scored as a draw for many plies.
const Agreed = "agreement"

// Resigned is the ending of a game that an engine has given up.
const Resigned = "resignation"

// agreed reports whether the last plies with a reported depth, as many as given, all have a score of 0,
// and whether both engines have played some of them. Moves without a depth do not count, because they
// were played without a search.
func (r *Record) agreed(plies int) bool {
	told := [2]int{} // by the engines
	for i := len(r.Plies) - 1; i >= 0; i-- {
		ply := r.Plies[i]
		if ply.Depth == 0 {
			continue
		}
		if score, ok := client.ParseScore(ply.Score); !ok || !score.IsDraw() {
			return false
		}
		told[i%2]++
		if told[0] > 0 && told[1] > 0 && told[0]+told[1] >= plies {
			return true
		}
	}
	return false
}

// Ply is a move of a game and what its engine said of it.
type Ply struct {
	Move    string        `json:"m"`
	Elapsed time.Duration `json:"t"`           // by the runner's clock, in nanoseconds
	Excused bool          `json:"l,omitempty"` // it was later than the margin, which the lateness of the host excuses
	Clock   time.Duration `json:"c,omitempty"` // left after the move, where there is a clock
	Score   string        `json:"s,omitempty"` // for the side that moved: "+0.12", "win 31", "draw"
	Depth   int           `json:"d,omitempty"`
	Nodes   uint64        `json:"n,omitempty"`
	Reply   string        `json:"r,omitempty"` // what the engine expected of its opponent, if it told
	Line    string        `json:"v,omitempty"` // its principal variation, where --pdn asks for it

	client.Effort
}

// engine returns the index of the engine that had a colour.
func (r *Record) engine(side board.Color) int {
	if side == board.White {
		return r.White
	}
	return r.Black
}

// Half points of a game.
const (
	lost  = 0
	drawn = 1
	won   = 2
)

// points returns Black's half points.
func (r *Record) points() int {
	switch result, _ := pdn.ParseResult(r.Result); result {
	case board.BlackWon:
		return won
	case board.WhiteWon:
		return lost
	}
	return drawn
}

// loser returns the index of the engine at fault, in a game that has one.
func (r *Record) loser() int {
	if r.pointsOf(r.Black) == lost {
		return r.Black
	}
	return r.White
}

// pointsOf returns an engine's half points.
func (r *Record) pointsOf(engine int) int {
	if engine == r.Black {
		return r.points()
	}
	return won - r.points()
}

// add appends a move, which an engine has played in position at, to the game. late tells whether the move came later
// than the margin.
func (r *Record) add(at board.Position, reply client.Reply, clock time.Duration, late bool) {
	ply := Ply{
		Move: at.MoveText(reply.Move), Elapsed: reply.Elapsed, Excused: late, Clock: clock,
		Score: reply.Score.String(), Depth: reply.Depth, Nodes: reply.Nodes,
		Line: at.LineText(reply.Line), Effort: reply.Effort,
	}
	if !reply.Expected.IsNone() {
		ply.Reply = at.Play(reply.Move).MoveText(reply.Expected)
	}
	r.Plies = append(r.Plies, ply)
}

// decide ends the game.
func (r *Record) decide(winner board.Winner, ending string) {
	r.Result, r.Ending = winner.String(), ending
}

// Fits returns an error unless the game is one of the plan's and has a result.
func (p *Plan) Fits(r Record) error {
	if err := p.Has(r); err != nil {
		return err
	}
	if result, ok := pdn.ParseResult(r.Result); !ok || result == board.Unfinished {
		return fmt.Errorf("game %d has no result: %s", r.Game, board.Quote(r.Result))
	}
	return nil
}

// Has returns an error unless the game, which may be in play, is one of the plan's.
func (p *Plan) Has(r Record) error {
	if r.Game < 1 {
		return fmt.Errorf("game %d: games are numbered from 1", r.Game)
	}
	f := p.Scheduled(r.Game)
	if r.Black != f.Black || r.White != f.White || r.Opening != p.Opening(f).ID {
		return fmt.Errorf("game %d is not the one that the match has there", r.Game)
	}
	return nil
}
