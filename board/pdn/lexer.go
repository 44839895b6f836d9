package pdn

import (
	"bytes"
	"html"
	"strings"

	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/internal/pattern"
)

// kind is the kind of a piece of text.
type kind uint8

const (
	kindBlank     kind = iota // white space up to the end of a line
	kindEscape                // a line that begins with %
	kindTag                   // [Name "value"]
	kindComment               // {text}
	kindRest                  // ;text to the end of the line
	kindUnclosed              // {text, and no brace that ends it
	kindOpen                  // (
	kindClose                 // )
	kindNumber                // 12. or 12... or ... or 12 or 12,
	kindMove                  // 11-15 or 3228 or f6-g5, with the characters attached to it
	kindSquare                // f6 alone, which may be a part of a move
	kindUnknown               // - in place of a move, or between two moves
	kindNAG                   // $1
	kindStrength              // ! or (?!) or ± or a star attached to a move
	kindStar                  // a star attached to the move behind it
	kindSetup                 // /FEN "B:W21:B1"/
	kindResult                // 1-0
	kindSeparator             // *
	kindRemark                // words behind a result, up to the end of their line
	kindWord                  // anything else
)

// ends reports whether a piece of the kind ends a game.
func (k kind) ends() bool { return k == kindResult || k == kindSeparator }

// lexer cuts a stream into pieces, each of one kind. It does not know the rules of draughts.
type lexer struct {
	limit int // of a piece, in bytes

	// What the Reader knows of the game at the next piece.
	section section
	apart   bool // an empty line stands before it
	loose   bool // brackets of any shape may hold a tag

	kind   kind // of the piece last cut
	first  bool // the piece last cut is the first on its line, except for white space
	inLine bool // a piece was cut from the current line
	inText bool // a piece other than white space was cut from the current line
	italic bool // the piece last cut is a star of Markdown before a move
	wait   int  // bytes before which a long piece is not tried again, so that its cost stays linear
	plain  int  // bytes behind the piece last cut that are known to hold no closing brace
	piece  int  // bytes behind the piece last cut to the first one that is no word, 0 if not known
	game   int  // bytes from there to a game that begins before the next closing brace, 0 if not known
}

const longPiece = 1 << 12 // bytes

// split is a bufio.SplitFunc. A piece that reaches the limit is cut there.
func (l *lexer) split(data []byte, atEOF bool) (int, []byte, error) {
	if len(data) == 0 || len(data) < l.wait && !atEOF {
		return 0, nil, nil
	}
	in := &input{text: data, piece: l.piece}
	n, k := l.cut(in)
	l.wait = 0
	if in.touched && !atEOF && len(data) < l.limit {
		if len(data) >= longPiece {
			l.wait = min(2*len(data), l.limit)
		}
		return 0, nil, nil
	}
	l.note(data[:n], k)
	l.piece = max(0, in.piece-n)
	l.plain, l.game = max(0, l.plain-n), max(0, l.game-n)
	return n, data[:n], nil
}

// note notes the kind of the piece that was cut, and whether it ended its line.
func (l *lexer) note(piece []byte, k kind) {
	l.kind, l.first = k, !l.inText
	switch {
	case piece[len(piece)-1] == '\n':
		l.inLine, l.inText = false, false
	case k != kindBlank:
		l.inLine, l.inText = true, true
	default:
		l.inLine = true
	}
}

// cut returns the length of the first piece, at least 1, and its kind.
func (l *lexer) cut(in *input) (int, kind) {
	if n, k := l.blank(in); n > 0 {
		return n, k
	}
	if n, k := l.lineStart(in); n > 0 {
		return n, k
	}
	if n, k := l.sentence(in); n > 0 {
		return n, k
	}
	if n, k := l.mark(in); n > 0 {
		return n, k
	}
	if n, k := in.numeric(l.section == inMoves); n > 0 {
		return n, k
	}
	if n, k := l.algebraic(in); n > 0 {
		return n, k
	}
	if n, k := l.words(in); n > 0 {
		return n, k
	}
	return in.word(0), kindWord
}

// The functions that cut calls return the length of the piece that the text begins with, 0 if it begins with none of their kinds.

// blank cuts white space, up to the end of the line.
func (l *lexer) blank(in *input) (int, kind) {
	n := in.indent(0)
	if in.at(n) == '\n' {
		n++
	}
	return n, kindBlank
}

// lineStart cuts what stands at the beginning of a line: a line that begins with %, a tag, which in square brackets may also stand behind
// other text, and the signs with which a mail quotes the line.
func (l *lexer) lineStart(in *input) (int, kind) {
	c := in.at(0)
	switch {
	case c == '%' && !l.inLine:
		return in.lineEnd(0), kindEscape
	case c == '[', l.loose && !l.inText && closer(c) != 0:
		_, n := in.tag()
		return n, kindTag
	case c == '>' && !l.inText:
		return in.while(1, func(r rune) bool { return r == '>' }), kindBlank
	}
	return 0, kindWord
}

