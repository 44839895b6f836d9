package egdb

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// Names of the files of a set of bounds: a description, and two files of values for each pair of slices.
const (
	BoundsName     = "bounds.json"
	LowerExtension = ".lower"
	UpperExtension = ".upper"
)

// BoundsDescription describes a set of bounds.
type BoundsDescription struct {
	Version    int            `json:"version"`
	Pieces     int            `json:"pieces"`                // on the board, at most
	SidePieces int            `json:"side_pieces,omitempty"` // of one side, at most; 0 for any number
	MaxKings   KingLimits     `json:"max_kings"`             // of both sides together; the last limit is that of Pieces
	Complete   uint64         `json:"complete"`              // Fingerprint of the complete values of fewer pieces
	Slices     []BoundsCounts `json:"slices"`
}

// KingLimits are the most kings on the board of a set of bounds, of both sides together: for each number of pieces beyond the
// complete values, the fewest pieces first.
type KingLimits []int

// CompletePieces returns the largest number of pieces of which the set needs all values.
func (d *BoundsDescription) CompletePieces() int { return d.Pieces - len(d.MaxKings) }

// Limit returns the most kings of positions of a number of pieces, and whether the set has any of these positions.
func (d *BoundsDescription) Limit(pieces int) (kings int, bounded bool) {
	i := pieces - d.CompletePieces() - 1
	if i < 0 || i >= len(d.MaxKings) {
		return 0, false
	}
	return d.MaxKings[i], true
}

// String returns the pieces and the limits, for people.
func (d *BoundsDescription) String() string {
	var limits []string
	for i, kings := range d.MaxKings {
		limits = append(limits, fmt.Sprintf("%d pieces with at most %d kings", d.CompletePieces()+1+i, kings))
	}
	return strings.Join(limits, ", ")
}

// Check returns an error that names what is impossible in the pieces and limits of the set.
func (d *BoundsDescription) Check() error {
	if d.Pieces < 3 || d.Pieces > MaxPieces || d.SidePieces < 0 {
		return fmt.Errorf("impossible set of %d pieces, at most %d of a side", d.Pieces, d.SidePieces)
	}
	if len(d.MaxKings) == 0 || d.CompletePieces() < minPieces {
		return fmt.Errorf("%d limits of kings for %d pieces", len(d.MaxKings), d.Pieces)
	}
	for i, kings := range d.MaxKings {
		if pieces := d.CompletePieces() + 1 + i; kings < 0 || kings > pieces {
			return fmt.Errorf("at most %d kings with %d pieces", kings, pieces)
		}
	}
	return nil
}

// minPieces is the number of pieces of the smallest endgames.
const minPieces = 2

// BoundsCounts are the numbers of positions of a slice with Black to move, by what is known of them.
type BoundsCounts struct {
	Slice       string `json:"slice"`
	Wins        uint64 `json:"wins"`
	Draws       uint64 `json:"draws"`
	Losses      uint64 `json:"losses"`
	AtLeastDraw uint64 `json:"at_least_draw"`
	AtMostDraw  uint64 `json:"at_most_draw"`
	Unknown     uint64 `json:"unknown"`
}

// Within reports whether no side of a material has more than a number of pieces, 0 for any number.
func Within(m Material, sidePieces int) bool {
	return sidePieces == 0 || max(m.Black(), m.White()) <= sidePieces
}

// Fingerprint returns a hash of the counts of all slices of 2 to a number of pieces in which no side has more than sidePieces, 0 for
// any number.
func Fingerprint(pieces, sidePieces int, counts func(m Material) (Counts, bool)) (hash uint64, err error) {
	sum := fnv.New64a()
	for n := 2; n <= pieces; n++ {
		for _, m := range Slices(n) {
			if !Within(m, sidePieces) {
				continue
			}
			c, known := counts(m)
			if !known {
				return 0, fmt.Errorf("the slice %v is missing", m)
			}
			_ = binary.Write(sum, binary.LittleEndian, c) // a hash takes everything
		}
	}
	return sum.Sum64(), nil
}

// ReadBoundsDescription reads the description of the set in a directory.
func ReadBoundsDescription(directory string) (d BoundsDescription, err error) {
	name := filepath.Join(directory, BoundsName)
	const maximum = 1 << 20
	if info, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return d, kindError{fmt.Errorf("%s: no bounds here", directory), ErrNoFile}
	} else if err == nil && info.Size() > maximum {
		return d, damaged(fmt.Errorf("%s: larger than %d bytes", name, maximum))
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return d, err
	}
	var v struct {
		Version int `json:"version"`
	}
	if err = json.Unmarshal(data, &v); err == nil && v.Version != BoundsVersion {
		err = fmt.Errorf("version %d, this program knows %d", v.Version, BoundsVersion)
	}
	if err == nil {
		err = json.Unmarshal(data, &d)
	}
	if err == nil {
		err = d.Check()
	}
	if err != nil {
		return d, damaged(fmt.Errorf("%s: %w", name, err))
	}
	return d, nil
}

