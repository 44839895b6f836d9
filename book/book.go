package book

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/yield"
)

// Extension is the end of the names of book files.
const Extension = ".zbk"

// Book is a book that does not change. Many goroutines may use it at once. The zero value is an empty book.
type Book struct {
	name string
	sections
}

// Read returns the book that data holds; the caller must not change data any more. The name is for error messages.
func Read(name string, data []byte) (*Book, error) {
	s, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("book %s: %w", name, err)
	}
	return &Book{name, s}, nil
}

// Open reads the book in a file.
func Open(name string) (*Book, error) {
	data, err := readFile(name)
	if err != nil {
		return nil, fmt.Errorf("book %s: %w", name, err)
	}
	return Read(name, data)
}

// readFile reads a file; its errors do not repeat the name.
func readFile(name string) ([]byte, error) {
	data, err := os.ReadFile(name)
	if err == nil {
		return data, nil
	}
	if info, statErr := os.Stat(name); statErr == nil && info.IsDir() {
		return nil, errors.New("this is a folder")
	}
	var path *os.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return nil, err
}

// Name returns the name that the book was read by.
func (b *Book) Name() string { return b.name }

// Len returns the number of positions.
func (b *Book) Len() int { return b.len() }

// Look returns the entry of p, with the moves as they are on p's board.
func (b *Book) Look(p board.Position) (Entry, bool) {
	stored, mirrored := asBlack(p)
	i, ok := b.find(stored)
	if !ok {
		return Entry{}, false
	}
	e := b.entry(i)
	e.Moves = mirrorIf(mirrored, e.Moves)
	return e, true
}

// All visits every position, with Black to move, in the order of the file.
func (b *Book) All() iter.Seq2[board.Position, Entry] {
	return func(yield func(board.Position, Entry) bool) {
		for i := range b.len() {
			if !yield(b.at(i), b.entry(i)) {
				return
			}
		}
	}
}

// Builder returns a builder that begins with a copy of the book.
func (b *Book) Builder() *Builder {
	builder := NewBuilder()
	for p, e := range b.All() {
		builder.entries[p] = &e
	}
	return builder
}

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

// checkedAtOnce is the number of positions that check looks at without a yield.
const checkedAtOnce = 4096

// check returns an error if the positions are not in order, or if one names moves or an origin that the file does not
// have. It takes about a millisecond for a hundred thousand positions.
func (s *sections) check() error {
	next := uint32(0)
	for i := range s.len() {
		if i%checkedAtOnce == 0 {
			yield.Point()
		}
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

// Builder is a book that can be changed. Use NewBuilder or Book.Builder; the zero value cannot be used. It is
// for one goroutine at a time.
type Builder struct {
	entries map[board.Position]*Entry // by positions with Black to move
}

// NewBuilder returns an empty builder.
func NewBuilder() *Builder { return &Builder{entries: map[board.Position]*Entry{}} }

// Len returns the number of positions.
func (b *Builder) Len() int { return len(b.entries) }

// Look returns a copy of the entry of p, with the moves as they are on p's board.
func (b *Builder) Look(p board.Position) (Entry, bool) {
	stored, mirrored := asBlack(p)
	e, ok := b.entries[stored]
	if !ok {
		return Entry{}, false
	}
	copied := *e
	copied.Moves = mirrorIf(mirrored, e.Moves)
	return copied, true
}

// Has reports whether p has an entry.
func (b *Builder) Has(p board.Position) bool {
	stored, _ := asBlack(p)
	return b.entries[stored] != nil
}

// Put makes e the entry of p. The error names a move that is not legal in p; then nothing changes.
func (b *Builder) Put(p board.Position, e Entry) error {
	for _, m := range e.Moves {
		if err := p.CheckMove(m.Move); err != nil {
			return err
		}
	}
	stored, mirrored := asBlack(p)
	e.Moves = mirrorIf(mirrored, e.Moves)
	e.sort()
	b.entries[stored] = &e
	return nil
}

// Visit adds a number to the visits of a move of p. It does nothing if p's entry does not have the move.
func (b *Builder) Visit(p board.Position, m board.Move, times uint32) {
	stored, mirrored := asBlack(p)
	if mirrored {
		m = mirror(m)
	}
	if e := b.entries[stored]; e != nil {
		if known := e.Find(m); known != nil {
			known.Visits += times
		}
	}
}

// All visits every position, with Black to move, in the order of files. The entries are the builder's
// own: a change to one changes the book.
func (b *Builder) All() iter.Seq2[board.Position, *Entry] {
	return func(yield func(board.Position, *Entry) bool) {
		for _, p := range b.positions() {
			if !yield(p, b.entries[p]) {
				return
			}
		}
	}
}

func (b *Builder) positions() []board.Position {
	return slices.SortedFunc(maps.Keys(b.entries), compare)
}

// asBlack returns p or its mirror, whichever has Black to move, and whether it is the mirror. Books store
// positions with Black to move.
func asBlack(p board.Position) (_ board.Position, mirrored bool) {
	if p.Turn == board.Black {
		return p, false
	}
	return p.Mirror(), true
}

// mirror returns m as it is on the mirrored board.
func mirror(m board.Move) board.Move {
	return board.Move{
		Captured: m.Captured.Turned(),
		From:     board.Squares - 1 - m.From, To: board.Squares - 1 - m.To,
	}
}

// mirrorIf returns a copy of the moves, on the mirrored board if mirrored is true.
func mirrorIf(mirrored bool, moves []Move) []Move {
	all := make([]Move, len(moves))
	for i, m := range moves {
		if mirrored {
			m.Move = mirror(m.Move)
		}
		all[i] = m
	}
	return all
}

// compare orders stored positions as they lie in a file. Its result is negative if a comes before b.
func compare(a, b board.Position) int {
	return cmp.Or(cmp.Compare(a.Black, b.Black), cmp.Compare(a.White, b.White), cmp.Compare(a.Kings, b.Kings))
}
