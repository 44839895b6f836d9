package evaltune

import (
	"encoding/binary"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// Sample is a quiet position of a game, with the result of the game and the score of the search, or a leaf of a search
// with the score of a search of its own.
type Sample struct {
	Position board.Position // the side to move has no capture
	Result   board.Result   // of the game, for the side to move; Unknown for a leaf
	Score    eval.Score     // of the search, for the side to move
}

// Leaf reports whether the sample is a leaf of a search, which has no result.
func (s Sample) Leaf() bool { return s.Result == board.Unknown }

// sampleBytes is the size of a sample in a shard: three sets of squares, the score, the
// side to move and the result, little-endian.
const sampleBytes = 3*4 + 2 + 1 + 1

// append appends the sample to data, in the form in which a shard stores it.
func (s Sample) append(data []byte) []byte {
	data = binary.LittleEndian.AppendUint32(data, uint32(s.Position.Black))
	data = binary.LittleEndian.AppendUint32(data, uint32(s.Position.White))
	data = binary.LittleEndian.AppendUint32(data, uint32(s.Position.Kings))
	data = binary.LittleEndian.AppendUint16(data, uint16(int16(s.Score)))
	return append(data, byte(s.Position.Turn), byte(s.Result))
}

// sampleOf returns the sample that append has written to the beginning of data.
func sampleOf(data []byte) Sample {
	return Sample{
		Position: board.Position{
			Black: board.Bitboard(binary.LittleEndian.Uint32(data)),
			White: board.Bitboard(binary.LittleEndian.Uint32(data[4:])),
			Kings: board.Bitboard(binary.LittleEndian.Uint32(data[8:])),
			Turn:  board.Color(data[14]),
		},
		Score:  eval.Score(int16(binary.LittleEndian.Uint16(data[12:]))),
		Result: board.Result(data[15]),
	}
}
