package eval

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/internal/memory"
	"github.com/zonda-checkers/zonda/internal/yield"
)

// A weights file begins with a magic word, the length of the note (4 bytes) and the note. The weights of the
// heuristics follow as 16-bit numbers. Then come the tables of the patterns. In format 3 each table is the length of
// a zstd frame (4 bytes) and the frame. In format 2, which the program can still read, each table is not compressed. The
// file ends with a checksum (CRC-32C) of all bytes before it. All numbers are little-endian. A page has no reader of zstd, which would be
// 100 kB of its module: it gets a file of format 2 packed by gzip.
const (
	packedMagic = "ZONDAEV3"
	plainMagic  = "ZONDAEV2"
	maxNote     = 1000
	lengthBytes = 4 // of the note, and of a frame
	numberBytes = 2

	tableBytes     = entryBytes * patternEntries
	heuristicBytes = numberBytes * int(heuristics) * int(phases)
	frameOverhead  = 1024 // the greatest number of bytes by which a frame is larger than the table in it
)

// MaxFileBytes is the largest size of a weights file, in bytes.
const MaxFileBytes = len(packedMagic) + lengthBytes + maxNote + heuristicBytes +
	len(patterns)*(lengthBytes+tableBytes+frameOverhead) + file.ChecksumBytes

// Write writes the weights as a file of format 3. It returns an error if a sum of pattern weights could exceed 16 bits,
// or if the note has more than 1000 bytes.
func (l *Learned) Write(w io.Writer) error {
	if len(l.Note) > maxNote {
		return fmt.Errorf("the note has %d bytes, more than %d", len(l.Note), maxNote)
	}
	tables, err := l.tables()
	if err != nil {
		return err
	}
	frames, err := packFrames(tables)
	if err != nil {
		return err
	}
	data := binary.LittleEndian.AppendUint32([]byte(packedMagic), uint32(len(l.Note)))
	data = append(data, l.Note...)
	for _, row := range l.Heuristics {
		for _, n := range row {
			data = binary.LittleEndian.AppendUint16(data, uint16(n))
		}
	}
	for _, frame := range frames {
		data = binary.LittleEndian.AppendUint32(data, uint32(len(frame)))
		data = append(data, frame...)
	}
	_, err = w.Write(file.AppendChecksum(data))
	return err
}

// tables returns the tables of the patterns one after the other, in the form in which Evaluate reads them.
func (l *Learned) tables() ([]byte, error) {
	if sum := l.greatestSum(); sum > math.MaxInt16 {
		return nil, fmt.Errorf("the weights of patterns could add up to %d, more than %d", sum, math.MaxInt16)
	}
	data := memory.Slice[byte](len(patterns) * tableBytes)[:0]
	for _, table := range l.Patterns {
		for both := range slices.Chunk(table, 2) {
			data = binary.LittleEndian.AppendUint32(data, uint32(pairOf(both[0], both[1])))
		}
	}
	return data, nil
}

// greatestSum returns the largest sum that the early or the late weights of all patterns, Black's minus White's,
// can have.
func (l *Learned) greatestSum() int {
	var sum [2]int // of the early weights, of the late weights
	for _, table := range l.Patterns {
		for when := range sum {
			minimum, greatest := 0, 0
			for i := when; i < len(table); i += 2 {
				minimum, greatest = min(minimum, int(table[i])), max(greatest, int(table[i]))
			}
			sum[when] += greatest - minimum
		}
	}
	return max(sum[0], sum[1])
}

// ParseWeights reads a weights file. It returns an error for a file of another kind and for a damaged file. The caller
// may change data afterwards.
func ParseWeights(data []byte) (*Weights, error) {
	own := false // data may be kept
	if bytes.HasPrefix(data, []byte(gzipMagic)) {
		unpacked, err := gunzip(data)
		if err != nil {
			return nil, errDamaged
		}
		data, own = unpacked, true
	}
	packed := bytes.HasPrefix(data, []byte(packedMagic))
	if !packed && !bytes.HasPrefix(data, []byte(plainMagic)) {
		return nil, errors.New("this is no file of weights")
	}
	body, ok := file.CutChecksum(data)
	if !ok || len(body) < len(packedMagic) {
		return nil, errDamaged
	}
	r := &fileReader{rest: body[len(packedMagic):]}
	note := string(r.next(r.length()))
	var numbers weightTable
	for h := range numbers {
		for ph := range numbers[h] {
			numbers[h][ph] = Weight(r.number())
		}
	}
	var frames [len(patterns)][]byte // of a packed file
	var tables []byte
	if packed {
		for i := range frames {
			frames[i] = r.next(r.length())
		}
	} else {
		tables = r.next(len(patterns) * tableBytes)
	}
	if r.short || len(r.rest) != 0 || len(note) > maxNote {
		return nil, errDamaged
	}
	var err error
	switch {
	case packed:
		tables, err = unpackFrames(frames)
	case !own:
		tables = bytes.Clone(tables)
	}
	if err != nil {
		return nil, err
	}
	return newWeights(note, numbers, tables), nil
}