// sentence cuts a result in words behind moves, words behind a result, and a line of prose before the moves or behind an empty line.
func (l *lexer) sentence(in *input) (int, kind) {
	switch l.section {
	case inMoves:
		if n := in.verdict(0); n > 0 {
			return n, kindResult
		}
	case behindEnd:
		if n := in.remark(0); n > 0 {
			return n, kindRemark
		}
	}
	if l.inText || l.section == inBracket || l.section != inHead && !l.apart {
		return 0, kindWord
	}
	return in.prose(), kindWord
}

// algebraic cuts a move with squares such as f6, or one such square alone.
func (l *lexer) algebraic(in *input) (int, kind) {
	n := in.algebraic()
	if n == 0 {
		return 0, kindSquare
	}
	switch end := in.junk(n, l.section == inMoves); {
	case n > len("f6"):
		return end, kindMove
	case end > n || isDigit(in.at(n)):
		return 0, kindSquare
	}
	return n, kindSquare
}

// words cuts the words that the rest of the line begins with, unless a move or a result stands among them. A result in words ends them.
func (l *lexer) words(in *input) (int, kind) {
	end := 0
	if l.section != inBracket {
		end = in.remark(0)
	}
	for i := 1; i < end && l.section == inMoves; i++ {
		if in.text[i-1] == ' ' && in.verdict(i) > 0 {
			return len(bytes.TrimRight(in.text[:i], " \t")), kindWord
		}
	}
	return end, kindWord
}

// mark cuts a piece whose first character determines its kind.
func (l *lexer) mark(in *input) (int, kind) {
	if n := in.evaluation(0); n > 0 {
		return n, kindStrength
	}
	r, _ := in.rune(0)
	switch r {
	case '{':
		return l.comment(in)
	case ';':
		return in.rest(l.section == inBracket), kindRest
	case '(', ')':
		return l.bracket(in, r)
	case '[':
		if n := in.enclosed(']'); n > 0 {
			return n, kindWord
		}
		return in.lineEnd(0), kindWord
	case '*':
		return l.star(in)
	case '_', '`':
		return in.markdown(r), kindBlank
	case '$':
		if n := in.digits(1); n > 1 {
			return n, kindNAG
		}
	case '/':
		return in.enclosed('/'), kindSetup
	}
	switch {
	case isStrength(r):
		return in.while(0, isStrength), kindStrength
	case isDot(r):
		return in.while(0, isDot), kindNumber
	case isDash(r):
		return in.while(0, isDash), kindUnknown
	}
	return 0, kindWord
}

// bracket cuts a round bracket, or a sign for a move that stands in two of them.
func (l *lexer) bracket(in *input, r rune) (int, kind) {
	if r == '(' {
		if n := in.while(1, isStrength); n > 1 && in.at(n) == ')' {
			return n + 1, kindStrength
		}
		return 1, kindOpen
	}
	if l.kind == kindNumber && l.section != inBracket {
		return 1, kindBlank // 1) is the number 1
	}
	return 1, kindClose
}

// markdown returns the end of the signs with which Markdown marks a number behind them, 0 if there is none.
func (in *input) markdown(sign rune) int {
	n := in.while(1, func(r rune) bool { return r == sign })
	if !isDigit(in.at(n)) {
		return 0
	}
	return n
}

// star cuts a star: the end of a game, the sign of a forced move directly behind or before the move, or the beginning of a word.
// Stars of Markdown, as in **11-15** and *11-15*, count as blanks.
func (l *lexer) star(in *input) (int, kind) {
	n := in.while(1, func(r rune) bool { return r == '*' })
	moved, italic := l.kind == kindMove || l.kind == kindStrength, l.italic
	l.italic = false
	switch next := in.at(n); {
	case n > 1 && (l.kind != kindBlank || isDigit(next) || isLetter(next)), italic && moved:
		return n, kindBlank
	case moved:
		return 1, kindStrength
	case isDigit(next) || isLetter(next):
		return l.before(in)
	}
	return n, kindSeparator
}

// before cuts a star that is attached to what stands behind it.
func (l *lexer) before(in *input) (int, kind) {
	behind := &input{text: in.text[1:], piece: max(0, in.piece-1)}
	end, k := (&lexer{kind: l.kind, inLine: true, inText: true}).cut(behind)
	next := behind.at(end)
	in.touched = in.touched || behind.touched
	if behind.piece > 0 {
		in.piece = behind.piece + 1
	}
	switch {
	case k == kindMove && next == '*':
		l.italic = true
		return 1, kindBlank
	case k == kindMove, k == kindSquare, k == kindNumber && numberOf(behind.text[:end]) != 1:
		return 1, kindStar
	case k == kindWord:
		return in.word(0), kindWord
	}
	return 1, kindSeparator
}

// Where another game begins behind a comment whose brace is missing: with a tag behind an empty line or with the tag Event
// at the beginning of a line. If no brace stands before it, a number 1 behind an empty line begins a game, too.
const headed = `\n(?:[ \t\r]*\n[ \t]*\[[A-Za-z]|\[(?i:event)[ \t]*"`

