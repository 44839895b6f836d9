package endgame

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"iter"
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

// preface is the header of a slice file, as binary.LittleEndian writes it.
type preface struct {
	Magic            [8]byte
	Version          uint16
	Halves, Sections uint8
	Material         Material
	Salt             uint64
	Counts           [2]Counts
}

// tableRow is a row of the table of sections, which follows the header. A checksum of both follows the table.
type tableRow struct {
	Kind, Half, Param, Zero uint8
	Length, Checksum        uint32
}

const checksumBytes = 4

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
	p := preface{[8]byte([]byte(f.magic)), f.version, halves(h.Material), uint8(len(sections)), h.Material, h.Salt, h.Counts}
	data, _ := binary.Append(nil, binary.LittleEndian, p) // all types have a size
	for _, s := range sections {
		row := tableRow{s.Kind, s.Half, s.Param, 0, uint32(len(s.Data)), crc32.Checksum(s.Data, castagnoli)}
		data, _ = binary.Append(data, binary.LittleEndian, row)
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
	var p preface
	used, err := binary.Decode(data, binary.LittleEndian, &p)
	if err != nil || string(p.Magic[:]) != f.magic {
		return h, nil, errors.New("not " + f.what)
	}
	if p.Version != f.version {
		return h, nil, fmt.Errorf("version %d of the format, this program knows %d", p.Version, f.version)
	}
	table := make([]tableRow, p.Sections)
	n, err := binary.Decode(data[used:], binary.LittleEndian, table)
	end := used + n
	if err != nil || len(data) < end+checksumBytes {
		return h, nil, errors.New("cut short")
	}
	h = Header{p.Material, p.Salt, p.Counts, binary.LittleEndian.Uint32(data[end:])}
	if crc32.Checksum(data[:end], castagnoli) != h.Checksum {
		return h, nil, errors.New("damaged: the header's checksum is wrong")
	}
	rest := data[end+checksumBytes:]
	last := -1
	for _, row := range table {
		if uint64(row.Length) > uint64(len(rest)) {
			return h, nil, errors.New("cut short")
		}
		s := Section{row.Kind, row.Half, row.Param, rest[:row.Length:row.Length]}
		rest = rest[row.Length:]
		if crc32.Checksum(s.Data, castagnoli) != row.Checksum {
			return h, nil, errors.New("damaged: a checksum is wrong")
		}
		if s.order() <= last || row.Zero != 0 || s.Half >= halves(h.Material) || s.Kind >= f.kinds {
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
	if p.Halves != halves(h.Material) {
		return h, nil, fmt.Errorf("%d halves", p.Halves)
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
