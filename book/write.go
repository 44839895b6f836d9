package book

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// A file is a header, the positions in order, their moves, the origins, and the texts, a line each. All numbers
// are little-endian. docs/books.md specifies every field.
const (
	magic = "ZONDABK2"

	headerSize   = 28 // magic, number of positions, moves and origins, bytes of the texts, checksum
	positionSize = 20 // black, white, kings, first move, number of moves, depth, origin, flags
	moveSize     = 16 // captured, visits, score, searched, from, to, depth, 0
	originSize   = 16 // nodes, moves, text of the engine, text of the source, five times 0

	maxOrigins = 256  // a byte names one
	maxTexts   = 256  // a byte names one
	maxText    = 1000 // bytes of one
	maxDepth   = math.MaxUint8

	settledFlag = 1 // of a position
)

// origin is where entries come from. Many entries share one.
type origin struct {
	search Search
	source string
}

// checksums make checksums that detect every error of a few bytes. Most CPUs have an instruction for
// Castagnoli's polynomial.
var checksums = crc32.MakeTable(crc32.Castagnoli)

// Write writes the book in the present format. The bytes depend on the entries alone.
func (b *Builder) Write(w io.Writer) error {
	data, err := b.encode()
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

func (b *Builder) encode() ([]byte, error) {
	origins, err := b.origins()
	if err != nil {
		return nil, err
	}
	texts, err := textsOf(origins)
	if err != nil {
		return nil, err
	}
	var positions, moves, searches []byte
	for p, e := range b.All() {
		first := len(moves) / moveSize
		for _, m := range e.Moves {
			moves = appendMove(moves, m)
		}
		number, _ := slices.BinarySearchFunc(origins, origin{e.Search, e.Source}, compareOrigins)
		positions = appendPosition(positions, p, first, e, byte(number))
	}
	for _, o := range origins {
		searches = appendOrigin(searches, o, texts)
	}
	text := strings.Join(texts, "\n")
	data := []byte(magic)
	for _, n := range []int{len(positions) / positionSize, len(moves) / moveSize, len(origins), len(text)} {
		data = binary.LittleEndian.AppendUint32(data, uint32(n))
	}
	body := slices.Concat(positions, moves, searches, []byte(text))
	data = binary.LittleEndian.AppendUint32(data, checksum(data, body))
	return append(data, body...), nil
}

// checksum returns the checksum of the header, up to the checksum itself, and of all that follows.
func checksum(head, body []byte) uint32 {
	return crc32.Update(crc32.Checksum(head, checksums), checksums, body)
}

// origins returns the origins of all entries, each once, in order.
func (b *Builder) origins() ([]origin, error) {
	seen := map[origin]bool{}
	var all []origin
	for _, e := range b.entries {
		o := origin{e.Search, e.Source}
		if seen[o] {
			continue
		}
		seen[o] = true
		all = append(all, o)
		if o.search.Moves < 0 || o.search.Moves > math.MaxUint8 {
			return nil, fmt.Errorf("a search scores %d moves, which is not between 0 and %d", o.search.Moves, math.MaxUint8)
		}
	}
	slices.SortFunc(all, compareOrigins)
	if len(all) > maxOrigins {
		return nil, fmt.Errorf("%d different origins are more than a book can hold, %d", len(all), maxOrigins)
	}
	return all, nil
}

func compareOrigins(a, b origin) int {
	return cmp.Or(cmp.Compare(a.search.Nodes, b.search.Nodes), cmp.Compare(a.search.Moves, b.search.Moves),
		cmp.Compare(a.search.Engine, b.search.Engine), cmp.Compare(a.source, b.source))
}

// textsOf returns the texts of origins, each once, in order.
func textsOf(origins []origin) ([]string, error) {
	var all []string
	for _, o := range origins {
		all = append(all, o.search.Engine, o.source)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	for _, text := range all {
		if strings.ContainsAny(text, "\r\n") || len(text) > maxText {
			return nil, fmt.Errorf("source %s is not a line of at most %d bytes", board.Quote(text), maxText)
		}
	}
	if len(all) > maxTexts {
		return nil, fmt.Errorf("%d different sources are more than a book can hold, %d", len(all), maxTexts)
	}
	return all, nil
}

func appendPosition(data []byte, p board.Position, first int, e *Entry, origin byte) []byte {
	for _, n := range []uint32{uint32(p.Black), uint32(p.White), uint32(p.Kings), uint32(first)} {
		data = binary.LittleEndian.AppendUint32(data, n)
	}
	var flags byte
	if e.Settled {
		flags |= settledFlag
	}
	return append(data, byte(len(e.Moves)), byte(min(e.Depth, maxDepth)), origin, flags)
}

func appendMove(data []byte, m Move) []byte {
	data = binary.LittleEndian.AppendUint32(data, uint32(m.Move.Captured))
	data = binary.LittleEndian.AppendUint32(data, m.Visits)
	data = binary.LittleEndian.AppendUint16(data, uint16(int16(m.Score)))
	data = binary.LittleEndian.AppendUint16(data, uint16(int16(m.Searched)))
	return append(data, byte(m.Move.From), byte(m.Move.To), byte(min(m.Depth, maxDepth)), 0)
}

func appendOrigin(data []byte, o origin, texts []string) []byte {
	engine, _ := slices.BinarySearch(texts, o.search.Engine)
	source, _ := slices.BinarySearch(texts, o.source)
	data = binary.LittleEndian.AppendUint64(data, o.search.Nodes)
	return append(data, byte(o.search.Moves), byte(engine), byte(source), 0, 0, 0, 0, 0)
}
