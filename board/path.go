package board

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Path is a move as the squares its piece stands on: the origin, then every
// landing square.
type Path []Square

// eachPath calls visit with every capture path of p and the move it makes. The
// path is valid only during the call.
func (p Position) eachPath(visit func(Path, Move)) {
	enemies := p.Side(p.Turn.Opponent())
	for jumpers := p.Jumpers(); jumpers != 0; jumpers &= jumpers - 1 {
		from := jumpers.First()
		w := pathWalk{empty: p.Empty() | from.Bit(), ways: p.directionsOf(from), visit: visit}
		w.extend(Path{from}, Move{From: from, To: from}, enemies)
	}
}

// pathWalk is a search for the capture paths of one piece.
type pathWalk struct {
	empty Bitboard
	ways  span
	visit func(Path, Move)
}

// extend visits every complete path that begins with path, which makes the move m; enemies are not captured yet.
func (w *pathWalk) extend(path Path, m Move, enemies Bitboard) {
	complete := true
	for d := w.ways.first; d < w.ways.end; d++ {
		over, to := step[d][m.To]&enemies, leap[d][m.To]&w.empty
		if over == 0 || to == 0 {
			continue
		}
		complete = false
		landing := to.First()
		w.extend(append(path, landing), Move{m.Captured | over, m.From, landing}, enemies&^over)
	}
	if complete {
		w.visit(path, m)
	}
}

// Path returns the squares of m, legal in p. For a capture with several paths it returns
// the first path.
func (p Position) Path(m Move) Path {
	if !m.IsCapture() {
		return Path{m.From, m.To}
	}
	var found Path
	p.eachPath(func(path Path, other Move) {
		if other == m && found == nil {
			found = append(found, path...)
		}
	})
	return found
}

// matches reports whether the squares given name this path. The first and the last
// square must be equal, and the path must meet the squares between them in order.
func (path Path) matches(given Path) bool {
	return path[len(path)-1] == given[len(given)-1] && path.passes(given)
}

// passes reports whether the path begins at the first square given and meets the
// others in order.
func (path Path) passes(given Path) bool {
	if path[0] != given[0] {
		return false
	}
	next := 1
	for _, s := range path[1:] {
		if next < len(given) && s == given[next] {
			next++
		}
	}
	return next == len(given)
}

// maxText is the length of the longest move: a capture takes at most nine
// pieces, by the shape of the board, and so names ten squares.
const maxText = len("10x20x10x20x10x20x10x20x10x20")

// A move with separators of several bytes and with blanks is at most this many times as long.
const maxForm = 8

// ParsePaths reads the squares of a move, at least two. Between them stands a separator, a blank or a dot:
// "11-15", "15 x 24", "11 15", "11.15". Two squares may also stand without anything between them, as in "1115";
// such a text may have more than one meaning: "112" is 1-12 or 11-2. A capture may be written jump by jump: in
// "27x18 18x11" the square 18 counts once.
func ParsePaths(text string) ([]Path, error) {
	if len(text) > maxForm*maxText {
		return nil, newMoveError(text, ErrSyntax, "%s is too long for a move", Quote(text))
	}
	fields := squareFields(text)
	if len(strings.Join(fields, "-")) > maxText {
		return nil, newMoveError(text, ErrSyntax, "%s is too long for a move", Quote(text))
	}
	if len(fields) == 1 {
		if paths := joined(fields[0]); len(paths) > 0 {
			return paths, nil
		}
		return nil, newMoveError(text, ErrSyntax, "%s is not a move such as 11-15 or 15x24", Quote(text))
	}
	path := make(Path, len(fields))
	for i, field := range fields {
		s, err := squareOf(field)
		if err != nil {
			return nil, newMoveError(text, ErrSyntax, "move %s: %v", Quote(text), err)
		}
		path[i] = s
	}
	return []Path{path}, nil
}

// ParsePath reads the squares of a move as ParsePaths does. It is an error if the text has more than one meaning.
func ParsePath(text string) (Path, error) {
	paths, err := ParsePaths(text)
	switch {
	case err != nil:
		return nil, err
	case len(paths) > 1:
		return nil, newMoveError(text, ErrAmbiguous, "move %s is ambiguous: %s or %s", Quote(text), paths[0].text("-"), paths[1].text("-"))
	}
	return paths[0], nil
}

// IsSeparator reports whether r may stand between two squares of a move: a hyphen, a dash, a minus sign, a cross,
// an x of the Latin or the Cyrillic alphabet, a colon, or a dot at half height.
func IsSeparator(r rune) bool {
	return strings.ContainsRune("-xX:·‐‑‒–—―−∙⋅﹘﹣－×✕✖╳⨯хХ", r)
}

// IsInvisible reports whether r has no meaning within a move: a soft hyphen, a joiner, a blank without width, a mark of
// direction, or a selector of the form of the character before it.
func IsInvisible(r rune) bool {
	return r > 0x7F && (unicode.Is(unicode.Cf, r) || r == '\ufe0e' || r == '\ufe0f')
}

// squareFields cuts a move at its separators, blanks and dots. A field between two separators is "".
func squareFields(text string) []string {
	var plain strings.Builder
	var last rune
	runes := []rune(strings.TrimFunc(text, func(r rune) bool { return unicode.IsSpace(r) || IsInvisible(r) }))
	for i, r := range runes {
		switch {
		case IsInvisible(r):
			continue
		case IsSeparator(r):
			r = '-'
		case unicode.IsSpace(r), r == '.' && isDigit(last) && i+1 < len(runes) && isDigit(runes[i+1]):
			r = ' '
		}
		plain.WriteRune(r)
		last = r
	}
	parts := strings.Split(plain.String(), "-")
	var fields []string
	for _, part := range parts {
		words := strings.Fields(part)
		if len(words) == 0 {
			words = []string{""}
		}
		if len(words) == 2 && words[0] == words[1] && len(parts) > 1 {
			words = words[1:] // one jump ends where the next one begins
		}
		fields = append(fields, words...)
	}
	return fields
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

// joined returns the paths of two squares that digits without a separator may mean.
func joined(digits string) (paths []Path) {
	const minimum, maximum = len("112"), len("1115")
	if len(digits) < minimum || len(digits) > maximum {
		return nil
	}
	for i := 1; i < len(digits); i++ {
		from, err := squareOf(digits[:i])
		to, toErr := squareOf(digits[i:])
		if errors.Join(err, toErr) == nil {
			paths = append(paths, Path{from, to})
		}
	}
	return paths
}

func squareOf(text string) (Square, error) {
	n, err := strconv.ParseUint(text, 10, 8)
	s, ok := SquareNumber(int(n))
	if err != nil || !ok {
		return s, fmt.Errorf("%s is not a square, 1 to 32", Quote(text))
	}
	return s, nil
}

// MoveWords cuts a line of moves into texts for ParseMove, without the numbers of moves, such as "1." in
// "1. 11-15 23-19" and in "1. 11 15 23 19".
func MoveWords(line string) (moves []string) {
	from := "" // a square of which the destination is still to come
	for word := range strings.FieldsSeq(line) {
		_, err := squareOf(word)
		switch {
		case strings.HasSuffix(word, ".") && strings.Trim(word, "0123456789.") == "":
		case err != nil || from != "":
			moves, from = append(moves, strings.TrimSpace(from+" "+word)), ""
		default:
			from = word
		}
	}
	if from != "" {
		moves = append(moves, from)
	}
	return moves
}
