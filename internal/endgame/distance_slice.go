package endgame

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame/ribbon"
)

// DistanceExtension returns the extension of the files of a metric: ".dtw" or ".dtc".
func DistanceExtension(metric Metric) string { return "." + metric.String() }

// The sections of a file of distances.
const (
	SectionLevels  = iota // model: the fields of ModelFields, then a signed number of two bytes for each entry
	SectionCodes          // see EncodeCodes
	SectionBits           // a ribbon of bits
	SectionLongest        // see EncodeLongest
	distanceKinds
)

func distanceFormat(metric Metric) *format {
	return &format{
		"zonda" + strings.ToUpper(metric.String()), DistanceVersion, distanceKinds,
		"a slice of " + metric.String() + " distances", func(uint8) bool { return false },
	}
}

// EncodeDistances returns a file of distances with the sections, which must be in order.
func EncodeDistances(metric Metric, h Header, sections []Section) []byte {
	return distanceFormat(metric).encode(h, sections)
}

// DistanceSlice is a file of distances of one material and its mirror. It stores lost positions
// in which the side to move cannot capture, either all or half of them. The distances of all
// other positions follow from the stored ones. Several goroutines may use it at once.
type DistanceSlice struct {
	Header
	Metric  Metric
	Longest [2]Longest // of the material and of its mirror, with Black to move
	size    int
	halves  [2]DistanceHalf
}

// DistanceHalf is one side to move of a slice of distances. Every position has a symbol, which is its plies
// in units of the metric. Bit i of the code word of the symbol is stored under
// the key of the position with i above it, see BitKey.
type DistanceHalf struct {
	rule  uint8 // bit r is set if lost positions of parity r are stored, see DistanceStorable
	salt  uint64
	model *Model
	codes *Codes
	bits  *ribbon.Bits

	unreadable *atomic.Bool // is true if the file has become unreadable; nil if the file is in memory
}

