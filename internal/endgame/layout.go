package endgame

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"iter"
	"slices"
	"strings"
)

// Magic begins every slice file of values and Version follows it. Extension ends its name.
const (
	Magic     = "zondaWLD"
	Extension = ".zdb"
)

// The versions of the file formats. A file of another version is refused. The formats of values and of distances have the same
// header and the counts of values, by which distances know their values. The description of bounds names files of values, so a
// new version of these needs none of the description. A working file is only for the program that wrote it: its version changes
// with any type in it.
const (
	Version         = 1 // of slice files of values and of bounds
	DistanceVersion = 1 // of slice files of distances
	BoundsVersion   = 2 // of the description of bounds
	WorkingVersion  = 2 // of the working files of package generate
)

// The sizes in bytes of the header of a slice file (the magic, the version, the numbers of halves and of sections, the material,
// the salt, the counts), of its counts, and of a row of the table of sections, which follows the header (the kind, the half and the
// parameter, a zero, the length and the checksum). A checksum of both follows the table. All numbers are little-endian; functions
// with reflection would read them too, but a page's engine has them for nothing else.
const (
	prefaceBytes  = materialAt + 4 + 8 + 2*countsBytes
	materialAt    = len(Magic) + 2 + 1 + 1
	countsBytes   = 3 * 8
	rowBytes      = 4 + 4 + 4
	checksumBytes = 4
)

// The parts of a set of exceptions, and the kinds of sections of a slice file.
const (
	PartWidths = iota
	PartFilter
	PartBits
	parts

	SectionModel            = 0
	SectionExceptions       = 1 // of the first part; the other parts follow
	SectionSecondExceptions = SectionExceptions + parts
	sectionKinds            = SectionSecondExceptions + parts
)

// format is a file format that consists of a header, a table of sections, and the sections.
type format struct {
	magic   string
	version uint16
	kinds   uint8                 // number of kinds of sections
	what    string                // describes the file in errors
	filters func(kind uint8) bool // reports whether sections of a kind have a parameter
}

// valueFormat is the format of slice files of values.
var valueFormat = format{Magic, Version, sectionKinds, "a slice of an endgame database", func(kind uint8) bool {
	return kind == SectionExceptions+PartFilter || kind == SectionSecondExceptions+PartFilter
}}

// Section is a part of a slice file.
type Section struct {
	Kind, Half, Param uint8
	Data              []byte
}

// order returns a number. The sections of a file are in ascending order of this number.
func (s Section) order() int { return int(s.Half)<<16 | int(s.Kind)<<8 | int(s.Param) }

// Header is the header of a slice file.
type Header struct {
	Material Material
	Salt     uint64    // of the keys of positions, see Key
	Counts   [2]Counts // of all positions, with Black and with White to move
	Checksum uint32    // CRC-32C of the header and the table of sections, which has the checksums of all sections; as read
}

// Head returns h: of slices of any kind it is the header.
func (h *Header) Head() *Header { return h }

// Materials returns the material of the file and, if it is another one, its mirror.
func (h *Header) Materials() []Material {
	if h.Material.Symmetric() {
		return []Material{h.Material}
	}
	return []Material{h.Material, h.Material.Mirror()}
}

// Side returns 0 for the material of the file and 1 for its mirror.
func (h *Header) Side(m Material) int {
	if m == h.Material {
		return 0
	}
	return 1
}

// Counts are numbers of positions by their result for the side to move.
type Counts struct{ Wins, Draws, Losses uint64 }

// appendTo adds the counts of a file to data.
func (c Counts) appendTo(data []byte) []byte {
	for _, n := range []uint64{c.Wins, c.Draws, c.Losses} {
		data = binary.LittleEndian.AppendUint64(data, n)
	}
	return data
}

// readCounts reads the counts at the beginning of data.
func readCounts(data []byte) Counts {
	return Counts{binary.LittleEndian.Uint64(data), binary.LittleEndian.Uint64(data[8:]), binary.LittleEndian.Uint64(data[16:])}
}

// Sum returns a checksum of headers: the CRC-32C of the name and the checksum of each, in their order.
func Sum(headers iter.Seq[*Header]) uint32 {
	var listed []byte
	for h := range headers {
		listed = append(listed, h.Material.String()...)
		listed = binary.LittleEndian.AppendUint32(listed, h.Checksum)
	}
	return crc32.Checksum(listed, castagnoli)
}