// bounds is a set of bounds: of the values of positions with few kings, of one or more numbers of pieces on top of complete values
// of fewer pieces.
type bounds struct {
	BoundsDescription
	complete     *library
	lower, upper library
}

// open opens the bounds in the directory o.Bounds on top of the values on which they were built. It opens all files or none.
func (b *bounds) open(o Options, complete *library) error {
	d, err := ReadBoundsDescription(o.Bounds)
	if err != nil {
		return err
	}
	below, err := Fingerprint(d.CompletePieces(), d.SidePieces, complete.CountsOf)
	if err != nil {
		return kindError{fmt.Errorf("%s: needs all values of %d pieces: %w", o.Bounds, d.CompletePieces(), err), ErrNoFile}
	}
	if below != d.Complete {
		return damaged(fmt.Errorf("%s: was built on other values of %d pieces", o.Bounds, d.CompletePieces()))
	}
	memory := o.Memory - min(o.Memory, complete.resident)
	var problems []error
	none := func() ([]*Slice, error) { return nil, nil }
	for _, side := range []struct {
		extension string
		library   *library
	}{{LowerExtension, &b.lower}, {UpperExtension, &b.upper}} {
		l, kind := side.library, fileKind[*Slice]{side.extension, OpenSlice}
		files := Options{Directory: o.Bounds, Memory: memory, LeftOut: func(err error) { problems = append(problems, err) }}
		openSlices(&l.mappedFiles, kind, files, none, func(s *Slice, _ string) error {
			l.database.Add(s)
			l.slices = append(l.slices, s)
			return nil
		})
		memory -= min(memory, l.resident)
	}
	if len(problems) == 0 {
		problems = b.strangers(d)
	}
	if len(problems) > 0 {
		return errors.Join(append(problems, b.lower.close(), b.upper.close())...)
	}
	b.BoundsDescription, b.complete = d, complete
	return nil
}

// strangers returns an error for each slice of the description whose files are missing or have other counts.
func (b *bounds) strangers(d BoundsDescription) (problems []error) {
	for _, s := range d.Slices {
		m, err := ParseMaterial(s.Slice)
		lower, _ := b.lower.CountsOf(m)
		upper, _ := b.upper.CountsOf(m)
		if err == nil && (lower != s.lower() || upper != s.upper()) {
			err = fmt.Errorf("the files of %s are not those that %s describes", s.Slice, BoundsName)
		}
		if err != nil {
			problems = append(problems, damaged(err))
		}
	}
	return problems
}

// lower returns the numbers of positions by the lowest value that they can have.
func (c BoundsCounts) lower() Counts {
	return Counts{c.Wins, c.Draws + c.AtLeastDraw, c.Losses + c.AtMostDraw + c.Unknown}
}

// upper returns the numbers of positions by the highest value that they can have.
func (c BoundsCounts) upper() Counts {
	return Counts{c.Wins + c.AtLeastDraw + c.Unknown, c.Draws + c.AtMostDraw, c.Losses}
}

// of returns the bounds of p.
func (b *bounds) of(p board.Position) (low, high board.Result) {
	if p.Turn == board.White {
		p = p.Mirror()
	}
	if b.complete == nil || !regular(p) || p.Pieces() > b.Pieces {
		return board.Loss, board.Win
	}
	if p.Pieces() <= b.CompletePieces() || p.Finished() {
		if v := b.complete.Probe(p); v != board.Unknown {
			return v, v
		}
		return board.Loss, board.Win
	}
	if jumpersDown(p.Black, p.White, p.Kings) != 0 {
		return b.captures(p)
	}
	return b.stored(p)
}

// stored returns the bounds that are stored for p.
func (b *bounds) stored(p board.Position) (low, high board.Result) {
	if maximum, bounded := b.Limit(p.Pieces()); !bounded || p.Kings.Count() > maximum {
		return board.Loss, board.Win
	}
	low, high = b.lower.ProbeStored(p), b.upper.ProbeStored(p)
	if low == board.Unknown {
		low = board.Loss
	}
	if high == board.Unknown {
		high = board.Win
	}
	return low, high
}

// captures returns the bounds of a position with captures, which lead to fewer pieces.
func (b *bounds) captures(p board.Position) (low, high board.Result) {
	var moves board.MoveList
	p.Moves(&moves)
	low, high = board.Loss, board.Loss
	for _, m := range moves.Slice() {
		l, h := b.of(p.Play(m))
		low, high = max(low, h.Opposite()), max(high, l.Opposite())
	}
	return low, high
}
