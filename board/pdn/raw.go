package pdn

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// token is a piece of a game's text, other than white space.
type token struct {
	kind       kind
	line       int32 // in the stream
	start, end int32 // in the text of the game
	closing    int32 // for an opening bracket, the index of its closing bracket; 0 if there is none
}

// rawGame is the text of one game, cut into tokens but not yet understood.
type rawGame struct {
	limit     int    // largest size, in bytes
	text      []byte // without the tags
	begin     int    // the line of the first piece
	span      span   // from the first piece to the end of the last, without white space
	size      int    // of the text and the tags, in bytes
	tokens    []token
	tags      []rawTag
	open      []int32  // the opening brackets that are not closed, the outermost first
	depth     int      // number of open brackets, also of those left out of the text
	phase     phase    // how far the game is
	spacing   spacing  // how the last pieces end
	bracketed bool     // the game has a tag in square brackets
	gap       bool     // an empty line stands behind the last tag
	quoted    bool     // a line begins with >, as in a mail
	number    int      // the last number of a move outside brackets
	late      *rawGame // the game that a tag Result behind the moves begins, unless the tag belongs to this game
	ending    int      // the token that ended the game; -1 if there is none
	full      bool     // the limit is reached: more text is left out
	problems  problems
}

// phase says how far a game is.
type phase uint8

const (
	heading phase = iota // there are no moves yet
	moving               // the moves have begun: a later tag belongs to the next game
	ended                // a result or a star has ended the game; what stands behind it on its line still belongs to it
	closed               // the line on which the game ended has ended too
)

// spacing says how pieces end.
type spacing uint8

const (
	withinLine spacing = iota // their line goes on
	lineEnded                 // the last one has ended its line
	emptyLine                 // the last ones are an empty line
)

// section is the part of a game in which a piece stands. The lexer cuts some pieces in one of them alone.
type section uint8

const (
	inHead    section = iota // before the moves
	inMoves                  // from the first move to the end of the game, outside brackets
	inBracket                // in a round bracket
	behindEnd                // behind the result or the star that has ended the game
)

// section returns the section of the next piece.
func (g *rawGame) section() section {
	switch {
	case g.depth > 0:
		return inBracket
	case g.phase == heading:
		return inHead
	case g.phase == moving:
		return inMoves
	}
	return behindEnd
}

// newRawGame returns a game without text, of at most limit bytes.
func newRawGame(limit int) *rawGame { return &rawGame{limit: limit, ending: -1} }

// endsBefore reports whether a piece belongs to the next game. Such a piece is a tag
// after moves, a tag at the beginning of a line within a bracket, which was then never
// closed, a tag that the game already has and that an empty line sets apart, or anything but a remark behind the
// result. In a game without tags it is also the number 1 at the beginning of a line, behind a higher number or an empty
// line. first says whether the piece is the first on its line.
func (g *rawGame) endsBefore(k kind, piece []byte, first bool) bool {
	switch {
	case g.depth > 0:
		return k == kindTag && first
	case g.phase >= ended:
		return !isRemark(k)
	case k == kindNumber && first && g.phase == moving && len(g.tags) == 0:
		return numberOf(piece) == 1 && (g.number > 1 || g.spacing == emptyLine)
	}
	return k == kindTag && (g.phase == moving || g.gap && (g.repeats(piece) || g.stray() && newRawTag(piece, 0).isNamed("Event")))
}

// numberOf returns the number of a move of Black, 0 for other pieces.
func numberOf(piece []byte) int {
	text := string(piece)
	digits := digitsOf(text)
	n, _ := strconv.Atoi(digits)
	if digits == text || strings.HasSuffix(text, "..") || strings.HasSuffix(text, "…") {
		return 0
	}
	return n
}

// digitsOf returns the number of a move without the sign behind it.
func digitsOf(text string) string {
	return strings.TrimRightFunc(text, func(r rune) bool { return isDot(r) || isBlank(r) || r == ':' || isDash(r) })
}

// stray reports whether the text is nothing but a tag Result, which stands behind the game that it belongs to.
func (g *rawGame) stray() bool {
	return len(g.tags) == 1 && g.tags[0].isNamed(tagResult) && !slices.ContainsFunc(g.tokens, func(t token) bool { return t.kind != kindEscape })
}

// mayEnd reports whether a piece that begins another game may belong to this one: a tag Result behind the moves.
func (g *rawGame) mayEnd(k kind, piece []byte) bool {
	return k == kindTag && newRawTag(piece, 0).isNamed(tagResult) && !g.has(tagResult)
}

// isRemark reports whether pieces of the kind can stand behind a result, on its line.
func isRemark(k kind) bool {
	switch k {
	case kindBlank, kindEscape, kindComment, kindRest, kindUnclosed, kindOpen, kindNAG, kindStrength, kindRemark, kindWord, kindResult, kindSeparator:
		return true
	}
	return false
}

// repeats reports whether the game already has the tag and no game can have this tag
// twice.
func (g *rawGame) repeats(piece []byte) bool {
	t := newRawTag(piece, 0)
	name := properName(t.Name)
	return (name == tagFEN || rank(name) < usualTags) && g.has(t.Name)
}

// has reports whether the game has a tag with the name.
func (g *rawGame) has(name string) bool {
	return slices.ContainsFunc(g.tags, func(t rawTag) bool { return t.isNamed(name) })
}

