package pdn

import (
	"bytes"
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
)

// spelling is the squares that a text names. It has several paths if nothing stands between two squares: 112 is 1-12 or
// 11-2. A path of one square is the beginning of a move.
type spelling struct {
	paths []board.Path
	chess bool // the squares are named as in chess; a1 is square 29
}

// spelled returns the squares of a move.
func spelled(text string) spelling {
	if !isLetter(text[0]) {
		paths, _ := board.ParsePaths(bare(text)) // illegal says what is wrong
		return spelling{paths: paths}
	}
	if path := chessPath(text); path != nil {
		return spelling{paths: []board.Path{path}, chess: true}
	}
	return spelling{chess: true}
}

// then returns the squares of s and the ones behind the first of other, where other begins with the last square of s. It has
// no paths if other begins elsewhere.
func (s spelling) then(other spelling) spelling {
	joined := spelling{chess: s.chess}
	for _, path := range s.paths {
		for _, more := range other.paths {
			if s.chess == other.chess && path[len(path)-1] == more[0] && len(path)+len(more) <= longestPath {
				joined.paths = append(joined.paths, slices.Concat(path, more[1:]))
			}
		}
	}
	return joined
}

// longestPath is more squares than a capture has.
const longestPath = 12

// and returns the squares of s and one more.
func (s spelling) and(square board.Square) spelling {
	more := spelling{chess: s.chess}
	for _, path := range s.paths {
		if len(path) < longestPath {
			more.paths = append(more.paths, append(slices.Clone(path), square))
		}
	}
	return more
}

// fit returns the moves of a position that squares can name: board.Position.FindMoves, or
// board.Position.Longer for captures that stop short.
type fit func(board.Position, board.Path) []board.Move

// named returns the moves of position that s can name. It notes in squares which corner is a1, if the moves decide this.
func (s spelling) named(position board.Position, squares *chessSquares, fits fit) (moves []board.Move) {
	for _, path := range s.paths {
		if s.chess {
			return squares.named(position, path, fits)
		}
		for _, m := range fits(position, path) {
			if !slices.Contains(moves, m) {
				moves = append(moves, m)
			}
		}
	}
	return moves
}

// illegal explains why text names no move of position.
func illegal(position board.Position, text string, squares chessSquares) error {
	if isLetter(text[0]) {
		return squares.illegal(position, text)
	}
	_, err := position.ParseMove(bare(text))
	return err
}

// bare returns the text of a move without blanks and without other characters at its end.
func bare(text string) string {
	var b strings.Builder
	for _, r := range text {
		if isBlank(r) {
			continue
		}
		if !board.IsSeparator(r) && (r >= 0x80 || !isDigit(byte(r))) {
			break
		}
		b.WriteRune(r)
	}
	return strings.TrimRightFunc(b.String(), board.IsSeparator)
}

// cutScore returns the score that a text begins with, and the text behind it.
func cutScore(text string) (score, behind string) {
	end := strings.IndexFunc(text, func(r rune) bool {
		return !isBlank(r) && !isDash(r) && !isSlash(r) && !strings.ContainsRune("0123456789½:,.", r)
	})
	if end < 0 {
		end = len(text)
	}
	score = strings.TrimRightFunc(text[:end], func(r rune) bool { return !isDigit(byte(min(r, 0x7F))) && r != '½' })
	return score, text[len(score):]
}

// chessSquares reads moves whose squares are named as in chess, such as f6-g5. Some files give the
// name a1 to the corner of White, others to the corner of Black. The first move that is legal in
// exactly one of the two ways decides for the whole game.
type chessSquares struct {
	settled bool // the corner of a1 is known
	turned  bool // a1 is square 4, at Black's left hand, not 29, at White's
}

// named returns the moves of position that path names, as fits finds them.
func (c *chessSquares) named(position board.Position, path board.Path, fits fit) []board.Move {
	if c.settled {
		return fits(position, c.oriented(path))
	}
	moves, other := fits(position, path), fits(position, turned(path))
	switch {
	case len(moves) > 0:
		c.settled = len(other) == 0
	case len(other) > 0:
		c.settled, c.turned = true, true
		return other
	}
	return moves
}

// illegal explains why text names no move of position.
func (c *chessSquares) illegal(position board.Position, text string) error {
	path := chessPath(text)
	switch {
	case path == nil:
		return &board.MoveError{Text: text, Position: position, Err: board.ErrSyntax, Why: board.Quote(text) + " is not a move such as f6-g5"}
	case c.settled:
		_, err := position.FindMove(c.oriented(path))
		return err
	}
	return &board.MoveError{Text: text, Position: position, Err: board.ErrIllegal, Why: "move " + board.Quote(text) + " is illegal"}
}

// oriented returns the path with a1 in the corner that was found.
func (c *chessSquares) oriented(path board.Path) board.Path {
	if c.turned {
		return turned(path)
	}
	return path
}

// turned returns the path on the board turned by half a circle.
func turned(path board.Path) board.Path {
	other := make(board.Path, len(path))
	for i, s := range path {
		other[i] = board.Squares - 1 - s
	}
	return other
}

