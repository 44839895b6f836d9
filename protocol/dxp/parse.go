package dxp

import (
	"errors"
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// Parse reads the text of a message. The error says what is wrong with it. The protocol knows ASCII only, but text for people, a
// name or a chat, may have any characters, and a chat any length. Some programs fill up names to 32 characters, others
// to 32 bytes.
func Parse(text string) (Message, error) {
	m, err := parse(text, characters(text))
	if err != nil {
		if m, err := parse(text, octets(text)); err == nil {
			return m, nil
		}
	}
	return m, err
}

// parse reads the text of a message, which is cut into characters.
func parse(text string, cut []string) (Message, error) {
	switch {
	case len(cut) == 0:
		return nil, errors.New("a message is empty")
	case cut[0] == chatLetter:
		return Chat{Text: strings.Join(cut[1:], "")}, nil
	case len(cut) > MaxMessage:
		return nil, fmt.Errorf("message %s is longer than %d characters", board.Quote(text), MaxMessage)
	}
	f := fields{rest: cut[1:]}
	var m Message
	switch cut[0] {
	case "R":
		m = f.gameRequest()
	case "A":
		m = GameAcceptance{Name: f.name(), Code: Acceptance(f.digit(int(NoGames)))}
	case "M":
		m = f.move()
	case "E":
		m = GameEnd{Reason: Reason(f.digit(int(Won))), Stop: f.digit(1) == 1}
	case "B":
		m = BackRequest{Number: f.number(3), Turn: f.color()}
	case "K":
		m = BackReply{Code: BackCode(f.digit(int(BackContinue)))}
	default:
		return nil, fmt.Errorf("message %s: no message begins so", board.Quote(text))
	}
	if f.failed == nil && len(f.rest) > 0 {
		f.fail("%s is too much", board.Quote(strings.Join(f.rest, "")))
	}
	if f.failed != nil {
		return nil, fmt.Errorf("message %s: %w", board.Quote(text), f.failed)
	}
	return m, nil
}

// fields reads the fields of a message from left to right. After the first failure all fields are empty.
type fields struct {
	rest   []string // characters
	failed error
}

func (f *fields) fail(format string, arguments ...any) {
	if f.failed == nil {
		f.failed, f.rest = fmt.Errorf(format, arguments...), nil
	}
}

// take removes the next n characters and returns them.
func (f *fields) take(n int) string {
	if len(f.rest) < n {
		f.fail("it is too short")
		return ""
	}
	taken := strings.Join(f.rest[:n], "")
	f.rest = f.rest[n:]
	return taken
}

// number reads a number that has the given number of digits.
func (f *fields) number(digits int) int {
	n := 0
	text := f.take(digits)
	for _, c := range []byte(text) {
		if c < '0' || c > '9' {
			f.fail("%s is not a number", board.Quote(text))
			return 0
		}
		n = 10*n + int(c-'0')
	}
	return n
}

// digit reads a number of one digit, which must not be larger than most.
func (f *fields) digit(maximum int) int {
	n := f.number(1)
	if n > maximum {
		f.fail("%d is more than %d", n, maximum)
		return 0
	}
	return n
}

// name reads a name and removes the blanks at its ends.
func (f *fields) name() string { return strings.TrimSpace(f.take(nameWidth)) }

func (f *fields) color() board.Color {
	switch text := f.take(1); text {
	case "W":
		return board.White
	case "Z", "":
		return board.Black
	default:
		f.fail("%s is not a colour, W or Z", board.Quote(text))
		return board.Black
	}
}

func (f *fields) square() board.Square {
	n := f.number(2)
	s, ok := board.SquareNumber(n)
	if !ok {
		f.fail("%d is not a square, 1 to %d", n, board.Squares)
	}
	return s
}

func (f *fields) gameRequest() GameRequest {
	m := GameRequest{
		Version: f.number(2), Name: f.name(), Follower: f.color(), Minutes: f.number(3), Moves: f.number(3),
	}
	if m.Version != Version {
		f.rest = nil // the fields of other versions are unknown
		m.Start.Foreign = true
		return m
	}
	m.Start = f.start()
	return m
}

// foreignSquares is the number of squares of the board that the protocol was made for.
const foreignSquares = 50

// start reads where a game begins.
func (f *fields) start() Start {
	switch kind := f.take(1); kind {
	case "A":
		return Start{Foreign: true}
	case "B":
	default:
		f.fail("%s is not a start, A or B", board.Quote(kind))
		return Start{}
	}
	turn := f.color()
	if len(f.rest) == foreignSquares {
		f.rest = nil
		return Start{Foreign: true}
	}
	p, err := board.ParseLetters(f.take(board.Squares), alphabet, turn)
	if err != nil {
		f.fail("%w", err)
	}
	return Start{Position: p}
}

func (f *fields) move() Move {
	m := Move{Seconds: f.number(4)}
	m.From, m.To = f.square(), f.square()
	for n := f.number(2); n > 0 && f.failed == nil; n-- {
		s := f.square()
		if m.Captured.Has(s) {
			f.fail("%s is captured twice", s)
		}
		m.Captured |= s.Bit()
	}
	return m
}