// settle gives a tag Result behind the moves to the game if it is its own, and else returns the game that it begins.
func (g *rawGame) settle(own bool) *rawGame {
	late := g.late
	g.late = nil
	if late == nil || !own {
		return late
	}
	g.tags, g.span.end = append(g.tags, late.tags...), late.span.end
	for _, t := range late.tokens { // lines that begin with %
		g.addToken(t.kind, late.text[t.start:t.end], int(t.line))
	}
	return nil
}

// extend makes the game reach to the end of a piece that is not white space: it lies on a line, at an offset in the stream.
func (g *rawGame) extend(line, offset, size int) {
	if g.begin == 0 {
		g.begin, g.span.begin = line, offset
	}
	g.span.end = offset + size
}

// add appends a piece that begins on the given line.
func (g *rawGame) add(k kind, piece []byte, line int) {
	g.quoted = g.quoted || k == kindBlank && piece[0] == '>'
	if k == kindTag {
		if g.depth == 0 {
			g.addTag(piece, line)
			return
		}
		k = kindWord
	}
	if k == kindNumber && g.depth == 0 {
		g.number = cmp.Or(numberOf(piece), g.number)
	}
	if g.phase == heading && g.beginsMoves(k, piece) {
		g.phase = moving
	}
	if leading := k == kindBlank && len(g.tokens) == 0; !leading && g.fits(piece, line) {
		g.addToken(k, piece, line)
	}
	g.space(k == kindBlank || k == kindEscape, piece[len(piece)-1] == '\n')
	g.nest(k)
	if k.ends() && g.depth == 0 && g.phase < ended {
		g.phase = ended
		if !g.full {
			g.ending = len(g.tokens) - 1
		}
	}
}

// nest counts the open brackets.
func (g *rawGame) nest(k kind) {
	switch {
	case k == kindOpen:
		g.depth++
	case k == kindClose && g.depth > 0:
		g.depth--
	}
}

// beginsMoves reports whether a piece is a move, or what stands with moves alone. Two numbers may be the squares of a move.
func (g *rawGame) beginsMoves(k kind, piece []byte) bool {
	switch k {
	case kindMove, kindUnknown, kindNAG, kindStrength, kindStar, kindSetup:
		return true
	case kindNumber, kindSquare:
		last := len(g.tokens) - 1
		return last >= 0 && g.tokens[last].kind == k && !hasDot(piece)
	}
	return false
}

// space notes how the pieces end with one that is blank or not, and ends its line or not.
func (g *rawGame) space(blank, endsLine bool) {
	switch {
	case blank && (g.spacing == emptyLine || g.spacing == lineEnded && endsLine):
		g.spacing, g.gap = emptyLine, true
	case endsLine:
		g.spacing = lineEnded
	default:
		g.spacing = withinLine
	}
	if endsLine && g.phase == ended && g.depth == 0 {
		g.phase = closed
	}
}

func (g *rawGame) addTag(piece []byte, line int) {
	g.bracketed, g.gap, g.spacing = g.bracketed || piece[0] == '[', false, withinLine
	if g.fits(piece, line) {
		g.tags = append(g.tags, newRawTag(piece, line))
	}
}

// fits reports whether there is room for a piece. After the first piece
// that is left out all others are left out too.
func (g *rawGame) fits(piece []byte, line int) bool {
	g.size += len(piece)
	if !g.full && g.size > g.limit {
		g.full = true
		g.problems.add(line, "the game is larger than %d bytes: the rest is left out", g.limit)
	}
	return !g.full
}

func (g *rawGame) addToken(k kind, piece []byte, line int) {
	start := int32(len(g.text))
	g.text = append(g.text, piece...)
	if k == kindBlank {
		return
	}
	g.pair(k)
	end := int32(len(g.text))
	g.tokens = append(g.tokens, token{kind: k, line: int32(line), start: start, end: end})
}

// pair notes the next token, of kind k, if it is a bracket: it joins each closing bracket to
// its opening bracket.
func (g *rawGame) pair(k kind) {
	switch last := len(g.open) - 1; {
	case k == kindOpen:
		g.open = append(g.open, int32(len(g.tokens)))
	case k == kindClose && last >= 0:
		g.tokens[g.open[last]].closing = int32(len(g.tokens))
		g.open = g.open[:last]
	}
}

// empty reports whether the text holds no game: no tags, no problems, and no tokens but move numbers with a dot,
// results and stars.
func (g *rawGame) empty() bool {
	return len(g.tags)+len(g.problems) == 0 && !slices.ContainsFunc(g.tokens, func(t token) bool {
		numbered := t.kind == kindNumber && hasDot(g.text[t.start:t.end])
		return !numbered && !t.kind.ends() && t.kind != kindEscape
	})
}

// words returns what is lost if the game is left out: results, and lines that begin with %.
func (g *rawGame) words() (all []Problem) {
	for _, t := range g.tokens {
		if t.kind == kindResult || t.kind == kindEscape {
			all = append(all, Problem{int(t.line), fmt.Errorf("%s belongs to no game and is left out", board.Quote(string(g.text[t.start:t.end])))})
		}
	}
	return all
}

func hasDot(piece []byte) bool { return bytes.ContainsFunc(piece, isDot) }