// castagnoli is the polynomial of the checksums: CRC-32C.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// EncodeSlice returns a slice file of values with the sections, which must be in order.
func EncodeSlice(h Header, sections []Section) []byte { return valueFormat.encode(h, sections) }

// encode returns a file of the format.
func (f *format) encode(h Header, sections []Section) []byte {
	m := h.Material
	data := binary.LittleEndian.AppendUint16([]byte(f.magic), f.version)
	data = append(data, halves(m), uint8(len(sections)), m.BlackKings, m.BlackMen, m.WhiteKings, m.WhiteMen)
	data = binary.LittleEndian.AppendUint64(data, h.Salt)
	for _, c := range h.Counts {
		data = c.appendTo(data)
	}
	for _, s := range sections {
		data = binary.LittleEndian.AppendUint32(append(data, s.Kind, s.Half, s.Param, 0), uint32(len(s.Data)))
		data = binary.LittleEndian.AppendUint32(data, crc32.Checksum(s.Data, castagnoli))
	}
	data = binary.LittleEndian.AppendUint32(data, crc32.Checksum(data, castagnoli))
	for _, s := range sections {
		data = append(data, s.Data...)
	}
	return data
}

// halves returns the number of slices in a file: a symmetric one, or a slice and its mirror.
func halves(m Material) uint8 {
	if m.Symmetric() {
		return 1
	}
	return 2
}

// decode returns the header and the sections of a file. It checks all checksums.
func (f *format) decode(data []byte) (h Header, sections []Section, err error) {
	if len(data) < prefaceBytes || string(data[:len(f.magic)]) != f.magic {
		return h, nil, errors.New("not " + f.what)
	}
	if version := binary.LittleEndian.Uint16(data[len(f.magic):]); version != f.version {
		return h, nil, fmt.Errorf("version %d of the format, this program knows %d", version, f.version)
	}
	end := prefaceBytes + int(data[materialAt-1])*rowBytes
	if len(data) < end+checksumBytes {
		return h, nil, errors.New("cut short")
	}
	m, counts := data[materialAt:], data[prefaceBytes-2*countsBytes:]
	h = Header{
		Material{m[0], m[1], m[2], m[3]}, binary.LittleEndian.Uint64(m[4:]),
		[2]Counts{readCounts(counts), readCounts(counts[countsBytes:])}, binary.LittleEndian.Uint32(data[end:]),
	}
	if crc32.Checksum(data[:end], castagnoli) != h.Checksum {
		return h, nil, errors.New("damaged: the header's checksum is wrong")
	}
	rest := data[end+checksumBytes:]
	last := -1
	for row := range slices.Chunk(data[prefaceBytes:end], rowBytes) {
		length := binary.LittleEndian.Uint32(row[4:])
		if uint64(length) > uint64(len(rest)) {
			return h, nil, errors.New("cut short")
		}
		s := Section{row[0], row[1], row[2], rest[:length:length]}
		rest = rest[length:]
		if crc32.Checksum(s.Data, castagnoli) != binary.LittleEndian.Uint32(row[8:]) {
			return h, nil, errors.New("damaged: a checksum is wrong")
		}
		if s.order() <= last || row[3] != 0 || s.Half >= halves(h.Material) || s.Kind >= f.kinds {
			return h, nil, errors.New("its sections are out of order")
		}
		if s.Param != 0 && !f.filters(s.Kind) {
			return h, nil, fmt.Errorf("a section of kind %d with parameter %d", s.Kind, s.Param)
		}
		last = s.order()
		sections = append(sections, s)
	}
	if len(rest) > 0 {
		return h, nil, fmt.Errorf("%d bytes too many", len(rest))
	}
	if found := data[materialAt-2]; found != halves(h.Material) {
		return h, nil, fmt.Errorf("%d halves", found)
	}
	return h, sections, nil
}

// IsDatabase reports whether a file with the name holds values or distances of endings.
func IsDatabase(name string) bool {
	extensions := []string{Extension, DistanceExtension(DTW), DistanceExtension(DTC)}
	for _, extension := range extensions {
		base, found := strings.CutSuffix(name, extension)
		if m, err := ParseMaterial(base); found && err == nil && m.String() == base {
			return true
		}
	}
	return false
}
