package board

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"unicode"
)

// MaxPieces is the largest number of pieces a side can have.
const MaxPieces = 12

// Position is the pieces on the board and the side to move.
//
// It is a value of four scalar fields: the compiler keeps it in registers, and a
// fifth field would halve the speed of move generation.
type Position struct {
	Black, White Bitboard // all pieces of a side, men and kings
	Kings        Bitboard // the kings of both sides
	Turn         Color
}

// Start returns the position in which every game without a ballot begins.
func Start() Position {
	return Position{Black: 0x00000FFF, White: 0xFFF00000, Turn: Black}
}

// MarshalText returns the FEN, so that a Position is a string in JSON.
func (p Position) MarshalText() ([]byte, error) { return []byte(p.FEN()), nil }

// UnmarshalText reads a FEN as [ParseFEN] does: from JSON, from a flag of a command.
func (p *Position) UnmarshalText(text []byte) (err error) {
	*p, err = ParseFEN(string(text))
	return err
}

// Side returns all pieces of c.
func (p Position) Side(c Color) Bitboard {
	if c == Black {
		return p.Black
	}
	return p.White
}

// Men returns the men of c.
func (p Position) Men(c Color) Bitboard { return p.Side(c) &^ p.Kings }

// KingsOf returns the kings of c.
func (p Position) KingsOf(c Color) Bitboard { return p.Side(c) & p.Kings }

// Empty returns the squares without a piece.
func (p Position) Empty() Bitboard { return ^(p.Black | p.White) }

// Pieces returns the number of pieces on the board.
func (p Position) Pieces() int { return (p.Black | p.White).Count() }

// Lead returns by how many pieces a side is ahead, less than 0 if it is behind.
func (p Position) Lead(c Color) int { return p.Side(c).Count() - p.Side(c.Opponent()).Count() }

// Finished reports whether a side has no pieces left. Then the game is over whichever side is to move. Over also tells the
// positions in which the side to move has pieces and no move.
func (p Position) Finished() bool { return p.Black == 0 || p.White == 0 }

// Over reports whether there is no move to make in p: a side has no pieces left, or the
// side to move cannot move.
func (p Position) Over() bool { return p.Finished() || !p.HasMove() }

// Play returns the position after m, which must be legal in p.
func (p Position) Play(m Move) Position {
	from, to := m.From.Bit(), m.To.Bit()
	king := p.Kings >> (m.From & 31) & 1 << (m.To & 31)
	p.Kings = p.Kings&^(from|m.Captured) | king
	if p.Turn == Black {
		p.Black = p.Black&^from | to
		p.White &^= m.Captured
		p.Kings |= to & WhiteBackRow
	} else {
		p.White = p.White&^from | to
		p.Black &^= m.Captured
		p.Kings |= to & BlackBackRow
	}
	p.Turn ^= 1
	return p
}

// Irreversible reports whether m, legal in p, captures a piece or moves a man. No
// position before such a move can occur again after it.
func (p Position) Irreversible(m Move) bool {
	return m.Captured != 0 || !p.Kings.Has(m.From)
}

// Mirror returns the same position with the board turned and the colours
// swapped. Both positions have the same value for the side to move.
func (p Position) Mirror() Position {
	both := bits.Reverse64(uint64(p.Black) | uint64(p.White)<<32) // both sides at once, because a reversal takes several instructions
	m := Position{Black: Bitboard(both), White: Bitboard(both >> 32), Turn: p.Turn.Opponent()}
	if p.Kings != 0 {
		m.Kings = p.Kings.Turned()
	}
	return m
}

// Multipliers of Hash: arbitrary odd numbers with about half their bits set.
const (
	hashPieces = 0x9E3779B97F4A7C15
	hashKings  = 0xD1B54A32D192ED03
	hashFinish = 0xFF51AFD7ED558CCD
)

// Hash returns a 64-bit key of the position, the same on every machine.
//
// Hash computes the key from the position at every call: it multiplies two words to
// 128 bits and joins the halves. Keeping the key as a field of Position takes more time.
func (p Position) Hash() uint64 {
	pieces := uint64(p.Black) | uint64(p.White)<<32
	rest := uint64(p.Kings) | uint64(p.Turn)<<32
	high, low := bits.Mul64(pieces^hashPieces, rest*hashKings+hashFinish)
	h := high ^ low ^ pieces*hashKings
	h = (h ^ h>>32) * hashFinish
	return h ^ h>>29
}

// quotedLength is the largest number of bytes of a wrong text that an error repeats.
const quotedLength = 40

// Quote returns text in quotes on one line, cut to a length that fits an error
// message, with everything unprintable escaped.
func Quote(text string) string {
	if len(text) > quotedLength {
		return strconv.Quote(text[:quotedLength]) + "..."
	}
	return strconv.Quote(text)
}

// ParseFEN reads a position as PDN writes it: "B:W21,K22:B1-12". Either colour may
// come first, and a range names every square in it. A final dot or semicolon, lower case, and blanks that do not
// stand between two digits, are accepted. One side may have no
// pieces: then the game is over. The counters of draughts servers behind the pieces, H of plies without progress
// and F of moves, as in "B:W21:B1:H0:F1", are left out, and so are the two numbers that stand behind the positions of chess. The position
// may stand in quotes or in a tag, as in [FEN "B:W21:B1"]. The error says what is wrong.
func ParseFEN(text string) (Position, error) {
	p, err := parseFEN(plainFEN(withoutCounters(unwrapped(strings.TrimRight(strings.TrimSpace(text), ";")))))
	if err != nil {
		return Position{}, fmt.Errorf("FEN %s: %w", Quote(text), err)
	}
	return p, nil
}

