package endgame

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
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
			_, _ = sum.Write(c.appendTo(nil)) // a hash takes everything
		}
	}
	return sum.Sum64(), nil
}

// ErrNoBounds is the error of a directory without a description.
var ErrNoBounds = errors.New("no bounds here")

// ReadBoundsDescription reads the description of the set in a directory.
func ReadBoundsDescription(directory string) (d BoundsDescription, err error) {
	name := filepath.Join(directory, BoundsName)
	const maximum = 1 << 20
	if info, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return d, fmt.Errorf("%s: %w", directory, ErrNoBounds)
	} else if err == nil && info.Size() > maximum {
		return d, fmt.Errorf("%s: larger than %d bytes", name, maximum)
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
		return d, fmt.Errorf("%s: %w", name, err)
	}
	return d, nil
}

// Lower returns the numbers of positions by the lowest value that they can have.
func (c BoundsCounts) Lower() Counts {
	return Counts{c.Wins, c.Draws + c.AtLeastDraw, c.Losses + c.AtMostDraw + c.Unknown}
}

// Upper returns the numbers of positions by the highest value that they can have.
func (c BoundsCounts) Upper() Counts {
	return Counts{c.Wins + c.AtLeastDraw + c.Unknown, c.Draws + c.AtMostDraw, c.Losses}
}
