package book

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
)

// A file is a header, the positions in order, their moves, and the sources, a line each. All numbers
// are little-endian.
const (
	magic = "ZONDABK1"

	headerSize   = 24 // magic, positions, moves, bytes of the sources, checksum
	positionSize = 20 // black, white, kings, first move, number of moves, depth, source, nothing
	moveSize     = 16 // captured, visits, score, searched, from, to, depth, nothing

	mostSources  = 256  // of a book, so that a byte names one
	longestLabel = 1000 // bytes of a source
	mostDepth    = math.MaxUint8
)

// checksums detect every error of a few bytes; Castagnoli's polynomial has an instruction of its
// own on most processors.
var checksums = crc32.MakeTable(crc32.Castagnoli)

// Write writes the draft as a file. The bytes depend on what the draft holds alone.
func (d *Draft) Write(w io.Writer) error {
	data, err := d.encode()
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

func (d *Draft) encode() ([]byte, error) {
	sources, err := d.sources()
	if err != nil {
		return nil, err
	}
	var positions, moves []byte
	for p, e := range d.All() {
		first := len(moves) / moveSize
		for _, m := range e.Moves {
			moves = appendMove(moves, m)
		}
		source, _ := slices.BinarySearch(sources, e.Source)
		positions = appendPosition(positions, p, first, e, byte(source))
	}
	text := strings.Join(sources, "\n")
	data := []byte(magic)
	data = binary.LittleEndian.AppendUint32(data, uint32(len(positions)/positionSize))
	data = binary.LittleEndian.AppendUint32(data, uint32(len(moves)/moveSize))
	data = binary.LittleEndian.AppendUint32(data, uint32(len(text)))
	body := slices.Concat(positions, moves, []byte(text))
	data = binary.LittleEndian.AppendUint32(data, checksum(data, body))
	return append(data, body...), nil
}

// checksum covers the header as far as it goes before the sum itself, and all that follows.
func checksum(head, body []byte) uint32 {
	return crc32.Update(crc32.Checksum(head, checksums), checksums, body)
}

// sources returns the sources of all entries, sorted.
func (d *Draft) sources() ([]string, error) {
	seen := map[string]bool{}
	var all []string
	for _, e := range d.entries {
		if seen[e.Source] {
			continue
		}
		seen[e.Source] = true
		all = append(all, e.Source)
		if strings.ContainsAny(e.Source, "\r\n") || len(e.Source) > longestLabel {
			return nil, fmt.Errorf("source %s is not a line of at most %d bytes", board.Quote(e.Source), longestLabel)
		}
	}
	slices.Sort(all)
	if len(all) > mostSources {
		return nil, fmt.Errorf("%d different sources are more than a book can hold, %d", len(all), mostSources)
	}
	return all, nil
}

func appendPosition(data []byte, p board.Position, first int, e *Entry, source byte) []byte {
	for _, n := range []uint32{uint32(p.Black), uint32(p.White), uint32(p.Kings), uint32(first)} {
		data = binary.LittleEndian.AppendUint32(data, n)
	}
	return append(data, byte(len(e.Moves)), byte(min(e.Depth, mostDepth)), source, 0)
}

func appendMove(data []byte, m Move) []byte {
	data = binary.LittleEndian.AppendUint32(data, uint32(m.Move.Captured))
	data = binary.LittleEndian.AppendUint32(data, m.Visits)
	data = binary.LittleEndian.AppendUint16(data, uint16(int16(m.Score)))
	data = binary.LittleEndian.AppendUint16(data, uint16(int16(m.Searched)))
	return append(data, byte(m.Move.From), byte(m.Move.To), byte(min(m.Depth, mostDepth)), 0)
}

func readMove(data []byte) Move {
	return Move{
		Move: board.Move{
			Captured: board.Bitboard(binary.LittleEndian.Uint32(data)),
			From:     board.Square(data[12]), To: board.Square(data[13]),
		},
		Visits:   binary.LittleEndian.Uint32(data[4:]),
		Score:    eval.Score(int16(binary.LittleEndian.Uint16(data[8:]))),
		Searched: eval.Score(int16(binary.LittleEndian.Uint16(data[10:]))),
		Depth:    int(data[14]),
	}
}

// sections are the parts of a file.
type sections struct {
	positions, moves []byte
	sources          []string
}

// split checks a file as a whole and takes it apart.
func split(data []byte) (s sections, err error) {
	switch {
	case len(data) == 0:
		return s, errors.New("the file is empty")
	case len(data) < headerSize || string(data[:len(magic)]) != magic:
		return s, errors.New("this is not a book of this version")
	}
	field := func(i int) uint64 { return uint64(binary.LittleEndian.Uint32(data[len(magic)+4*i:])) }
	positions, moves, text := field(0), field(1), field(2)
	want := headerSize + positions*positionSize + moves*moveSize + text
	if have := uint64(len(data)); have != want {
		return s, fmt.Errorf("it has %d bytes instead of %d: cut or damaged", have, want)
	}
	body := data[headerSize:]
	if checksum(data[:headerSize-4], body) != uint32(field(3)) {
		return s, errors.New("its checksum is wrong: damaged")
	}
	s.positions = body[:positions*positionSize]
	s.moves = body[len(s.positions):][:moves*moveSize]
	if text > 0 || positions > 0 {
		s.sources = strings.Split(string(body[len(s.positions)+len(s.moves):]), "\n")
	}
	return s, s.check()
}

// check reports entries out of order, or beyond the sections. It takes a millisecond for a hundred
// thousand.
func (s *sections) check() error {
	next := uint32(0)
	for i := range s.len() {
		if i > 0 && precedes(s.at(i-1), s.at(i)) >= 0 {
			return errors.New("its positions are not in order")
		}
		if !possible(s.at(i)) {
			return fmt.Errorf("its position %d is impossible", i+1)
		}
		record := s.record(i)
		if binary.LittleEndian.Uint32(record[12:]) != next || int(record[18]) >= len(s.sources) {
			return fmt.Errorf("its position %d does not fit in", i+1)
		}
		next += uint32(record[16])
	}
	if int(next) != len(s.moves)/moveSize {
		return errors.New("its moves do not fit its positions")
	}
	return nil
}

// possible reports whether the pieces of p can stand on a board.
func possible(p board.Position) bool {
	crowned := p.Men(board.Black)&board.CrowningRow(board.Black) | p.Men(board.White)&board.CrowningRow(board.White)
	return p.Black&p.White == 0 && p.Kings&p.Empty() == 0 && crowned == 0 && p.Black|p.White != 0 &&
		p.Black.Count() <= board.MaxPieces && p.White.Count() <= board.MaxPieces
}

func (s *sections) len() int { return len(s.positions) / positionSize }

func (s *sections) record(i int) []byte { return s.positions[i*positionSize:][:positionSize] }

// at returns position i as stored.
func (s *sections) at(i int) board.Position {
	record := s.record(i)
	return board.Position{
		Black: board.Bitboard(binary.LittleEndian.Uint32(record)),
		White: board.Bitboard(binary.LittleEndian.Uint32(record[4:])),
		Kings: board.Bitboard(binary.LittleEndian.Uint32(record[8:])),
		Turn:  board.Black,
	}
}

// entry returns what stands of position i, its moves as they are on the stored board, without those
// that are no moves of it.
func (s *sections) entry(i int) Entry {
	record, p := s.record(i), s.at(i)
	e := Entry{Depth: int(record[17]), Source: s.sources[record[18]]}
	first, count := int(binary.LittleEndian.Uint32(record[12:])), int(record[16])
	var legal board.MoveList
	if !p.Finished() {
		p.Moves(&legal)
	}
	e.Moves = make([]Move, 0, count)
	for k := range count {
		if m := readMove(s.moves[(first+k)*moveSize:]); legal.Contains(m.Move) {
			e.Moves = append(e.Moves, m)
		}
	}
	return e
}

// find returns the place of a stored position.
func (s *sections) find(p board.Position) (int, bool) {
	low, high := 0, s.len()
	for low < high {
		middle := int(uint(low+high) >> 1)
		if precedes(s.at(middle), p) < 0 {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low, low < s.len() && s.at(low) == p
}
