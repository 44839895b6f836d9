package hub

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/hub/notation"
	"github.com/zonda-checkers/zonda/protocol/session"
)

// frame says how a host writes the positions that it sends. Every host numbers the squares
// of moves in the usual way. pydraughts, a Python library, sends positions turned by half a
// circle with the colours swapped.
type frame string

const (
	auto    frame = "auto"    // Zonda finds out which frame the host uses
	acf     frame = "acf"     // positions are written in the usual way
	rotated frame = "rotated" // square n is written as 33 - n, Black as White and White as Black
)

// frames are the values of the parameter.
var frames = []string{string(auto), string(acf), string(rotated)}

// undecided is the frame that is used until a host has given evidence of its frame. A turned
// position is a legal position too, so that most positions of the middle game give no evidence.
// Zonda then assumes pydraughts, the public client of engines for English draughts.
const undecided = rotated

// framing is what is known about the frame of a host.
type framing struct {
	wanted frame // the value of the parameter
	found  frame // what the evidence says, auto if there is none
	proven bool  // moves were legal in found and illegal in the other frame
}

// game returns the game that a host means by a position and the moves from it. The frame is the
// wanted one. If the wanted frame is auto, it is the frame that this position proves, or else
// the frame found before, or else undecided. An error changes nothing.
func (f *framing) game(p board.Position, moves []string) (*board.Game, error) {
	usual, turned := board.NewGame(p), board.NewGame(p.Mirror())
	errUsual, errTurned := usual.PlayParsed(notation.ParseMove, moves...), turned.PlayParsed(notation.ParseMove, moves...)
	next := f.after(p, errUsual == nil, errTurned == nil)
	game, err := usual, errUsual
	if next.use() == rotated {
		game, err = turned, errTurned
	}
	if err != nil {
		return nil, err
	}
	*f = next
	return game, nil
}

// use returns the frame in which positions are read.
func (f *framing) use() frame {
	switch {
	case f.wanted != auto:
		return f.wanted
	case f.found != auto:
		return f.found
	}
	return undecided
}

// after returns what is known about the frame after a position p. legal says whether the moves
// from p are legal as p is written, legalTurned whether they are legal when p is turned. Moves
// that are legal in one frame only prove this frame, whatever was found before. The side that
// made the first move is evidence too, but a user can set up any position: therefore this
// evidence does not replace a proven frame.
func (f *framing) after(p board.Position, legal, legalTurned bool) framing {
	next := *f
	if legal != legalTurned {
		next.found, next.proven = acf, true
		if legalTurned {
			next.found = rotated
		}
		return next
	}
	if first, known := firstMover(p); known && !f.proven {
		next.found = acf
		if first == board.White {
			next.found = rotated
		}
	}
	return next
}

// named notes that the host has named the start of the game instead of sending its position.
// pydraughts always sends the position, so this host writes positions in the usual way unless
// its moves have proven otherwise.
func (f *framing) named() {
	if !f.proven {
		f.found = acf
	}
}

// firstMover returns the side that made the first move of the game that led to p, and whether
// the side is known. It is known only in a position with all 24 men: each move has moved one man
// forward by one row, so that the rows count the moves of each side. The rows of captured men
// are unknown, and a king can make any number of moves. False is also returned if no game leads to p.
func firstMover(p board.Position) (board.Color, bool) {
	other := p.Turn.Opponent()
	if p.Men(p.Turn).Count() < board.MaxPieces || p.Men(other).Count() < board.MaxPieces {
		return board.Black, false
	}
	switch rowsMoved(p, other) - rowsMoved(p, p.Turn) {
	case 0:
		return p.Turn, true
	case 1:
		return other, true
	}
	return board.Black, false
}

// rowsMoved returns the number of rows that all twelve men of a side have moved since the start.
func rowsMoved(p board.Position, side board.Color) int {
	rows := rowSum(p.Men(side)) - rowSum(board.Start().Men(side))
	if side == board.White {
		return -rows // White moves from row 7 to row 0
	}
	return rows
}

// rowSum returns the sum of the rows of the squares.
func rowSum(squares board.Bitboard) int {
	sum := 0
	for ; squares != 0; squares &= squares - 1 {
		sum += squares.First().Row()
	}
	return sum
}

// The names under which hosts know English draughts.
const (
	variantParam = "variant"
	frameParam   = "frame"
	english      = "english"
	american     = "american"
)

// hidden lists the options of the engine that are no parameters of the protocol: the protocol shows one line, has names of one word, and
// the host decides when the engine ponders.
var hidden = []string{"MultiPV", "Ponder", "UCI_ShowWDL", "UCI_LimitStrength", "UCI_Elo", "Move Overhead", "Clear Hash"}

// emptyString stands for the empty text in the options of the engine.
const emptyString = "<empty>"

// params returns the lines that list the parameters and their defaults. Every word is name=value with exactly
// one "=", also within quotes: pydraughts cannot read other words.
func params() []string {
	lines := []string{
		fmt.Sprintf(`param name=%s value=%s type=enum values="%s"`, variantParam, english, english),
		fmt.Sprintf(`param name=%s value=%s type=enum values="%s"`, frameParam, auto, strings.Join(frames, " ")),
	}
	for _, o := range session.Options() {
		if slices.Contains(hidden, o.Name) {
			continue
		}
		text := "param name=" + o.Name
		switch o.Kind {
		case session.Spin:
			text += fmt.Sprintf(" value=%s type=int min=%d max=%d", o.Default, o.Min, o.Max)
		case session.Check:
			text += fmt.Sprintf(" value=%s type=bool", o.Default)
		case session.Combo:
			text += fmt.Sprintf(` value=%s type=enum values="%s"`, o.Default, strings.Join(o.Values, " "))
		default:
			text += fmt.Sprintf(` value="%s" type=string`, strings.TrimPrefix(o.Default, emptyString))
		}
		lines = append(lines, text)
	}
	return lines
}

// maxUnknown is how many unknown parameters an answer names.
const maxUnknown = 20

// setParam sets a parameter. It passes over unknown names, because hosts send settings of their own and some end at an error; the answer to
// init says so.
func (s *Session) setParam(r request) error {
	name, ok := r.value("name")
	if !ok {
		return fmt.Errorf("the name is missing")
	}
	value, _ := r.value("value")
	switch strings.ToLower(name) {
	case variantParam:
		if lower := strings.ToLower(value); lower != english && lower != american {
			return fmt.Errorf("variant '%s' is not played here, only %s", clip(value), english)
		}
		return nil
	case frameParam:
		wanted := strings.ToLower(value)
		if !slices.Contains(frames, wanted) {
			return fmt.Errorf("frame '%s' is none of %s", clip(value), strings.Join(frames, " "))
		}
		s.framing = framing{wanted: frame(wanted), found: auto}
		return nil
	}
	for _, o := range session.Options() {
		if strings.EqualFold(o.Name, name) && !slices.Contains(hidden, o.Name) {
			return s.engine.SetOption(name, value)
		}
	}
	if unknown := clip(name); len(s.unknown) < maxUnknown && !slices.Contains(s.unknown, unknown) {
		s.unknown = append(s.unknown, unknown)
	}
	return nil
}
