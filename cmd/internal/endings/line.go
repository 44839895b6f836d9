package endings

import (
	"fmt"
	"io"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
)

// Line is a line of play, with the value of the position from which it begins.
type Line struct {
	FEN    string       `json:"fen"`
	Value  string       `json:"value"`
	Plies  int          `json:"plies"`
	Moves  string       `json:"moves"`
	Judged []JudgedMove `json:"judged,omitempty"`

	judged     bool // the moves were given, and are compared with perfect play
	length     int  // of the line, in plies
	start, end egdb.Distance
}

// JudgedMove is a move that is not the best.
type JudgedMove struct {
	Ply    int    `json:"ply"`
	FEN    string `json:"fen"`
	Move   string `json:"move"`
	Before string `json:"value"`
	After  string `json:"after"` // value after the move, for the side that moved
	Best   string `json:"best"`
}

// bestMove returns the first of the best moves of a decided position; false if there is
// none, or the position is drawn.
func bestMove(db Distances, p board.Position) (best board.Move, ok bool) {
	want := db.Distance(p)
	for m := range p.Legal() {
		if after, known := afterMove(db, p, m); known && after == want && want.Value != board.Draw {
			return m, true
		}
	}
	return best, false
}

// afterMove returns the distance of the position for the side to move if it plays the move.
func afterMove(db Distances, p board.Position, m board.Move) (d egdb.Distance, known bool) {
	child := p.Play(m)
	d = db.Distance(child)
	if d.Value == board.Unknown {
		return d, false
	}
	plies := 0
	if d.Value != board.Draw {
		plies = db.Metric().Before(p, child, d.Plies)
	}
	return egdb.Distance{Value: d.Value.Opposite(), Plies: plies}, true
}

// maxPlies bounds a line: no distance is larger.
const maxPlies = 4096

// PerfectLine returns perfect play from a position to the end of the game, or as far as distances are known.
func PerfectLine(db Distances, p board.Position) Line {
	var moves []board.Move
	for at := p; len(moves) < maxPlies && !at.Finished(); {
		m, ok := bestMove(db, at)
		if !ok {
			break
		}
		moves = append(moves, m)
		at = at.Play(m)
	}
	d := db.Distance(p)
	return Line{FEN: p.FEN(), Value: d.Value.String(), Plies: d.Plies, Moves: p.LineText(moves), length: len(moves), start: d}
}

// JudgeLine compares moves with perfect play. Place is where the distances come from, for errors.
func JudgeLine(db Distances, p board.Position, moves, place string) (Line, error) {
	first := db.Distance(p)
	line := Line{FEN: p.FEN(), Value: first.Value.String(), Plies: first.Plies, Judged: []JudgedMove{}, judged: true, start: first}
	var played []board.Move
	start := p
	for ply, text := range strings.Fields(moves) {
		m, err := p.ParseMove(text)
		if err != nil {
			return line, fmt.Errorf("ply %d: %w", ply+1, err)
		}
		before := db.Distance(p)
		after, known := afterMove(db, p, m)
		if before.Value == board.Unknown || !known {
			return line, fmt.Errorf("ply %d: %s has no distance in %s", ply+1, p.FEN(), place)
		}
		if after != before {
			best := "-"
			if b, ok := bestMove(db, p); ok {
				best = p.MoveText(b)
			}
			line.Judged = append(line.Judged, JudgedMove{ply + 1, p.FEN(), p.MoveText(m), before.String(), after.String(), best})
		}
		played = append(played, m)
		p = p.Play(m)
	}
	line.Moves, line.length, line.end = start.LineText(played), len(played), db.Distance(p)
	return line, nil
}

// Print prints the value and the moves, or what is not the best of the moves that were judged.
func (l Line) Print(out io.Writer) error {
	if !l.judged {
		text := l.Moves
		if text == "" {
			text = "(no moves)"
		}
		_, err := fmt.Fprintf(out, "%v\n%s\n", l.start, text)
		return err
	}
	for _, j := range l.Judged {
		if _, err := fmt.Fprintf(out, "ply %3d  %s: %s makes a %s a %s; best is %s\n", j.Ply, j.FEN, j.Move, j.Before, j.After, j.Best); err != nil {
			return err
		}
	}
	value := l.Value
	if l.Value != board.Draw.String() {
		value = fmt.Sprintf("%s in %d", l.Value, l.Plies)
	}
	_, err := fmt.Fprintf(out, "%s, %d moves, %d of them not the best; after them the side to move has a %v\n",
		value, l.length, len(l.Judged), l.end)
	return err
}
