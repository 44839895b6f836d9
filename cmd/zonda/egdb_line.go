package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

type egdbLineCommand struct {
	FEN   string `arg:"" name:"fen" help:"Position from which the line begins."`
	Moves string `help:"A line to judge instead, move by move: names the moves that are not the best." placeholder:"MOVES"`
	JSON  bool   `name:"json" help:"Print JSON: fen, value, plies, moves, and with --moves what is judged."`
	distanceFlags
}

func (c egdbLineCommand) Help() string {
	return `Prints the value of the position and perfect play from it to the end of the game (with DTC to
the next conversion, and on from there): the winner takes the shortest way, the loser the
longest; of equal moves the first in the order of squares. With --moves each move is compared with
perfect play.

Examples:
  zonda egdb line B:WK19:BK1,K2
  zonda egdb line --moves "1-6 19-23" B:WK19:BK1,K2
  zonda egdb line --db ~/egdb B:WK9,12,K21:B1,K4,8,10`
}

// mostPlies bounds a line: no distance is larger.
const mostPlies = 4096

func (c egdbLineCommand) Run() error {
	p, err := board.ParseFEN(c.FEN)
	if err != nil {
		return err
	}
	db, err := c.open()
	if err != nil {
		return err
	}
	defer db.Close()
	d := db.Distance(p)
	if d.Value == board.Unknown {
		return fmt.Errorf("%s: no distance in %s", c.FEN, place(c.DB))
	}
	if c.Moves != "" {
		return c.judge(db, p)
	}
	var moves []board.Move
	for at := p; len(moves) < mostPlies && !at.Finished(); {
		m, ok := bestMove(db, at)
		if !ok {
			break
		}
		moves = append(moves, m)
		at = at.Play(m)
	}
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(lineResult{p.FEN(), d.Value.String(), d.Plies, p.LineText(moves), nil})
	}
	text := p.LineText(moves)
	if text == "" {
		text = "(no moves)"
	}
	_, err = fmt.Printf("%v\n%s\n", d, text)
	return err
}

// lineResult is a line in JSON.
type lineResult struct {
	FEN    string       `json:"fen"`
	Value  string       `json:"value"`
	Plies  int          `json:"plies"`
	Moves  string       `json:"moves"`
	Judged []judgedMove `json:"judged,omitempty"`
}

// judgedMove is a move that is not the best.
type judgedMove struct {
	Ply    int    `json:"ply"`
	FEN    string `json:"fen"`
	Move   string `json:"move"`
	Before string `json:"value"`
	After  string `json:"after"` // for the same side, the move counted
	Best   string `json:"best"`
}

// bestMove returns the first of the best moves of a decided position; false if there is
// none, or the position is drawn.
func bestMove(db distances, p board.Position) (best board.Move, ok bool) {
	want := db.Distance(p)
	var moves board.MoveList
	p.Moves(&moves)
	for _, m := range moves.Slice() {
		if after, known := afterMove(db, p, m); known && after == want && want.Value != board.Draw {
			return m, true
		}
	}
	return best, false
}

// afterMove returns what a move makes of the position for the side that plays it.
func afterMove(db distances, p board.Position, m board.Move) (d egdb.Distance, known bool) {
	child := p.Play(m)
	d = db.Distance(child)
	if d.Value == board.Unknown {
		return d, false
	}
	return db.Metric().After(p, child, d), true
}

// judge compares a line with perfect play.
func (c egdbLineCommand) judge(db distances, p board.Position) error {
	result := lineResult{FEN: p.FEN(), Judged: []judgedMove{}}
	first := db.Distance(p)
	result.Value, result.Plies = first.Value.String(), first.Plies
	var played []board.Move
	start := p
	for ply, text := range strings.Fields(c.Moves) {
		m, err := p.ParseMove(text)
		if err != nil {
			return fmt.Errorf("ply %d: %w", ply+1, err)
		}
		before := db.Distance(p)
		after, known := afterMove(db, p, m)
		if before.Value == board.Unknown || !known {
			return fmt.Errorf("ply %d: %s has no distance in %s", ply+1, p.FEN(), place(c.DB))
		}
		if after != before {
			best := "-"
			if b, ok := bestMove(db, p); ok {
				best = p.MoveText(b)
			}
			result.Judged = append(result.Judged, judgedMove{ply + 1, p.FEN(), p.MoveText(m), before.String(), after.String(), best})
		}
		played = append(played, m)
		p = p.Play(m)
	}
	result.Moves = start.LineText(played)
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(result)
	}
	return result.print(len(played), db.Distance(p))
}

func (r lineResult) print(moves int, end egdb.Distance) error {
	for _, j := range r.Judged {
		if _, err := fmt.Printf("ply %3d  %s: %s makes a %s a %s; best is %s\n", j.Ply, j.FEN, j.Move, j.Before, j.After, j.Best); err != nil {
			return err
		}
	}
	value := r.Value
	if r.Value != board.Draw.String() {
		value = fmt.Sprintf("%s in %d", r.Value, r.Plies)
	}
	_, err := fmt.Printf("%s, %d moves, %d of them not the best; after them the side to move has a %v\n",
		value, moves, len(r.Judged), end)
	return err
}