// chessPath returns the squares of a move, where a1 is square 29. It returns nil if one of them is
// a light square.
func chessPath(text string) board.Path {
	const highestRow, rowSquares = '8', 4
	var path board.Path
	names := strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return isBlank(r) || board.IsSeparator(r)
	}), "")
	for ; len(names) > 1 && (&input{text: []byte(names)}).isChessSquare(0); names = names[len("f6"):] {
		column, row := int(names[0]-'a'), int(highestRow-names[1])
		s := board.Square(row*rowSquares + column/2)
		if s.Column() != column {
			return nil
		}
		path = append(path, s)
	}
	return path
}

// input is the part of a stream that has been read but not yet cut into pieces. It notes whether a
// caller has looked beyond its end, because the result may then be different with more text.
type input struct {
	text    []byte
	touched bool // a caller has looked beyond the end
}

// at returns byte i, 0 beyond the end.
func (in *input) at(i int) byte {
	if i >= len(in.text) {
		in.touched = true
		return 0
	}
	return in.text[i]
}

// rune returns the character at i and its size in bytes, 0 beyond the end.
func (in *input) rune(i int) (rune, int) {
	if i >= len(in.text) {
		in.touched = true
		return 0, 0
	}
	if c := in.text[i]; c == '&' {
		return in.entity(i)
	} else if c < utf8.RuneSelf {
		return rune(c), 1
	}
	if !utf8.FullRune(in.text[i:]) {
		in.touched = true
	}
	r, size := utf8.DecodeRune(in.text[i:])
	if r == utf8.RuneError && size == 1 {
		r = file.Windows1252(in.text[i])
	}
	return r, size
}

// entity returns the blank, dash, separator or half that is written at i as in HTML, such as &nbsp; and &#45;, and its size
// in bytes. It returns & for any other sign of HTML, and where none stands.
func (in *input) entity(i int) (rune, int) {
	const longest = len("&#x2013;")
	n := i + 1
	for n-i < longest && (isLetter(in.at(n)) || isDigit(in.at(n)) || in.at(n) == '#') {
		n++
	}
	if in.at(n) == ';' {
		text := html.UnescapeString(string(in.text[i : n+1]))
		r, size := utf8.DecodeRuneInString(text)
		if size == len(text) && r >= ' ' && (isBlank(r) || isDash(r) || r == '½' || board.IsSeparator(r)) {
			return r, n + 1 - i
		} else if size == len(text) {
			return '&', n + 1 - i
		}
	}
	return '&', 1
}

// while returns the end of the run of characters from i for which belongs returns true.
func (in *input) while(i int, belongs func(rune) bool) int {
	for {
		r, size := in.rune(i)
		if size == 0 || !belongs(r) {
			return i
		}
		i += size
	}
}

// digits returns the end of the run of digits from i.
func (in *input) digits(i int) int {
	for isDigit(in.at(i)) {
		i++
	}
	return i
}

// one returns the end of the character at i if belongs returns true for it, 0 if not.
func (in *input) one(i int, belongs func(rune) bool) int {
	if r, size := in.rune(i); size > 0 && belongs(r) {
		return i + size
	}
	return 0
}

// blanks returns the end of the run of white space from i.
func (in *input) blanks(i int) int { return in.while(i, isBlank) }

// indent returns the end of the run of white space from i, on the same line.
func (in *input) indent(i int) int {
	return in.while(i, func(r rune) bool { return r != '\n' && isBlank(r) })
}

// lineEnd returns the end of the line that holds i: its line feed or, without one, the end of the text.
func (in *input) lineEnd(i int) int {
	if n := bytes.IndexByte(in.text[i:], '\n'); n >= 0 {
		return i + n
	}
	in.touched = true
	return len(in.text)
}

// cleanComment returns text in a form that can stand in a comment: on one line, and with round brackets
// in place of all curly ones if the text has a closing curly bracket, which would end the comment.
func cleanComment(text string) string {
	if strings.Contains(text, "}") {
		text = strings.NewReplacer("{", "(", "}", ")").Replace(text)
	}
	return file.OneLine(text)
}

func isSingleQuote(r rune) bool { return strings.ContainsRune("'‘’‚", r) }

func isQuote(r rune) bool { return strings.ContainsRune("\"“”„‟«»", r) }

// isBlank reports whether r stands between words, or has no meaning within the moves of a game.
func isBlank(r rune) bool { return unicode.IsSpace(r) || board.IsInvisible(r) }

// isDash reports whether r may stand between the two scores of a result.
func isDash(r rune) bool {
	const minus = '−'
	return unicode.Is(unicode.Pd, r) || r == minus
}

// isSlash reports whether r may be the bar of 1/2.
func isSlash(r rune) bool { return strings.ContainsRune("/⁄∕", r) }

// isStrength reports whether r is a sign of an annotator's opinion.
func isStrength(r rune) bool { return strings.ContainsRune("!?‼⁇⁈⁉！？", r) }

func isDot(r rune) bool { return r == '.' || r == '…' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
