package pdn

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/engine/board"
)

// MaxDepth is the largest number of variations within each other. A Reader keeps those that are
// nested deeper as comments.
const MaxDepth = 64

// errNoStart ends the reading of a game whose starting position could not be read. The FEN is
// reported as a problem; therefore this error is not reported.
var errNoStart = errors.New("the starting position is unknown")

// lineReader reads the tokens of a line: the game itself or a variation. A variation that has a
// token out of place is taken for a comment.
type lineReader struct {
	*parser
	line         *Line
	before, next board.Position // before and after the last move; before the first move only next is set
	depth        int            // 0 for the game itself

	end    int                // of the tokens
	chosen map[int]board.Move // the moves chosen for ambiguous tokens, by token
}

// read reads the tokens from first to end-1. At a token that cannot be read it stops, and returns
// the token and the error.
func (r *lineReader) read(first, end int) (int, error) {
	r.end = end
	for i := first; i < end; i++ {
		t := r.tokens[i]
		if err := r.take(i, t); err != nil {
			return i, err
		}
		if t.kind == kindOpen {
			i = int(t.closing)
		}
	}
	return end, nil
}

func (r *lineReader) take(i int, t token) error {
	switch t.kind {
	case kindNumber:
		return nil
	case kindMove:
		return r.move(i, t)
	case kindUnknown:
		return errors.New("the move is unknown")
	case kindComment:
		r.line.comment(r.text[t.start+1 : t.end-1])
		return nil
	case kindRest:
		r.line.comment(r.text[t.start+1 : t.end])
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

func (r *lineReader) move(i int, t token) error {
	if !r.placed {
		return errNoStart
	}
	text := r.word(t)
	moves := r.moves(r.next, text)
	if len(moves) == 0 {
		return illegal(r.next, text, r.squares)
	}
	m := moves[0]
	if len(moves) > 1 {
		var err error
		if m, err = r.choose(i, moves); err != nil {
			return err
		}
	}
	if r.strict {
		if strict := r.next.MoveText(m); text != strict {
			r.leniency(int(t.line), "move %s is %s in PDN", board.Quote(text), strict)
		}
	}
	r.line.Add(m)
	r.before, r.next = r.next, r.next.Play(m)
	return nil
}

// moves returns the moves of position that text names, and captures that stop short only if no other
// move fits.
func (r *lineReader) moves(position board.Position, text string) []board.Move {
	if moves := named(position, text, &r.squares, board.Position.FindMoves); len(moves) > 0 {
		return moves
	}
	return named(position, text, &r.squares, board.Position.Longer)
}

// glyph adds a numeric annotation glyph to the last move. Before the first move the glyph becomes a comment.
func (r *lineReader) glyph(t token) error {
	n, err := strconv.ParseUint(r.text[t.start+1:t.end], 10, 8)
	if err != nil {
		return r.stray(t)
	}
	r.mark(NAG(n), t)
	return nil
}

// strength adds the glyph of a sign such as ! to the last move. A sign without a glyph becomes a
// comment.
func (r *lineReader) strength(t token) error {
	if n, ok := strengthNAG(r.word(t)); ok {
		if n == Forced {
			r.leniency(int(t.line), "the star behind the move is $%d in PDN", Forced)
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
	if t.closing == 0 {
		return errors.New("the bracket is never closed")
	}
	if len(r.line.Moves) > 0 && r.depth < MaxDepth {
		if v, ok := r.variation(i+1, int(t.closing)); ok {
			last := &r.line.Moves[len(r.line.Moves)-1]
			last.Variations = append(last.Variations, v)
			return nil
		}
	}
	r.leniency(int(t.line), "the bracket holds no variation and is a comment")
	r.line.comment(r.text[t.end:r.tokens[t.closing].start])
	return nil
}

func (r *lineReader) variation(first, end int) (Line, bool) {
	var line Line
	v := lineReader{parser: r.parser, line: &line, next: r.before, depth: r.depth + 1}
	squares, leniencies, warnings := r.squares, len(r.leniencies), len(r.warnings)
	if _, err := v.read(first, end); err != nil || len(line.Moves) == 0 {
		r.squares, r.leniencies, r.warnings = squares, r.leniencies[:leniencies], r.warnings[:warnings]
		return Line{}, false
	}
	return line, true
}

// setup reads a starting position that stands among the moves. It must come before the first move
// of the game.
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

// stray reads a token that does not belong in a line. In the game itself the token becomes a
// comment; in a variation it is an error. A word that ends with a dot is taken for a move number.
func (r *lineReader) stray(t token) error {
	word := r.word(t)
	numbering := t.kind == kindWord && strings.HasSuffix(word, ".")
	switch {
	case t.kind.ends() || numbering && r.depth == 0:
	case r.depth > 0:
		return fmt.Errorf("%s in a variation", board.Quote(word))
	default:
		r.problems.add(int(t.line), "%s is neither a move nor a comment", board.Quote(word))
	}
	r.line.comment(word)
	return nil
}