// plainFEN returns a FEN without blanks and without a final dot. Dashes of all kinds are hyphens. A blank between two
// digits stays, because without it they would be another square.
func plainFEN(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return strings.TrimSuffix(text, ".")
	}
	var plain strings.Builder
	var last rune
	blank := false
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			blank = true
			continue
		case IsInvisible(r):
			continue
		case unicode.Is(unicode.Pd, r) || r == minus:
			r = '-'
		case blank && isDigit(last) && isDigit(r):
			plain.WriteByte(' ')
		}
		plain.WriteRune(r)
		last, blank = r, false
	}
	return strings.TrimSuffix(plain.String(), ".")
}

const minus = '−' // which is no dash for Unicode

func parseFEN(text string) (p Position, err error) {
	const parts = 3
	fields := strings.Split(text, ":")
	if len(fields) < parts {
		return p, fmt.Errorf("want SIDE:PIECES:PIECES, three parts between colons, not %d", len(fields))
	}
	turn, ok := letterColor(fields[0])
	if !ok {
		return p, fmt.Errorf("%s is not a side, B or W", Quote(fields[0]))
	}
	p.Turn = turn
	listed := [2]bool{}
	for _, field := range fields[1:parts] {
		c, ok := letterColor(field[:min(1, len(field))])
		if !ok {
			return p, fmt.Errorf("list %s does not begin with a side, B or W", Quote(field))
		}
		if listed[c] {
			return p, fmt.Errorf("%s's pieces are listed twice", c)
		}
		listed[c] = true
		if err := p.place(c, field[1:]); err != nil {
			return p, fmt.Errorf("%s: %w", c, err)
		}
	}
	for _, field := range fields[parts:] {
		if !isCounter(field) {
			return p, fmt.Errorf("%s behind the pieces is no counter such as H0 or F1", Quote(field))
		}
	}
	return p, p.Check()
}

// isCounter reports whether a field is a counter of the draughts servers: H or F and a number.
func isCounter(field string) bool {
	digits := strings.TrimLeft(field, "HhFf")
	return len(digits) == len(field)-1 && digits != "" && strings.Trim(digits, "0123456789") == ""
}

func letterColor(text string) (c Color, ok bool) {
	switch text {
	case "B", "b":
		return Black, true
	case "W", "w":
		return White, true
	}
	return Black, false
}

// place puts the pieces of a list such as "K1,5,9-12" on the board.
func (p *Position) place(c Color, list string) error {
	if list == "" {
		return nil
	}
	for entry := range strings.SplitSeq(list, ",") {
		number, king := cutKing(entry)
		low, high, isRange := strings.Cut(number, "-")
		if !isRange {
			high = low
		}
		first, err := parseSquare(low)
		if err != nil {
			return err
		}
		last, err := parseSquare(high)
		if err != nil {
			return err
		}
		if first > last {
			return fmt.Errorf("range %s-%s runs backwards", first, last)
		}
		for s := first; s <= last; s++ {
			if err := p.put(c, s, king); err != nil {
				return err
			}
		}
	}
	return nil
}

// cutKing returns an entry without the letter of a king, and whether the entry had that letter.
func cutKing(entry string) (number string, king bool) {
	if number, king = strings.CutPrefix(entry, "K"); king {
		return number, true
	}
	return strings.CutPrefix(entry, "k")
}

func parseSquare(text string) (Square, error) {
	if text == "" {
		return 0, errors.New("a square is missing")
	}
	n, err := strconv.Atoi(text)
	if err != nil || text[0] == '+' || text[0] == '-' {
		return 0, fmt.Errorf("%s is not a square", Quote(text))
	}
	s, ok := SquareNumber(n)
	if !ok {
		return 0, fmt.Errorf("square %d is not on the board, 1 to 32", n)
	}
	return s, nil
}

func (p *Position) put(c Color, s Square, king bool) error {
	if !p.Empty().Has(s) {
		return fmt.Errorf("square %s has two pieces", s)
	}
	if c == Black {
		p.Black |= s.Bit()
	} else {
		p.White |= s.Bit()
	}
	if king {
		p.Kings |= s.Bit()
	}
	return nil
}

// Check returns an error that says why the position is impossible, nil if it is possible.
func (p Position) Check() error {
	if p.Black|p.White == 0 {
		return errors.New("the board is empty")
	}
	if both := p.Black & p.White; both != 0 {
		return fmt.Errorf("square %s has two pieces", both.First())
	}
	if none := p.Kings & p.Empty(); none != 0 {
		return fmt.Errorf("square %s has a king's mark and no piece", none.First())
	}
	for _, c := range []Color{Black, White} {
		if n := p.Side(c).Count(); n > MaxPieces {
			return fmt.Errorf("%s has %d pieces, more than %d", c, n, MaxPieces)
		}
		if m := p.Men(c) & CrowningRow(c); m != 0 {
			return fmt.Errorf("%s has a man on %s, where it would be a king", c, m.First())
		}
	}
	return nil
}

// CrowningRow returns the row on which c's men become kings.
func CrowningRow(c Color) Bitboard {
	if c == Black {
		return WhiteBackRow
	}
	return BlackBackRow
}

// FEN returns the position as PDN writes it, white pieces first, in square order.
func (p Position) FEN() string {
	b := []byte{p.Turn.Letter()}
	for _, c := range []Color{White, Black} {
		b = append(b, ':', c.Letter())
		for rest := p.Side(c); rest != 0; rest &= rest - 1 {
			if rest != p.Side(c) {
				b = append(b, ',')
			}
			if p.Kings.Has(rest.First()) {
				b = append(b, 'K')
			}
			b = strconv.AppendInt(b, int64(rest.First().Number()), 10)
		}
	}
	return string(b)
}

// String returns the FEN.
func (p Position) String() string { return p.FEN() }
