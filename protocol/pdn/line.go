package pdn

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/engine/board"
)

// MaxDepth is how deep variations may stand within each other. What a file has below
// that is kept as comments.
const MaxDepth = 64

// errNoStart stops the reading of moves from a position that could not be read, a
// problem reported where it arose.
var errNoStart = errors.New("the starting position is unknown")

// lineReader reads the tokens of a line: of the game itself, or of a variation, where
// anything out of place means that it is no variation but a comment.
type lineReader struct {
	*parser
	line         *Line
	before, next board.Position // around the last move; next if there is none
	depth        int            // 0 for the game itself
}

// read takes tokens first to end-1. If it has to stop early it returns where and why.
func (r *lineReader) read(first, end int) (int, error) {
	for i := first; i < end; i++ {
		t := r.tokens[i]
		if err := r.take(i, t); err != nil {
			return i, err
		}
		if t.kind == kindOpen {
			i = int(t.mate)
		}
	}
	return end, nil
}

func (r *lineReader) take(i int, t token) error {
	switch t.kind {
	case kindNumber:
		return nil
	case kindMove:
		return r.move(r.word(t), int(t.line))
	case kindUnknown:
		return errors.New("the move is unknown")
	case kindComment:
		r.line.comment(r.text[t.start+1 : t.end-1])
		return nil
	case kindUnclosed:
		r.problems.add(int(t.line), "the comment has no closing brace")
		r.line.comment(r.text[t.start+1 : t.end])
		return nil
	case kindNAG:
		return r.glyph(t)
	case kindStrength:
		return r.strength(t)
	case kindOpen:
		return r.bracket(i, t)
	case kindSetup:
		return r.setup(r.word(t))
	}
	return r.stray(t)
}

func (r *lineReader) move(text string, line int) error {
	if !r.placed {
		return errNoStart
	}
	m, err := r.find(r.next, text)
	if err != nil {
		return err
	}
	if r.strict {
		if strict := r.next.MoveText(m); text != strict {
			r.liberty(line, "move %s is %s in PDN", board.Quote(text), strict)
		}
	}
	r.line.Add(m)
	r.before, r.next = r.next, r.next.Play(m)
	return nil
}

// glyph marks the last move; without one the glyph is a comment.
func (r *lineReader) glyph(t token) error {
	n, err := strconv.ParseUint(r.text[t.start+1:t.end], 10, 8)
	if err != nil {
		return r.stray(t)
	}
	r.mark(NAG(n), t)
	return nil
}

// strength marks the last move with the glyph of a sign, or with a comment if the
// sign has no glyph.
func (r *lineReader) strength(t token) error {
	if n, ok := strengthNAG(r.word(t)); ok {
		if n == Forced {
			r.liberty(int(t.line), "the star behind the move is $%d in PDN", Forced)
		}
		r.mark(n, t)
		return nil
	}
	r.line.comment(r.word(t))
	return nil
}

func (r *lineReader) mark(n NAG, t token) {
	if len(r.line.Moves) == 0 {
		r.line.comment(r.word(t))
		return
	}
	last := &r.line.Moves[len(r.line.Moves)-1]
	last.NAGs = append(last.NAGs, n)
}

// bracket reads a round bracket: a variation of the last move, or else a comment.
func (r *lineReader) bracket(i int, t token) error {
	if t.mate == 0 {
		return errors.New("the bracket is never closed")
	}
	if len(r.line.Moves) > 0 && r.depth < MaxDepth {
		if v, ok := r.variation(i+1, int(t.mate)); ok {
			last := &r.line.Moves[len(r.line.Moves)-1]
			last.Variations = append(last.Variations, v)
			return nil
		}
	}
	r.liberty(int(t.line), "the bracket holds no variation and is a comment")
	r.line.comment(r.text[t.end:r.tokens[t.mate].start])
	return nil
}

func (r *lineReader) variation(first, end int) (Line, bool) {
	var line Line
	v := lineReader{parser: r.parser, line: &line, next: r.before, depth: r.depth + 1}
	algebra, liberties := r.algebra, len(r.liberties)
	if _, err := v.read(first, end); err != nil || len(line.Moves) == 0 {
		r.algebra, r.liberties = algebra, r.liberties[:liberties]
		return Line{}, false
	}
	return line, true
}

// setup reads a position in the text. Only one that begins the game has a place in it.
func (r *lineReader) setup(text string) error {
	if r.depth > 0 || len(r.line.Moves) > 0 {
		return fmt.Errorf("position %s is set up within the game", board.Quote(text))
	}
	value, ok := setupFEN(text)
	if !ok {
		return fmt.Errorf("%s sets up no position", board.Quote(text))
	}
	start, err := board.ParseFEN(value)
	if err != nil {
		return err
	}
	r.game.Start, r.next, r.placed = start, start, true
	return nil
}

// setupFEN returns the position in text such as /FEN "B:W21:B1"/.
func setupFEN(text string) (string, bool) {
	fields := strings.FieldsFunc(strings.Trim(text, "/"), func(r rune) bool {
		return isBlank(r) || isQuote(r)
	})
	if len(fields) < 2 || !strings.EqualFold(fields[0], tagFEN) {
		return "", false
	}
	return strings.Join(fields[1:], ""), true
}

// stray deals with what has no place in a line. In the game itself it is kept as a
// comment and the reading goes on. A word that ends in a dot passes for a move number.
func (r *lineReader) stray(t token) error {
	word := r.word(t)
	numbering := t.kind == kindWord && strings.HasSuffix(word, ".")
	switch {
	case t.kind == kindResult || t.kind == kindSeparator || numbering && r.depth == 0:
	case r.depth > 0:
		return fmt.Errorf("%s in a variation", board.Quote(word))
	default:
		r.problems.add(int(t.line), "%s is neither a move nor a comment", board.Quote(word))
	}
	r.line.comment(word)
	return nil
}
