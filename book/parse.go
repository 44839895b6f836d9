package book

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// sections are the parts of a file. Positions and moves are as in a file of the present version.
type sections struct {
	positions, moves []byte
	origins          []origin
}

// parse checks a file as a whole and returns its sections.
func parse(data []byte) (sections, error) {
	switch {
	case len(data) == 0:
		return sections{}, errors.New("the file is empty")
	case len(data) < headerSize || string(data[:len(magic)]) != magic:
		return sections{}, errors.New("this is not a book of this version")
	}
	parts, err := split(data, headerSize, positionSize, moveSize, originSize, 1)
	if err != nil {
		return sections{}, err
	}
	s := sections{positions: parts[0], moves: parts[1]}
	if s.origins, err = readOrigins(parts[2], strings.Split(string(parts[3]), "\n")); err != nil {
		return sections{}, err
	}
	return s, s.check()
}

// split checks the length and the checksum of a file and returns its parts. The header holds, behind the magic, how
// many records each part has, and last the checksum.
func split(data []byte, header int, sizes ...uint64) (parts [][]byte, err error) {
	field := func(i int) uint64 { return uint64(binary.LittleEndian.Uint32(data[len(magic)+4*i:])) }
	want := uint64(header)
	for i, size := range sizes {
		want += field(i) * size
	}
	if have := uint64(len(data)); have != want {
		return nil, fmt.Errorf("it has %d bytes instead of %d: cut or damaged", have, want)
	}
	rest := data[header:]
	if checksum(data[:header-4], rest) != uint32(field(len(sizes))) {
		return nil, errors.New("its checksum is wrong: damaged")
	}
	for i, size := range sizes {
		n := field(i) * size
		parts, rest = append(parts, rest[:n]), rest[n:]
	}
	return parts, nil
}

// readOrigins returns the origins in a section of a file.
func readOrigins(data []byte, texts []string) (all []origin, err error) {
	for ; len(data) > 0; data = data[originSize:] {
		engine, source := int(data[9]), int(data[10])
		if engine >= len(texts) || source >= len(texts) {
			return nil, fmt.Errorf("its origin %d does not fit in", len(all)+1)
		}
		search := Search{Nodes: binary.LittleEndian.Uint64(data), Moves: int(data[8]), Engine: texts[engine]}
		all = append(all, origin{search, texts[source]})
	}
	return all, nil
}

// check returns an error if an entry is out of order or refers beyond the sections. It takes about a millisecond for
// a hundred thousand entries.
func (s *sections) check() error {
	next := uint32(0)
	for i := range s.len() {
		if i > 0 && compare(s.at(i-1), s.at(i)) >= 0 {
			return errors.New("its positions are not in order")
		}
		if !isPossible(s.at(i)) {
			return fmt.Errorf("its position %d is impossible", i+1)
		}
		record := s.record(i)
		if binary.LittleEndian.Uint32(record[12:]) != next || int(record[18]) >= len(s.origins) || record[19]&^settledFlag != 0 {
			return fmt.Errorf("its position %d does not fit in", i+1)
		}
		next += uint32(record[16])
	}
	if int(next) != len(s.moves)/moveSize {
		return errors.New("its moves do not fit its positions")
	}
	return nil
}

// isPossible reports whether the pieces of p can stand on a board.
func isPossible(p board.Position) bool {
	crowned := p.Men(board.Black)&board.CrowningRow(board.Black) | p.Men(board.White)&board.CrowningRow(board.White)
	return p.Black&p.White == 0 && p.Kings&p.Empty() == 0 && crowned == 0 && p.Black|p.White != 0 &&
		p.Black.Count() <= board.MaxPieces && p.White.Count() <= board.MaxPieces
}

func (s *sections) len() int { return len(s.positions) / positionSize }

func (s *sections) record(i int) []byte { return s.positions[i*positionSize:][:positionSize] }

// at returns position i, with Black to move.
func (s *sections) at(i int) board.Position {
	record := s.record(i)
	return board.Position{
		Black: board.Bitboard(binary.LittleEndian.Uint32(record)),
		White: board.Bitboard(binary.LittleEndian.Uint32(record[4:])),
		Kings: board.Bitboard(binary.LittleEndian.Uint32(record[8:])),
		Turn:  board.Black,
	}
}

// entry returns the entry of position i, with the moves as they are when Black is to move. Moves that are
// not legal are left out.
func (s *sections) entry(i int) Entry {
	record, p := s.record(i), s.at(i)
	from := s.origins[record[18]]
	e := Entry{Depth: int(record[17]), Search: from.search, Settled: record[19]&settledFlag != 0, Source: from.source}
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

// find returns the index of a position with Black to move.
func (s *sections) find(p board.Position) (int, bool) {
	low, high := 0, s.len()
	for low < high {
		middle := int(uint(low+high) >> 1)
		if compare(s.at(middle), p) < 0 {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low, low < s.len() && s.at(low) == p
}
