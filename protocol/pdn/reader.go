package pdn

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// MaxGameSize is the most text, in bytes, that a Reader takes for one game. A game
// that is larger is cut there.
const MaxGameSize = 4 << 20

// Reader reads the games of a stream one by one. It holds one game at a time.
//
// Moves may be written in any way that names one legal move: the separator says
// nothing, a capture may list any of its landing squares or stop short. A comment
// belongs to the move that it follows, and round brackets without a playable
// variation are a comment. White space in tags and comments is folded to single
// blanks, tags without a value are left out, and the usual tags come first.
type Reader struct {
	// Strict makes the Reader remember Liberties.
	Strict bool

	scan  *bufio.Scanner
	lex   lexer
	line  int  // of the next piece
	games int  // begun so far
	again bool // the piece last scanned is to come once more

	begin     int // the line of the game last read
	liberties []Problem
}

// NewReader returns a Reader of the games in r, as UTF-8 or Latin-1.
func NewReader(r io.Reader) *Reader {
	reader := &Reader{scan: bufio.NewScanner(r), line: 1}
	reader.scan.Split(reader.lex.split)
	// Twice as much room as a piece can fill: the lexer, not the scanner, says
	// when a piece is too long.
	reader.scan.Buffer(nil, 2*MaxGameSize)
	return reader
}

// Read returns the next game, and io.EOF behind the last one. If something is wrong
// with the game the error is a *GameError, the Game holds what could be read, and
// Read goes on with the game after it. An illegal move ends the moves of a game; the
// text from there on is kept as a comment. Any other error comes from the stream.
func (r *Reader) Read() (*Game, error) {
	for {
		raw, err := r.next()
		if err != nil {
			return nil, err
		}
		if raw.empty() {
			continue
		}
		r.games++
		g, problems, liberties := parse(raw, r.Strict)
		r.begin, r.liberties = raw.begin, liberties
		if len(problems) > 0 {
			return g, &GameError{Game: r.games, Problems: problems}
		}
		return g, nil
	}
}

// Line returns the line on which the game last read begins, 1 for the first of the stream.
func (r *Reader) Line() int { return r.begin }

// Liberties returns where the text of the game last read departs from what Write would have
// written, though it has only one meaning, if Strict is set: such as captures with
// a hyphen, tags by other names, results in place of the star. The texts of comments, numbers and
// line breaks are not looked at.
func (r *Reader) Liberties() []Problem { return r.liberties }

// next collects the text of the next game, without judging it.
func (r *Reader) next() (*rawGame, error) {
	raw := &rawGame{}
	for !raw.ended {
		r.lex.loose = !raw.bracketed && !raw.began
		if !r.again && !r.scan.Scan() {
			return r.last(raw)
		}
		piece := r.scan.Bytes()
		r.again = raw.endsBefore(r.lex.kind, piece, r.lex.first)
		if r.again {
			break
		}
		if raw.begin == 0 && r.lex.kind != kindBlank {
			raw.begin = r.line
		}
		raw.add(r.lex.kind, piece, r.line)
		r.line += bytes.Count(piece, []byte("\n"))
	}
	return raw, nil
}

// last returns the game that the end of the stream ends, if there is one.
func (r *Reader) last(raw *rawGame) (*rawGame, error) {
	if err := r.scan.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", r.line, err)
	}
	if len(raw.tokens) == 0 && len(raw.tags) == 0 {
		return nil, io.EOF
	}
	return raw, nil
}
