package generate

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"slices"
	"unsafe"

	"github.com/edsrzf/mmap-go"

	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/internal/file"
)

// preamble begins a working file, which holds a solved slice for the machine that wrote it:
// numbers are in native byte order, and the file is mapped to memory. After the preamble
// follow the places of packed blocks, the data, the blocks of distances that are kept as
// words, and a checksum of all that.
type preamble struct {
	Magic    [8]byte
	Order    uint32 // orderMark, as the machine writes it
	Version  uint32
	Material endgame.Material
	Metric   uint32
	Places   uint64 // number of locations
	Data     uint64 // bytes
	Wide     uint64 // bytes of the blocks of distances that are kept as words
	Counts   [sides]endgame.Counts
	Longest  [sides]extremes // of distances
}

const (
	orderMark    = 0x01020304
	trailerBytes = 8
)

var valuesMagic = [8]byte{'Z', 'O', 'N', 'D', 'A', 'V', 'A', 'L'}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// bytesOf returns the memory of numbers as bytes.
func bytesOf[T any](numbers []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(numbers))), len(numbers)*int(unsafe.Sizeof(*new(T))))
}

// numbersOf returns the memory of bytes as numbers. The address must be a multiple of the
// size of a number.
func numbersOf[T any](data []byte) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(data))), len(data)/int(unsafe.Sizeof(*new(T))))
}

// save writes the slice to a working file. A file of that name is complete at any time.
func (s *slice) save(name string) error {
	places, data := s.parts()
	return preamble{Material: s.material, Metric: uint32(endgame.WLD), Counts: s.counts}.save(name, places, data, nil)
}

// save writes a working file; it sets the sizes in the preamble.
func (p preamble) save(name string, places []location, data, wide [][]byte) error {
	p.Magic, p.Order, p.Version = valuesMagic, orderMark, endgame.WorkingVersion
	p.Places = uint64(len(places))
	for _, part := range data {
		p.Data += uint64(len(part))
	}
	for _, part := range wide {
		p.Wide += uint64(len(part))
	}
	const maximum = math.MaxUint32 * 8 // bytes of words of blocks, whose places have 32 bits
	if p.Places > 0 && p.Data > maximum {
		return fmt.Errorf("%s: the blocks have %d bytes, more than %d", name, p.Data, uint64(maximum))
	}
	return writeWhole(name, func(out io.Writer) error {
		sum := crc32.New(castagnoli)
		w := bufio.NewWriterSize(io.MultiWriter(out, sum), 1<<20)
		if err := binary.Write(w, binary.NativeEndian, p); err != nil {
			return err
		}
		for _, part := range slices.Concat([][]byte{bytesOf(places)}, data, wide) {
			if _, err := w.Write(part); err != nil {
				return err
			}
		}
		if err := w.Flush(); err != nil {
			return err
		}
		return binary.Write(out, binary.NativeEndian, uint64(sum.Sum32()))
	})
}

// writeWhole writes a file in the directory of a build, which is locked, and removes what a killed build left
// of the file.
func writeWhole(name string, write func(io.Writer) error) error {
	return errors.Join(file.RemoveUnfinished(name), file.WriteWhole(name, write))
}

// joined returns the slabs of the arena, and the places of blocks in the joined slabs.
func (a *arena) joined() ([]location, [][]byte) {
	var data [][]byte
	begins := make([]int, len(a.slabs))
	words := 0
	for i, slab := range a.slabs {
		begins[i] = words
		if i == len(a.slabs)-1 {
			slab = slab[:len(slab)-len(a.free)]
		}
		data = append(data, bytesOf(slab))
		words += len(slab)
	}
	places := make([]location, len(a.at))
	for i, at := range a.at {
		places[i] = location{0, uint32(begins[at.slab] + int(at.offset))}
	}
	return places, data
}

// errDamaged means that a working file is damaged, or of another version or slice.
var errDamaged = errors.New("damaged or of another version")

// working is a mapped working file.
type working struct {
	preamble
	places []location
	data   []byte
	wide   []byte
	mapped mmap.MMap
}

// openWorking maps the working file of a slice. The file must not change while it is mapped.
func openWorking(name string, m endgame.Material, metric endgame.Metric) (*working, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || info.Size() < trailerBytes {
		return nil, fmt.Errorf("%s: %w", name, errors.Join(errDamaged, err))
	}
	data, err := mmap.Map(file, mmap.RDONLY, 0)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	w := &working{mapped: data}
	if !w.read(m, metric) {
		return nil, w.refuse(name)
	}
	return w, nil
}

// refuse unmaps a damaged file and returns the error.
func (w *working) refuse(name string) error {
	return fmt.Errorf("%s: %w", name, errors.Join(errDamaged, w.mapped.Unmap()))
}

// read sets the fields from the mapped file and reports whether the file is sound.
func (w *working) read(m endgame.Material, metric endgame.Metric) bool {
	body := w.mapped[:len(w.mapped)-trailerBytes]
	used, err := binary.Decode(body, binary.NativeEndian, &w.preamble)
	if err != nil || w.Magic != valuesMagic || w.Order != orderMark || w.Version != endgame.WorkingVersion ||
		w.Material != m || w.Metric != uint32(metric) {
		return false
	}
	if uint64(crc32.Checksum(body, castagnoli)) != binary.NativeEndian.Uint64(w.mapped[len(body):]) {
		return false
	}
	rest := body[used:]
	const size = uint64(unsafe.Sizeof(location{}))
	left := uint64(len(rest))
	if w.Places > left/size || w.Data > left || w.Wide > left { // the sum of larger sizes could leave 64 bits
		return false
	}
	places := w.Places * size
	if places+w.Data+w.Wide != left {
		return false
	}
	w.places = numbersOf[location](rest[:places])
	w.data, w.wide = rest[places:places+w.Data], rest[places+w.Data:]
	return true
}

// arena returns the packed blocks of the file.
func (w *working) arena() *arena {
	return &arena{slabs: [][]uint64{numbersOf[uint64](w.data)}, at: w.places}
}

// openValues maps the values of a slice.
func openValues(name string, m endgame.Material) (*slice, error) {
	w, err := openWorking(name, m, endgame.WLD)
	if err != nil {
		return nil, err
	}
	s := &slice{}
	if !s.read(w, m, 2) { // unpack reads two words at first
		return nil, w.refuse(name)
	}
	return s, nil
}
