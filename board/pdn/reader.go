package pdn

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
)

// MaxGameSize is the largest size of a game, in bytes of text. A Reader leaves out what a game has
// beyond it, with an error for that game.
const MaxGameSize = 4 << 20

// ErrNoGame is the error at the end of a stream that has text, but no tag, no move and no position.
var ErrNoGame = errors.New("no game in it")

// Reader reads the games of a stream one by one. It holds one game at a time.
//
// Moves may be written in any way that names one legal move: the separator does not matter and may be missing, and
// a capture may list any of its landing squares, stop short, or be written jump by jump. An ambiguous capture is decided by
// the moves behind it, as the package describes. A comment stands between curly brackets, or goes from a semicolon
// to the end of the line; it belongs to the move that it follows. Comments and brackets behind a result, on its line,
// belong to the game that ends there. Round brackets without a legal variation are a comment. White space in tags and comments
// becomes single blanks, tags without a value are left out, and the usual tags come first. Words behind a result, on its line, and lines
// that begin with % are comments. So are words among the moves, with a warning, and words that say more of a result than who won.
type Reader struct {
	// Strict makes Leniencies return something. Set it before the first Read.
	Strict bool

	text   io.Reader // of the stream, as file.Text makes it
	scan   *bufio.Scanner
	lex    lexer
	limit  int      // of the text of a game, in bytes
	line   int      // the line of the next piece
	read   int      // bytes of the pieces before the next one
	games  int      // number of games returned so far
	found  bool     // one of them had a tag, a move or a position
	noGame error    // says that there is no game, and what is wrong with the first text
	again  bool     // the piece last scanned belongs to the next game
	held   *rawGame // the beginning of the next game; nil for none
	lost   problems // what stood between two games and belongs to none

	begin      int  // the line of the game last read
	span       span // of the game last read
	problems   []Problem
	leniencies []Problem
	warnings   []Problem
}

// NewReader returns a Reader of the games in r, whose text is read by file.Text. Bytes that are not UTF-8 are Windows-1252.
func NewReader(r io.Reader) *Reader { return newReader(r, MaxGameSize) }

// newReader returns a Reader of games of at most limit bytes of text.
func newReader(r io.Reader, limit int) *Reader {
	text := file.Text(r)
	reader := &Reader{text: text, scan: bufio.NewScanner(text), lex: lexer{limit: limit}, limit: limit, line: 1}
	reader.scan.Split(reader.lex.split)
	// The buffer has twice the room of the longest piece, so that the lexer cuts a piece that is too
	// long before the scanner fails.
	reader.scan.Buffer(nil, 2*limit)
	return reader
}

// Read returns the next game, and io.EOF after the last game. If something is wrong
// with the game the error is a *GameError, the Game holds what could be read, and
// Read goes on with the game after it. An illegal move ends the moves of a game; the
// text from there on is kept as a comment. Any other error comes from the stream, or is ErrNoGame at its end.
func (r *Reader) Read() (*Game, error) {
	for {
		raw, err := r.next()
		if err != nil {
			if zeros := file.Zeros(r.text); zeros > 0 && err == io.EOF {
				r.lost.add(r.line, "bytes 00 are left out of the text: %d", zeros)
			}
			r.problems, r.leniencies, r.warnings, r.lost = nil, nil, r.lost, nil
			return nil, r.atEnd(err)
		}
		if raw.stray() && r.games > 0 {
			r.lost.add(raw.begin, "the tag Result %s behind the end of the game before is left out", board.Quote(raw.tags[0].Value))
			r.lost = append(r.lost, raw.words()...)
			continue
		}
		if raw.empty() {
			r.lost = append(r.lost, raw.words()...)
			continue
		}
		r.games++
		p := parse(raw, r.Strict)
		p.warnings, r.lost = append(p.warnings, r.lost...), nil
		r.begin, r.span, r.problems, r.leniencies, r.warnings = raw.begin, raw.span, p.problems, p.leniencies, p.warnings
		r.look(raw, p)
		if len(p.problems) > 0 {
			return p.game, &GameError{Game: r.games, Problems: p.problems}
		}
		return p.game, nil
	}
}