// OpenDistances opens a file of distances, which it reads in place: data must not change
// afterwards. It checks all checksums; an error begins with name.
func OpenDistances(name string, metric Metric, data []byte) (*DistanceSlice, error) {
	s, err := openDistances(metric, data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// Watch gives the slice the flag that is set when its file becomes unreadable.
func (s *DistanceSlice) Watch(unreadable *atomic.Bool) {
	s.halves[0].unreadable, s.halves[1].unreadable = unreadable, unreadable
}

func openDistances(metric Metric, data []byte) (*DistanceSlice, error) {
	h, sections, err := distanceFormat(metric).decode(data)
	if err != nil {
		return nil, err
	}
	if err := (&Shape{Material: h.Material}).check(); err != nil {
		return nil, err
	}
	if n := h.Material.Pieces(); n > MaxDistancePieces {
		return nil, fmt.Errorf("%d pieces: a file of distances has at most %d", n, MaxDistancePieces)
	}
	s := &DistanceSlice{Header: h, Metric: metric, size: len(data)}
	for i, m := range s.Materials() {
		s.halves[i].rule = bothParities
		s.halves[i].salt = h.Salt
		for _, section := range sections {
			if int(section.Half) != i {
				continue
			}
			if err := s.add(i, m, section); err != nil {
				return nil, err
			}
		}
		if half := &s.halves[i]; (half.model == nil) != (half.codes == nil) || half.model == nil && half.bits != nil {
			return nil, errors.New("a section is missing")
		}
	}
	if h.Material.Symmetric() {
		s.halves[1], s.Longest[1] = s.halves[0], s.Longest[0]
	}
	return s, nil
}

// add reads a section of half i, which is material m.
func (s *DistanceSlice) add(i int, m Material, section Section) (err error) {
	into := &s.halves[i]
	switch section.Kind {
	case SectionLevels:
		var values half
		err = values.open(m, section.Data)
		into.rule, into.model = values.rule, values.model
		if err == nil && into.model.Variant == MaterialShot {
			err = errors.New("an impossible model")
		}
	case SectionCodes:
		into.codes, err = OpenCodes(section.Data)
	case SectionBits:
		var bits ribbon.Bits
		bits, err = ribbon.OpenBits(section.Data)
		into.bits = &bits
	default:
		s.Longest[i], err = openLongest(section.Data)
	}
	return err
}

// Size returns the number of bytes of the file.
func (s *DistanceSlice) Size() int { return s.size }

// DistanceStorable reports whether a lost position with Black to move is stored: it is quiet
// and the rule has the bit of the parity of the number of Black's pieces on odd rows. Every quiet
// move of Black changes the parity, and no quiet move of White.
func DistanceStorable(p board.Position, rule uint8) bool {
	return rule>>((p.Black&oddRows).Count()&1)&1 != 0 && JumpersDown(p.Black, p.White, p.Kings) == 0
}

// MaxDistancePieces is the largest number of pieces of a file of distances.
const MaxDistancePieces = 8

// symbolShift is the place of the number of a bit in a packed position, above the squares.
const symbolShift = squareBits * MaxDistancePieces

// BitKey returns the key of bit i of the code word of a packed position.
func BitKey(packed uint64, i int, salt uint64) uint64 {
	return Key(packed|uint64(i)<<symbolShift, salt)
}

// Level returns the prediction of a model without shots for p, which must be quiet and of the
// slice, and the position packed into a number.
func (m *Model) Level(p board.Position) (level int, key uint64) {
	var list [slots]uint8
	squares(p, &list)
	key = packed(&list, m.Shape.pieces)
	if m.Variant == Constant {
		return 0, key
	}
	var terms [MaxPieces * MaxPieces]uint16
	for _, t := range m.Terms(p, terms[:0]) {
		level += int(int16(binary.LittleEndian.Uint16(m.tables[entryBytes*int(t):])))
	}
	return level, key
}

// Half returns the half of the material of the file, 0, or of its mirror, 1.
func (s *DistanceSlice) Half(i int) *DistanceHalf { return &s.halves[i] }

// Readable reports whether the file may be read.
func (h *DistanceHalf) Readable() bool { return readable(h.unreadable) }

// Stores reports whether a lost position with Black to move is stored.
func (h *DistanceHalf) Stores(p board.Position) bool { return DistanceStorable(p, h.rule) }

// Plies returns the distance of a stored position with Black to move.
func (h *DistanceHalf) Plies(p board.Position, metric Metric) (plies int, ok bool) {
	if h.model == nil {
		return 0, false
	}
	level, packed := h.model.Level(p)
	symbol, ok := h.codes.Symbol(h.codes.Context(level), func(i int) bool {
		return h.bits != nil && h.bits.Get(BitKey(packed, i, h.salt))
	})
	return symbol * metric.Unit(), ok
}

// Stored returns the distance of p, with Black to move and lost, if it is stored.
func (s *DistanceSlice) Stored(p board.Position) (plies int, ok bool) {
	i := s.Side(MaterialOf(p))
	if !readable(s.halves[i].unreadable) || !DistanceStorable(p, s.halves[i].rule) {
		return 0, false
	}
	return s.halves[i].Plies(p, s.Metric)
}

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

// extremeBytes is the size of an extreme in a file: the plies, Black's pieces, White's pieces and the kings.
const extremeBytes = 4 * 4

// all returns the extremes in the order of the file.
func (l *Longest) all() [4]*Extreme {
	return [4]*Extreme{&l.Win, &l.Loss, &l.QuietWin, &l.QuietLoss}
}

// EncodeLongest returns the section of the longest distances.
func EncodeLongest(l Longest) (data []byte) {
	for _, e := range l.all() {
		for _, n := range []uint32{uint32(e.Plies), uint32(e.Position.Black), uint32(e.Position.White), uint32(e.Position.Kings)} {
			data = binary.LittleEndian.AppendUint32(data, n)
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
		number := func(n int) uint32 { return binary.LittleEndian.Uint32(data[i*extremeBytes+4*n:]) }
		*e = Extreme{int(int32(number(0))), board.Position{Black: board.Bitboard(number(1)), White: board.Bitboard(number(2)), Kings: board.Bitboard(number(3))}}
	}
	return l, nil
}
