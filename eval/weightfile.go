package eval

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"slices"

	"github.com/zonda-checkers/zonda/engine/memory"
)

// Learned is all weights of the evaluation: what a weights file holds.
type Learned struct {
	Note       string                    // how they were made, one line
	Heuristics [heuristics][phases]int16 // in units of LearnedUnit
	Patterns   [len(patterns)][]int16    // for each entry early and late, in the same units
}

// LearnedUnit is the unit of a weights file, in hundredths of a man.
const LearnedUnit = 1.0 / unitsAHundredth

const unitsAHundredth = 32

// NewLearned returns weights that are all zero.
func NewLearned() *Learned {
	l := &Learned{}
	for i := range patterns {
		l.Patterns[i] = make([]int16, 2*patternEntries)
	}
	return l
}

// A weights file begins with fileMagic, the length of the note, and the note. The
// heuristics follow as 16-bit numbers, then the tables of the patterns as pairs of 32 bits, all
// little-endian, and in the end a checksum (CRC-32C) of everything before it.
const (
	fileMagic     = "ZONDAEV2"
	longestNote   = 1000
	lengthBytes   = 4 // of the note's length
	numberBytes   = 2
	checksumBytes = 4
)

// weightBytes is what the weights take in a file.
const weightBytes = numberBytes*int(heuristics)*int(phases) + len(patterns)*entryBytes*patternEntries

// LongestFile is the size in bytes that no weights file exceeds.
const LongestFile = len(fileMagic) + lengthBytes + longestNote + weightBytes + checksumBytes

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Write writes the weights as a file. Weights of patterns that could add up to more than 16 bits
// are an error.
func (l *Learned) Write(w io.Writer) error {
	if len(l.Note) > longestNote {
		return fmt.Errorf("the note has %d bytes, more than %d", len(l.Note), longestNote)
	}
	if sum := l.greatestSum(); sum > math.MaxInt16 {
		return fmt.Errorf("the weights of patterns could add up to %d, more than %d", sum, math.MaxInt16)
	}
	var data bytes.Buffer
	data.WriteString(fileMagic)
	var numbers []byte
	numbers = binary.LittleEndian.AppendUint32(numbers, uint32(len(l.Note)))
	data.Write(numbers)
	data.WriteString(l.Note)
	numbers = numbers[:0]
	for _, row := range l.Heuristics {
		numbers = appendNumbers(numbers, row[:])
	}
	for _, table := range l.Patterns {
		for both := range slices.Chunk(table, 2) {
			numbers = binary.LittleEndian.AppendUint32(numbers, uint32(pairOf(both[0], both[1])))
		}
	}
	data.Write(numbers)
	sum := binary.LittleEndian.AppendUint32(nil, crc32.Checksum(data.Bytes(), castagnoli))
	data.Write(sum)
	_, err := w.Write(data.Bytes())
	return err
}

func appendNumbers(data []byte, numbers []int16) []byte {
	data = slices.Grow(data, 2*len(numbers))
	for _, n := range numbers {
		data = binary.LittleEndian.AppendUint16(data, uint16(n))
	}
	return data
}

// greatestSum returns what the early or the late weights of all patterns, Black's less White's, add up
// to at the most.
func (l *Learned) greatestSum() int {
	var sum [2]int // early and late
	for _, table := range l.Patterns {
		for when := range sum {
			least, greatest := 0, 0
			for i := when; i < len(table); i += 2 {
				least, greatest = min(least, int(table[i])), max(greatest, int(table[i]))
			}
			sum[when] += greatest - least
		}
	}
	return max(sum[0], sum[1])
}

//go:embed weights.bin
var weightFile []byte

// tables are the weights in use: the heuristics' by the number of pieces on the board,
// and the patterns' as they stand in the file.
type tables struct {
	note       string
	heuristics weightTable
	patterns   [len(patterns)]*patternTable
}

// learned is the weights in the program. Only the heuristics' are read at the start.
var learned = func() *tables {
	t, err := parseWeights(weightFile)
	if err != nil {
		panic(err) // the file is part of the program, and a test reads it
	}
	return t
}()

// parseWeights finds the parts of a weights file. It does not look at the checksum, for
// which it would have to read all.
func parseWeights(data []byte) (*tables, error) {
	rest, ok := bytes.CutPrefix(data, []byte(fileMagic))
	if !ok || len(rest) < lengthBytes {
		return nil, errors.New("this is no file of weights")
	}
	length := binary.LittleEndian.Uint32(rest)
	rest = rest[lengthBytes:]
	want := int(length) + weightBytes + checksumBytes
	if length > longestNote || len(rest) != want {
		return nil, fmt.Errorf("the file of weights has %d bytes, not %d", len(rest), want)
	}
	t := &tables{note: string(rest[:length])}
	rest = rest[length:]
	for h := range t.heuristics {
		for ph := range t.heuristics[h] {
			t.heuristics[h][ph] = Weight(int16(binary.LittleEndian.Uint16(rest)))
			rest = rest[2:]
		}
	}
	rest = memory.Near(rest)
	for i := range patterns {
		t.patterns[i] = (*patternTable)(rest)
		rest = rest[len(patternTable{}):]
	}
	return t, nil
}

// checkWeights returns an error unless the checksum of a weights file is right.
func checkWeights(data []byte) error {
	if len(data) < checksumBytes {
		return errors.New("this is no file of weights")
	}
	body, sum := data[:len(data)-checksumBytes], data[len(data)-checksumBytes:]
	if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(sum) {
		return errors.New("the file of weights is damaged")
	}
	return nil
}

// ParseLearned reads a weights file. A file that is no such file, or is damaged, is an error.
func ParseLearned(data []byte) (*Learned, error) {
	t, err := parseWeights(data)
	if err != nil {
		return nil, err
	}
	if err := checkWeights(data); err != nil {
		return nil, err
	}
	return t.copy(), nil
}

// InUse returns a copy of the weights that Evaluate uses.
func InUse() *Learned { return learned.copy() }

// copy returns the weights as numbers that may be changed.
func (t *tables) copy() *Learned {
	l := NewLearned()
	l.Note = t.note
	for h, row := range t.heuristics {
		for ph, w := range row {
			l.Heuristics[h][ph] = int16(w)
		}
	}
	for i, table := range t.patterns {
		for e := range uint32(patternEntries) {
			both := table.look(e)
			l.Patterns[i][2*e], l.Patterns[i][2*e+1] = int16(both.early()), int16(both.late())
		}
	}
	return l
}

// Note returns how the weights that Evaluate uses were made.
func Note() string { return learned.note }