var errDamaged = errors.New("the file of weights is damaged")

// fileReader reads the parts of a weights file one after the other. short is true after the file was too short for a
// part.
type fileReader struct {
	rest  []byte
	short bool
}

// next returns the next n bytes. If fewer bytes are left, it returns some zeros and sets short.
func (r *fileReader) next(n int) []byte {
	if n < 0 || n > len(r.rest) {
		r.rest, r.short = nil, true
		return make([]byte, min(max(n, 0), lengthBytes))
	}
	part := r.rest[:n]
	r.rest = r.rest[n:]
	return part
}

func (r *fileReader) length() int { return int(int32(binary.LittleEndian.Uint32(r.next(lengthBytes)))) }

func (r *fileReader) number() int16 { return int16(binary.LittleEndian.Uint16(r.next(numberBytes))) }

// gzipMagic begins a file that gzip has packed.
const gzipMagic = "\x1f\x8b"

// gunzip unpacks a weights file.
func gunzip(data []byte) ([]byte, error) {
	in, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	plain := bytes.NewBuffer(make([]byte, 0, plainBytes+bytes.MinRead))
	const part = 1 << 20 // after which another task of a page may have its turn
	for err == nil && plain.Len() <= MaxFileBytes {
		_, err = io.CopyN(plain, in, part)
		yield.Point()
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return plain.Bytes(), err
}

// plainBytes is the size of a file of format 2 with the longest note.
const plainBytes = len(plainMagic) + lengthBytes + maxNote + heuristicBytes + len(patterns)*tableBytes + file.ChecksumBytes

// Weights holds all weights of the evaluation, in the form in which Evaluate reads them. Weights never
// change, so that any number of searches may use them at the same time.
type Weights struct {
	note       string
	heuristics weightTable              // in each phase, as in a weights file
	rows       [allPieces + 1]weightRow // of the heuristics, by the number of pieces on the board
	patterns   [len(patterns)]*patternTable
}

// newWeights returns weights. The slice tables holds the table of each pattern, one after the other.
func newWeights(note string, numbers weightTable, tables []byte) *Weights {
	w := &Weights{note: note, heuristics: numbers, rows: numbers.rows()}
	for i := range w.patterns {
		w.patterns[i] = (*patternTable)(tables[i*tableBytes:])
	}
	return w
}

// Note returns one line that says how the weights were made.
func (w *Weights) Note() string { return w.note }

// Learned holds all weights of the evaluation in a form that a caller may change. Package evaltune learns them.
type Learned struct {
	Note       string                    // one line on how the weights were made
	Heuristics [heuristics][phases]int16 // in units of LearnedUnit
	Patterns   [len(patterns)][]int16    // for each entry the early and the late weight, in the same units
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

// Weights returns the weights in the form in which Evaluate reads them. Weights of patterns whose sum could
// exceed 16 bits are an error.
func (l *Learned) Weights() (*Weights, error) {
	tables, err := l.tables()
	if err != nil {
		return nil, err
	}
	var numbers weightTable
	for h, row := range l.Heuristics {
		for ph, n := range row {
			numbers[h][ph] = Weight(n)
		}
	}
	return newWeights(l.Note, numbers, tables), nil
}

// Learned returns a copy of the weights that the caller may change.
func (w *Weights) Learned() *Learned {
	l := NewLearned()
	l.Note = w.note
	for h, row := range w.heuristics {
		for ph, n := range row {
			l.Heuristics[h][ph] = int16(n)
		}
	}
	for i, table := range w.patterns {
		for e := range uint32(patternEntries) {
			both := table.lookup(e)
			l.Patterns[i][2*e], l.Patterns[i][2*e+1] = int16(both.early()), int16(both.late())
		}
	}
	return l
}

// Weight is the value of one unit of a count. Its own unit is the 576th part of a hundredth of a man, so that
// an interpolated weight is a whole number.
type Weight int32

// weightUnit is a hundredth of a man as a Weight.
const weightUnit = unitsAHundredth * (allPieces - latePieces)

// Hundredths returns w in hundredths of a man.
func (w Weight) Hundredths() float64 { return float64(w) / weightUnit }

// Score returns w in whole hundredths of a man. It rounds towards 0, so that the scores for Black and for White differ
// only in sign.
func (w Weight) Score() Score { return Score(w / weightUnit) }

// String returns w in hundredths of a man with its sign and two decimals.
func (w Weight) String() string {
	text := strconv.FormatFloat(w.Hundredths(), 'f', 2, 64)
	if w > 0 {
		return "+" + text
	}
	return text
}
