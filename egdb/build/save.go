package build

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"os"
	"unsafe"

	"github.com/edsrzf/mmap-go"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/file"
)

// A values file is the generator's own working copy of a slice: native byte order,
// read back by memory map on the machine that wrote it. It begins with a preamble,
// then come the places of packed blocks (none for other slices), the data, and a
// checksum of all that.
type preamble struct {
	Magic    [8]byte
	Order    uint32 // orderMark, as the machine writes it
	Version  uint32
	Material egdb.Material
	_        uint32
	Places   uint64 // number of locations
	Data     uint64 // bytes
	Counts   [sides]egdb.Counts
}

const (
	valuesVersion = 1
	orderMark     = 0x01020304
	trailerBytes  = 8
)

var valuesMagic = [8]byte{'Z', 'O', 'N', 'D', 'A', 'V', 'A', 'L'}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// bytesOf returns the memory of numbers as bytes.
func bytesOf[T any](numbers []T) []byte {
	if len(numbers) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&numbers[0])), len(numbers)*int(unsafe.Sizeof(numbers[0])))
}

// numbersOf returns bytes as numbers; data begins at a multiple of their size.
func numbersOf[T any](data []byte) []T {
	if len(data) == 0 {
		return nil
	}
	var t T
	return unsafe.Slice((*T)(unsafe.Pointer(&data[0])), len(data)/int(unsafe.Sizeof(t)))
}

// save writes the slice to a file that appears whole or not at all.
func (s *slice) save(name string) error {
	return file.WriteWhole(name, func(out io.Writer) error {
		sum := crc32.New(castagnoli)
		w := bufio.NewWriterSize(io.MultiWriter(out, sum), 1<<20)
		if err := s.write(w); err != nil {
			return err
		}
		if err := w.Flush(); err != nil {
			return err
		}
		return writeSum(out, sum)
	})
}

func writeSum(w io.Writer, sum hash.Hash32) error {
	return binary.Write(w, binary.NativeEndian, uint64(sum.Sum32()))
}

func (s *slice) write(w io.Writer) error {
	p := preamble{
		Magic: valuesMagic, Order: orderMark, Version: valuesVersion,
		Material: s.material, Counts: s.counts,
	}
	var data [][]byte
	var places []location
	switch {
	case s.men != nil:
		data = [][]byte{s.men}
	case s.flat != nil:
		data = [][]byte{bytesOf(s.flat)}
	default:
		places, data = s.packed.joined()
	}
	p.Places = uint64(len(places))
	for _, part := range data {
		p.Data += uint64(len(part))
	}
	if err := binary.Write(w, binary.NativeEndian, p); err != nil {
		return err
	}
	for _, part := range append([][]byte{bytesOf(places)}, data...) {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// joined returns the arena as if it had one slab.
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

// errDamaged says that a values file is not what its slice needs.
var errDamaged = errors.New("damaged or of another version")

// openValues maps the values file of a slice. The file must stay as it is.
func openValues(name string, m egdb.Material) (*slice, error) {
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
	s, err := slicing(data, m)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, errors.Join(err, data.Unmap()))
	}
	s.mapped = data
	return s, nil
}

func slicing(data []byte, m egdb.Material) (*slice, error) {
	var p preamble
	body := data[:len(data)-trailerBytes]
	used, err := binary.Decode(body, binary.NativeEndian, &p)
	if err != nil || p.Magic != valuesMagic || p.Order != orderMark || p.Version != valuesVersion || p.Material != m {
		return nil, errDamaged
	}
	if uint64(crc32.Checksum(body, castagnoli)) != binary.NativeEndian.Uint64(data[len(body):]) {
		return nil, errDamaged
	}
	s := &slice{form: formOf(m)}
	s.counts = p.Counts
	rest := body[used:]
	places := p.Places * uint64(unsafe.Sizeof(location{}))
	if uint64(len(rest)) != places+p.Data {
		return nil, errDamaged
	}
	at, content := numbersOf[location](rest[:places]), rest[places:]
	configurations := choose[menSquares][m.BlackMen] * s.whiteMenSets
	sound := false
	switch {
	case m.Kings() == 0:
		s.men = content
		sound = len(content) == configurations
	case s.isFlat():
		s.flat = numbersOf[uint64](content)
		sound = len(s.flat) == configurations*sides*s.words()
	default:
		s.packed = &arena{slabs: [][]uint64{numbersOf[uint64](content)}, at: at}
		sound = len(at) == configurations*sides
	}
	if !sound {
		return nil, errDamaged
	}
	return s, nil
}
