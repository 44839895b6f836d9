package egdb

import (
	"encoding/binary"
	"errors"

	"github.com/zonda-checkers/zonda/board"
)

// Longest holds the longest distances of a slice with Black to move.
type Longest struct {
	Win, Loss           Extreme // of all positions
	QuietWin, QuietLoss Extreme // of all positions without a capture to play
}

// Extreme is a longest distance and a position that has it. Plies is -1 if there is no such
// position.
type Extreme struct {
	Plies    int
	Position board.Position
}

// extremeBytes is the size of an extreme in a file: plies, black, white, kings.
const extremeBytes = 4 * 4

// all returns the extremes in the order of the file.
func (l *Longest) all() [4]*Extreme {
	return [4]*Extreme{&l.Win, &l.Loss, &l.QuietWin, &l.QuietLoss}
}

// EncodeLongest returns the section of the longest distances.
func EncodeLongest(l Longest) (data []byte) {
	for _, e := range l.all() {
		for _, v := range []uint32{uint32(int32(e.Plies)), uint32(e.Position.Black), uint32(e.Position.White), uint32(e.Position.Kings)} {
			data = binary.LittleEndian.AppendUint32(data, v)
		}
	}
	return data
}

// openLongest reads the section of the longest distances.
func openLongest(data []byte) (l Longest, err error) {
	all := l.all()
	if len(data) != len(all)*extremeBytes {
		return l, errors.New("no longest distances")
	}
	for i, e := range all {
		at := func(k int) uint32 { return binary.LittleEndian.Uint32(data[extremeBytes*i+4*k:]) }
		e.Plies = int(int32(at(0)))
		e.Position = board.Position{Black: board.Bitboard(at(1)), White: board.Bitboard(at(2)), Kings: board.Bitboard(at(3))}
	}
	return l, nil
}