// atEnd returns the error of the end of the stream: that there is no game, if there is text but none of it is one.
func (r *Reader) atEnd(err error) error {
	if err == io.EOF && r.games > 0 && !r.found {
		return r.noGame
	}
	return err
}

// look notes whether a game is one: whether it has a tag, a move or a position.
func (r *Reader) look(raw *rawGame, p *parser) {
	r.found = r.found || len(raw.tags)+len(p.game.Moves) > 0 || p.game.Start != board.Start()
	switch {
	case r.noGame != nil:
	case len(p.problems) > 0:
		r.noGame = fmt.Errorf("%w: line %d: %w", ErrNoGame, p.problems[0].Line, p.problems[0].cause())
	default:
		r.noGame = fmt.Errorf("%w: neither a tag nor a move", ErrNoGame)
		if len(p.game.Comments) > 0 {
			r.noGame = fmt.Errorf("%w, and %s is left out", r.noGame, board.Quote(strings.Join(p.game.Comments, " ")))
		}
	}
}

// Line returns the line on which the game last read begins, 1 for the first of the stream.
func (r *Reader) Line() int { return r.begin }

// span is a part of a text, in bytes: from begin to end-1.
type span struct{ begin, end int }

// Span returns where the game last read begins and ends in the stream, in bytes of the text that file.Text makes of it.
// What lies between two games is white space, lines that begin with %, and text that holds no game.
func (r *Reader) Span() (begin, end int) { return r.span.begin, r.span.end }

// Leniencies returns where the text of the game last read departs from strict PDN but has one meaning
// only, such as captures with a hyphen, tags with other names, and results in place of the star. It
// returns nothing unless Strict is set. Comments, move numbers and line breaks are not compared.
func (r *Reader) Leniencies() []Problem { return r.leniencies }

// Warnings returns what is doubtful in the text of the game last read: a tag given twice, numbers that belong to no move, signs
// attached to a move, variations with a wrong move, and ambiguous captures that the moves behind them have decided.
// Game.Warnings returns what is probably wrong in the game itself.
func (r *Reader) Warnings() []Problem { return r.warnings }

// Kinds of a Remark that a Reader makes.
const (
	KindError = "error" // text that cannot be understood
	KindDoubt = "doubt" // text that was understood, but may be wrong, or that is left out
)

// Remark is what is to be said about a game of a stream.
type Remark struct {
	Problem
	Game int    // in the stream, 1 for the first
	Kind string // KindError or KindDoubt
}

// In returns the remark as all programs say it of a file with a name: "games.pdn:31: game 4: error: move 18-22 is illegal".
func (r Remark) In(name string) string {
	return fmt.Sprintf("%s:%d: game %d: %s: %v", name, r.Line, r.Game, r.Kind, r.Err)
}

// Remarks returns what is to be said about the text of the game last read: its problems, and then its Warnings. What a game loses of its
// text is among them. At the end of the stream it is what stands behind the last game and belongs to none.
func (r *Reader) Remarks() []Remark {
	var all []Remark
	for _, p := range r.problems {
		all = append(all, Remark{p, r.games, KindError})
	}
	for _, p := range r.warnings {
		all = append(all, Remark{p, r.games, KindDoubt})
	}
	return all
}

// Told returns the games that are left to read, as Games does, and calls tell with the Remarks on each game before it, and with those at
// the end of the stream.
func (r *Reader) Told(tell func(Remark)) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		for {
			g, err := r.Read()
			for _, remark := range r.Remarks() {
				tell(remark)
			}
			if err == io.EOF && r.games == 0 {
				err = ErrNoGame
			}
			var broken *GameError
			if err == io.EOF || !yield(g, err) || err != nil && !errors.As(err, &broken) {
				return
			}
		}
	}
}

