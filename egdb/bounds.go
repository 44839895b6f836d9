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

	"github.com/zonda-checkers/zonda/engine/board"
)

// Names of the files of a set of bounds: a description, and two files of values for each pair of slices.
const (
	BoundsName     = "bounds.json"
	LowerExtension = ".lower"
	UpperExtension = ".upper"
)

// BoundsVersion is the version of the description of a set of bounds.
const BoundsVersion = 1

// BoundsDescription describes a set of bounds.
type BoundsDescription struct {
	Version    int            `json:"version"`
	Pieces     int            `json:"pieces"`                // on the board
	SidePieces int            `json:"side_pieces,omitempty"` // of one side, at most; 0 for any number
	MaxKings   int            `json:"max_kings"`             // at most, of both sides together
	Complete   uint64         `json:"complete"`              // Fingerprint of the complete values of fewer pieces
	Slices     []BoundsCounts `json:"slices"`
}

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
	const most = 1 << 20
	if info, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return d, fmt.Errorf("%s: no bounds here", directory)
	} else if err == nil && info.Size() > most {
		return d, fmt.Errorf("%s: larger than %d bytes", name, most)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return d, err
	}
	if err := json.Unmarshal(data, &d); err != nil {
		return d, fmt.Errorf("%s: %w", name, err)
	}
	switch {
	case d.Version != BoundsVersion:
		return d, fmt.Errorf("%s: version %d, this program knows %d", name, d.Version, BoundsVersion)
	case d.Pieces < 3 || d.Pieces > MaxPieces || d.MaxKings < 0 || d.MaxKings > d.Pieces || d.SidePieces < 0:
		return d, fmt.Errorf("%s: impossible set of %d pieces with at most %d kings", name, d.Pieces, d.MaxKings)
	}
	return d, nil
}

// Bounds is a set of bounds: of the values of positions of one number of pieces with few kings, on top of complete values of
// fewer pieces. Several goroutines may use it at once. Close must be the last call.
type Bounds struct {
	BoundsDescription
	complete     *Library
	lower, upper Library
}

// OpenBounds opens the bounds in a directory. complete must hold the values on which the bounds were built, and stay open. The
// error names what is wrong.
func OpenBounds(directory string, complete *Library) (*Bounds, error) {
	d, err := ReadBoundsDescription(directory)
	if err != nil {
		return nil, err
	}
	below, err := Fingerprint(d.Pieces-1, d.SidePieces, complete.CountsOf)
	if err != nil {
		return nil, fmt.Errorf("%s: needs all values of %d pieces: %w", directory, d.Pieces-1, err)
	}
	if below != d.Complete {
		return nil, fmt.Errorf("%s: was built on other values of %d pieces", directory, d.Pieces-1)
	}
	b := &Bounds{BoundsDescription: d, complete: complete}
	var problems []error
	none := func() ([]*Slice, error) { return nil, nil }
	for extension, l := range map[string]*Library{LowerExtension: &b.lower, UpperExtension: &b.upper} {
		kind := fileKind[*Slice]{extension, OpenSlice}
		problems = append(problems, openSlices(&l.mappedFiles, kind, Options{Directory: directory}, none, func(s *Slice, _ string) error {
			l.database.Add(s)
			return nil
		})...)
	}
	if len(problems) > 0 {
		return nil, errors.Join(append(problems, b.Close())...)
	}
	return b, nil
}

// Close unmaps the files.
func (b *Bounds) Close() error { return errors.Join(b.lower.Close(), b.upper.Close()) }

// Bounds returns the lowest and the highest value that p can have for its side to move: both are equal if the value is
// known, and Loss and Win if nothing is.
func (b *Bounds) Bounds(p board.Position) (low, high board.Result) {
	if p.Turn == board.White {
		p = p.Mirror()
	}
	if !regular(p) || p.Pieces() > b.Pieces {
		return board.Loss, board.Win
	}
	if p.Pieces() < b.Pieces {
		if v := b.complete.Probe(p); v != board.Unknown {
			return v, v
		}
		return board.Loss, board.Win
	}
	if jumpersDown(p.Black, p.White, p.Kings) != 0 {
		return b.captures(p)
	}
	return b.StoredBounds(p)
}

// BoundedPieces returns the number of pieces of the positions that may have bounds.
func (b *Bounds) BoundedPieces() int { return b.Pieces }

// StoredBounds returns the bounds that are stored for p: Loss and Win for a position with a capture, and for one with another
// number of pieces or with more kings than the set has.
func (b *Bounds) StoredBounds(p board.Position) (low, high board.Result) {
	if p.Kings.Count() > b.MaxKings || p.Pieces() != b.Pieces {
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
func (b *Bounds) captures(p board.Position) (low, high board.Result) {
	var moves board.MoveList
	p.Moves(&moves)
	low, high = board.Loss, board.Loss
	for _, m := range moves.Slice() {
		l, h := b.Bounds(p.Play(m))
		low, high = max(low, h.Opposite()), max(high, l.Opposite())
	}
	return low, high
}