var headedGame, anyGame = pattern.Of(headed + ")"), pattern.Of(headed + `|[ \t\r]*\n[ \t]*1\.)`)

// comment returns the length of a comment. If another game begins within it, and the next closing brace belongs to another comment, the
// closing brace is missing. The comment then ends with the line before.
func (l *lexer) comment(in *input) (int, kind) {
	body := in.text
	end := bytes.IndexByte(body[l.plain:], '}')
	if end >= 0 {
		body = body[:l.plain+end]
	}
	l.plain = len(body)
	if end >= 0 {
		if l.game == 0 {
			at := headedGame().FindIndex(body)
			if at == nil || bytes.LastIndexByte(body, '{') == 0 {
				return in.nested(len(body) + 1), kindComment
			}
			l.game = at[0] + 1
		}
		body = body[:l.game]
	}
	at := anyGame().FindIndex(body)
	if at == nil {
		in.touched = in.touched || end < 0
		return len(body), kindUnclosed
	}
	in.touched = in.touched || end < 0 && body[at[1]-1] == '.'
	return at[0] + 1, kindUnclosed
}

// nested returns the end of a comment that holds other comments, if its braces are balanced. Its first closing brace
// ends at end, which is returned for any other comment.
func (in *input) nested(end int) int {
	const ahead = 1000 // bytes that are searched
	depth := bytes.Count(in.text[:end], []byte("{")) - 1
	for i := end; depth > 0 && i < end+ahead; i++ {
		switch in.at(i) {
		case 0:
			return end
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 && !headedGame().Match(in.text[end:i]) {
				return i + 1
			}
		}
	}
	return end
}

// rest returns the length of a comment that begins with a semicolon: it ends with the line. Within a round bracket the
// semicolon may also stand in prose. Then the comment ends before the bracket that closes on its line, if the lines
// below do not close the bracket.
func (in *input) rest(inside bool) int {
	if inside {
		if n := in.closing(); n > 0 {
			return n
		}
	}
	return in.lineEnd(0)
}

// closing returns the place on the first line of the round bracket that closes one opened before the text. It returns
// 0 if there is none, or if the lines below hold another one before an empty line or a line that begins like a tag.
func (in *input) closing() int {
	const ahead = 1000 // bytes that are searched
	found, depth, below := 0, 0, false
	for i := 1; i < ahead && in.at(i) != 0; i++ {
		switch c := in.at(i); {
		case c == '(':
			depth++
		case c == ')' && depth > 0:
			depth--
		case c == ')' && below:
			return 0
		case c == ')' && found == 0:
			found = i
		case c == '\n':
			if next := in.at(in.indent(i + 1)); found == 0 || next == '\n' || next == '[' {
				return found
			}
			depth, below = 0, true
		}
	}
	return found
}

// What tells prose from the text of a game: three words for each move, dates apart, and no sign of PDN, no result and no
// move with the number 1.
var (
	word     = pattern.Of(`(?:^|[^\pL\d])\pL{2}`)
	gameText = pattern.Of(`^[(/]|` + gameForm)
	longDate = pattern.Of(`\d+-\d+-\d{4}|\d{4}-\d+-\d+`)
	moveText = pattern.Of(moveForm)
)

// The forms of signs of PDN, results and numbers of first moves, and of moves.
const (
	gameForm = `[{}\[\];*$]|\b[012]\s*[-‐‑–—−]\s*[012]\b|\b1\s*[.)…]+\s*(?:\d|[a-hA-H][1-8])`
	moveForm = `\b(?:\d\d?\s*[-xX×‐‑–—−]\s*\d\d?|[a-hA-H][1-8]\s*[-x:])`
)

// prose returns the length of the line that the text begins with if it is prose, such as the head of a mail with a date, 0
// if it is none.
func (in *input) prose() int {
	const maximum = 1000 // bytes
	n := in.lineEnd(0)
	if n > maximum {
		return 0
	}
	line := html.UnescapeString(file.Decoded(string(in.text[:n])))
	line = longDate().ReplaceAllString(line, "")
	words, moves := len(word().FindAllString(line, -1)), len(moveText().FindAllString(line, -1))
	if words == 0 || words < 3*moves || gameText().MatchString(line) {
		return 0
	}
	return len(bytes.TrimRight(in.text[:n], " \t\r"))
}

// enclosed returns the length of the text from its first character to the next end on the same line, 0 if there is none.
func (in *input) enclosed(end rune) int {
	n := in.while(1, func(r rune) bool { return r != end && r != '\n' })
	if in.at(n) != byte(end) {
		return 0
	}
	return n + 1
}

// word returns the end of the word that holds the character at i.
func (in *input) word(i int) int {
	_, size := in.rune(i)
	return in.while(i+size, func(r rune) bool {
		return !isBlank(r) && !strings.ContainsRune("{}()[];", r)
	})
}
