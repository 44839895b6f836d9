package eval

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
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
// heuristics follow, then the tables of the patterns, all as 16-bit numbers, little-endian,
// and in the end a checksum (CRC-32C) of everything before it.
const (
	fileMagic     = "ZONDAEV1"
	longestNote   = 1000
	checksumBytes = 4
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Write writes the weights as a file.
func (l *Learned) Write(w io.Writer) error {
	if len(l.Note) > longestNote {
		return fmt.Errorf("the note has %d bytes, more than %d", len(l.Note), longestNote)
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
		numbers = appendNumbers(numbers, table)
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

//go:embed weights.bin
var weightFile []byte

// tables are the weights in use: the heuristics' by the number of pieces on the board,
// and the patterns' as they stand in the file.
type tables struct {
	note       string
	heuristics weightTable
	patterns   [len(patterns)][]byte
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
	if !ok || len(rest) < checksumBytes {
		return nil, errors.New("this is no file of weights")
	}
	length := binary.LittleEndian.Uint32(rest)
	rest = rest[4:]
	want := int(length) + 2*int(heuristics)*int(phases) + len(patterns)*entryBytes*patternEntries + checksumBytes
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
	for i := range patterns {
		t.patterns[i], rest = rest[:entryBytes*patternEntries], rest[entryBytes*patternEntries:]
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

// InUse returns a copy of the weights that Evaluate uses.
func InUse() *Learned {
	l := NewLearned()
	l.Note = learned.note
	for h, row := range learned.heuristics {
		for ph, w := range row {
			l.Heuristics[h][ph] = int16(w)
		}
	}
	for i, table := range learned.patterns {
		for k := range l.Patterns[i] {
			l.Patterns[i][k] = int16(binary.LittleEndian.Uint16(table[2*k:]))
		}
	}
	return l
}

// Note returns how the weights that Evaluate uses were made.
func Note() string { return learned.note }