// next collects the text of the next game, without checking it.
func (r *Reader) next() (*rawGame, error) {
	raw := cmp.Or(r.held, newRawGame(r.limit))
	r.held = nil
	for raw.phase != closed {
		r.lex.section, r.lex.apart = raw.section(), raw.spacing == emptyLine
		r.lex.loose = !raw.bracketed && raw.phase == heading
		if !r.again && !r.scan.Scan() {
			return r.last(raw)
		}
		k, piece := r.lex.kind, r.scan.Bytes()
		at := raw
		switch r.again = true; {
		case raw.late != nil && k != kindBlank && k != kindEscape:
			r.held = raw.settle(raw.late.gap && raw.phase >= ended || k == kindTag && (raw.late.gap || newRawTag(piece, 0).isNamed("Event")))
			return raw, nil
		case raw.late != nil:
			at = raw.late
		case !raw.endsBefore(k, piece, r.lex.first):
		case raw.mayEnd(k, piece):
			raw.late = newRawGame(r.limit)
			at = raw.late
		default:
			return raw, nil
		}
		r.again = false
		if k != kindBlank && k != kindEscape {
			at.extend(r.line, r.read, len(piece))
		}
		at.add(k, piece, r.line)
		r.line += bytes.Count(piece, []byte("\n"))
		r.read += len(piece)
	}
	return raw, nil
}

// last returns the game that stands at the end of the stream, or io.EOF if there is none.
func (r *Reader) last(raw *rawGame) (*rawGame, error) {
	if err := r.scan.Err(); err != nil && r.read == 0 {
		return nil, err // no line has been read
	} else if err != nil {
		return nil, fmt.Errorf("line %d: %w", r.line, err)
	}
	if len(raw.tokens) == 0 && len(raw.tags) == 0 {
		return nil, io.EOF
	}
	raw.settle(true)
	return raw, nil
}

// GameError lists the problems of one game of a stream. The games after it can still be read.
type GameError struct {
	Game     int       // the game's number, 1 for the first of the stream
	Problems []Problem // one at least, in the order of their lines
}

// Problem is a finding about one line of a stream: something wrong, a warning or a leniency.
type Problem struct {
	Line int // in the stream, 1 for the first
	Err  error
}

// cause returns the error without the words about what is kept, which a reader that keeps nothing cannot say.
func (p Problem) cause() error { return cmp.Or(errors.Unwrap(p.Err), p.Err) }

// Line returns the line of the first problem, 1 for the first of the stream.
func (e *GameError) Line() int { return e.Problems[0].Line }

// Error returns the game's number, its first problem and the number of its other problems. The Problems say what is kept, too.
func (e *GameError) Error() string {
	text := fmt.Sprintf("game %d, line %d: %v", e.Game, e.Line(), e.Problems[0].cause())
	if more := len(e.Problems) - 1; more > 0 {
		text += fmt.Sprintf(" (and %d more)", more)
	}
	return text
}

// Unwrap returns the errors of all problems.
func (e *GameError) Unwrap() []error {
	errs := make([]error, len(e.Problems))
	for i, p := range e.Problems {
		errs[i] = p.Err
	}
	return errs
}

// maxProblems is the largest number of problems that are reported of one game. Later ones are
// usually consequences of the first.
const maxProblems = 10

// problems collects the problems of a game.
type problems []Problem

func (p *problems) add(line int, format string, args ...any) {
	if len(*p) < maxProblems {
		*p = append(*p, Problem{line, fmt.Errorf(format, args...)})
	}
}

// Read returns the games of a stream, read by a Reader. An error that is a *GameError belongs to the game beside it, which holds
// what could be read, and the next game follows. Any other error is the last value, without a game: one of the stream, or ErrNoGame.
func Read(r io.Reader) iter.Seq2[*Game, error] { return NewReader(r).Games() }

// Games returns the games that are left to read, as the function Read does. Within the loop the Reader tells of the present game.
func (r *Reader) Games() iter.Seq2[*Game, error] { return r.Told(func(Remark) {}) }
