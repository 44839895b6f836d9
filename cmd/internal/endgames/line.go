package endgames

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/egdb/generate"
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

// BestMove returns the first of the best moves of a decided position; false if there is
// none, or the position is drawn.
func BestMove(db Distances, p board.Position) (best board.Move, ok bool) {
	want := db.Distance(p)
	for m := range p.Legal() {
		if after, known := AfterMove(db, p, m); known && after == want && want.Value != board.Draw {
			return m, true
		}
	}
	return best, false
}

// AfterMove returns the distance of the position for the side to move if it plays the move.
func AfterMove(db Distances, p board.Position, m board.Move) (d egdb.Distance, known bool) {
	child := p.Play(m)
	d = db.Distance(child)
	if d.Value == board.Unknown {
		return d, false
	}
	return db.Metric().After(p, child, d), true
}

// mostPlies bounds a line: no distance is larger.
const mostPlies = 4096

// PerfectLine returns perfect play from a position to the end of the game, or as far as distances are known.
func PerfectLine(db Distances, p board.Position) Line {
	var moves []board.Move
	for at := p; len(moves) < mostPlies && !at.Finished(); {
		m, ok := BestMove(db, at)
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
		after, known := AfterMove(db, p, m)
		if before.Value == board.Unknown || !known {
			return line, fmt.Errorf("ply %d: %s has no distance in %s", ply+1, p.FEN(), place)
		}
		if after != before {
			best := "-"
			if b, ok := BestMove(db, p); ok {
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

// BuildPrinter prints what a build does.
type BuildPrinter struct {
	*cli.Meter
	out       io.Writer
	asJSON    bool
	began     time.Time
	positions uint64
	bytes     int
	now       string // what the bar says
}

// NewBuildPrinter returns a printer of a build that begins now, of lines or of JSON objects.
func NewBuildPrinter(out io.Writer, asJSON bool) *BuildPrinter {
	return &BuildPrinter{Meter: cli.NewMeter(out), out: out, asJSON: asJSON, began: time.Now()}
}

// buildLine is a finished slice in JSON.
type buildLine struct {
	Slice     string  `json:"slice"`
	Phase     string  `json:"phase"`
	Positions uint64  `json:"positions"`
	Seconds   float64 `json:"seconds"`
	Rate      float64 `json:"positions_per_second_per_core,omitempty"`
	Bytes     int     `json:"bytes,omitempty"`
	Found     bool    `json:"found"`
}

// Report prints a slice that is finished, and moves the bar.
func (p *BuildPrinter) Report(at generate.Progress) {
	if f := at.Finished; f != nil {
		line := buildLine{at.Slice.String(), at.Phase.String(), f.Positions, (f.Busy + f.Elapsed).Seconds(), 0, f.Bytes, f.Found}
		if f.Busy > 0 {
			line.Rate = float64(f.Positions) / f.Busy.Seconds()
		}
		if at.Phase == generate.Packing {
			p.positions += f.Positions
			p.bytes += f.Bytes
		}
		p.Line("%s", p.text(line))
	}
	p.Step("build", "steps", at.Done, at.Total)
	if now := fmt.Sprintf("%v of %v", at.Phase, at.Slice); now != p.now {
		p.now = now
		p.Note(now)
	}
}

// million scales rates for people.
const million = 1e6

func (p *BuildPrinter) text(l buildLine) string {
	if p.asJSON {
		data, err := json.Marshal(l)
		if err != nil {
			return err.Error()
		}
		return string(data)
	}
	text := fmt.Sprintf("%-6s %-9s %11d positions", l.Phase, l.Slice, l.Positions)
	if l.Found {
		return text + ", found"
	}
	text += fmt.Sprintf(" %7.1f s", l.Seconds)
	if l.Rate > 0 {
		text += fmt.Sprintf(" %5.1f M/s a core", l.Rate/million)
	}
	if l.Bytes > 0 {
		text += fmt.Sprintf(" %8d bytes, %.0f a byte", l.Bytes, float64(l.Positions)/float64(l.Bytes))
	}
	return text
}

// Finish prints the sum, and what working files are left in the directory.
func (p *BuildPrinter) Finish(directory string) error {
	total := buildTotal{p.positions, p.bytes, time.Since(p.began).Seconds(), ValuesIn(directory)}
	switch {
	case p.Err() != nil:
		return p.Err()
	case p.asJSON:
		return json.NewEncoder(p.out).Encode(total)
	}
	if p.bytes > 0 {
		p.Line("%d positions in %d bytes, %.1f a byte; %.1f s",
			total.Positions, total.Bytes, float64(p.positions)/float64(p.bytes), total.Seconds)
	}
	if total.Values > 0 {
		p.Line("%d MiB of values (*.values) are kept, from which larger builds go on", total.Values>>20+1)
	}
	return p.Err()
}

// buildTotal is the sum in JSON.
type buildTotal struct {
	Positions uint64  `json:"positions"`
	Bytes     int     `json:"bytes"`
	Seconds   float64 `json:"seconds"`
	Values    int64   `json:"values_bytes"` // of working files left
}

// ValuesIn returns the bytes of the working files in a directory.
func ValuesIn(directory string) (bytes int64) {
	names, err := filepath.Glob(filepath.Join(directory, "*"+generate.ValuesExtension))
	if err != nil {
		return 0
	}
	for _, name := range names {
		if info, err := os.Stat(name); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
}

// sampleSize is the number of positions of a sample: more than caches of the processor hold.
const sampleSize = 1 << 16

// Sampler returns random positions of a number of pieces, the same in every run. All placements are
// equally likely.
type Sampler struct {
	*rand.Rand
	slices []egdb.Material
	below  []uint64 // number of positions in each slice and all slices before it
}

// NewSampler returns a sampler of positions with this number of pieces.
func NewSampler(pieces int) *Sampler {
	s := &Sampler{Rand: rand.New(rand.NewPCG(1, uint64(pieces)))}
	sum := uint64(0)
	for _, m := range egdb.Slices(pieces) {
		sum += m.Positions()
		s.slices = append(s.slices, m)
		s.below = append(s.below, sum)
	}
	return s
}

// Position returns a random position, Black or White to move.
func (s *Sampler) Position() board.Position {
	n := s.Uint64N(s.below[len(s.below)-1])
	i := 0
	for s.below[i] <= n {
		i++
	}
	for {
		if p, ok := s.place(s.slices[i]); ok {
			return p
		}
	}
}

// place puts the pieces of m on random squares; false if men stand where they would
// be kings.
func (s *Sampler) place(m egdb.Material) (p board.Position, ok bool) {
	put := func(n uint8) (set board.Bitboard) {
		for set.Count() < int(n) {
			set |= board.Square(s.IntN(board.Squares)).Bit() &^ (p.Black | p.White)
		}
		return set
	}
	blackMen := put(m.BlackMen)
	p.Black |= blackMen
	whiteMen := put(m.WhiteMen)
	p.White |= whiteMen
	kings := put(m.BlackKings)
	p.Black |= kings
	p.Kings = put(m.WhiteKings)
	p.White |= p.Kings
	p.Kings |= kings
	if s.IntN(2) == 1 {
		p = p.Mirror()
		blackMen, whiteMen = whiteMen.Turned(), blackMen.Turned()
	}
	return p, blackMen&board.WhiteBackRow == 0 && whiteMen&board.BlackBackRow == 0
}

// sampleTries is how many random positions are tried for each position of a sample: positions of a kind
// may be rare, or not exist.
const sampleTries = 50

// Sample returns random positions for which is returns true. It returns fewer positions if they are
// rare.
func (s *Sampler) Sample(is func(board.Position) bool) []board.Position {
	var all []board.Position
	for range sampleSize * sampleTries {
		if p := s.Position(); is(p) {
			if all = append(all, p); len(all) == sampleSize {
				break
			}
		}
	}
	return all
}

// Walk returns the positions for which is returns true, of those that searches of two plies from random
// positions visit.
func (s *Sampler) Walk(is func(board.Position) bool) []board.Position {
	var all []board.Position
	visit := func(p board.Position) {
		if is(p) && !p.Finished() {
			all = append(all, p)
		}
	}
	for len(all) < sampleSize {
		root := s.Position()
		visit(root)
		eachMove(root, func(p board.Position) {
			visit(p)
			eachMove(p, visit)
		})
	}
	return all
}

// eachMove visits the positions after the moves of p.
func eachMove(p board.Position, visit func(board.Position)) {
	for m := range p.Legal() {
		visit(p.Play(m))
	}
}
