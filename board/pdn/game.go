package pdn

import (
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
)

// Game is one game with its annotations. Every part may be changed; Write checks them all.
type Game struct {
	Tags   Tags           // without the tags FEN, SetUp and Result
	Start  board.Position // the position before the first move
	Line                  // the moves played, and comments before them
	Result board.Winner
}

// FromGame returns the moves of a game, and its result by the rules. It shares nothing with g.
func FromGame(g *board.Game) *Game {
	o, _ := g.Outcome()
	written := &Game{Start: g.Start(), Result: o.Winner}
	for _, m := range g.Moves() {
		written.Add(m)
	}
	return written
}

// StartKnown reports whether the position that the game starts from is known. It is not known in a game
// whose FEN a Reader could not read, and in a Foreign one: such a game has no moves, and its Start means nothing.
func (g *Game) StartKnown() bool { return g.Tags.find(tagFEN) < 0 && g.Foreign() == "" }

// Foreign returns the name of the game if a tag GameType or Variant says that it is not English draughts, "" otherwise.
// A Reader reads the tags of such a game, and nothing else.
func (g *Game) Foreign() string { return g.Tags.foreign() }

// NewGame returns a game without moves that begins at start.
func NewGame(start board.Position) *Game { return &Game{Start: start} }

// Line is moves played one after the other: a whole game or a variation.
type Line struct {
	Comments []string // comments before the first move
	Moves    []Node
}

// Node is a move of a Line with its annotations.
type Node struct {
	Move       board.Move // legal in the position after the moves before it
	NAGs       []NAG
	Comments   []string // after the move, each without braces and line breaks
	Variations []Line   // what could be played instead of the move
}

// Add plays m, which must be legal, at the end of the line. The node returned may
// be annotated until the next call of Add.
func (l *Line) Add(m board.Move) *Node {
	l.Moves = append(l.Moves, Node{Move: m})
	return &l.Moves[len(l.Moves)-1]
}

// Walk returns the moves of a line that begins at start, each with the position before it. A variation is a line of its own,
// which begins there.
func (l *Line) Walk(start board.Position) iter.Seq2[board.Position, *Node] {
	return func(yield func(board.Position, *Node) bool) {
		for i := range l.Moves {
			if !yield(start, &l.Moves[i]) {
				return
			}
			start = start.Play(l.Moves[i].Move)
		}
	}
}

// Positions returns start, where the line begins, and the position after each of its moves.
func (l *Line) Positions(start board.Position) []board.Position {
	all := []board.Position{start}
	for p, n := range l.Walk(start) {
		all = append(all, p.Play(n.Move))
	}
	return all
}

// comment adds a comment at the end of the line.
func (l *Line) comment(text string) {
	if text = cleanComment(text); text == "" {
		return
	}
	place := &l.Comments
	if len(l.Moves) > 0 {
		place = &l.Moves[len(l.Moves)-1].Comments
	}
	*place = append(*place, text)
}

// History returns the moves played, without the variations, as a board.Game.
func (g *Game) History() *board.Game {
	history := board.NewGame(g.Start)
	for _, n := range g.Moves {
		history.Play(n.Move)
	}
	return history
}

// Warnings returns what was read in the game but is probably wrong: a result that the board
// contradicts, a GameType or Variant that is not known, an impossible date, a PlyCount that is not the
// number of moves. Reader.Warnings returns the ambiguous captures of the text.
func (g *Game) Warnings() (warnings []error) {
	for _, warning := range []error{g.kindWarning(), g.dateWarning(), g.pliesWarning(), g.resultWarning()} {
		if warning != nil {
			warnings = append(warnings, warning)
		}
	}
	return warnings
}

// kindWarning returns a warning of a tag that should name a kind of draughts but names none that is known.
func (g *Game) kindWarning() error {
	for _, tag := range g.Tags {
		if _, known := foreign(tag.Name, tag.Value); !known {
			return fmt.Errorf("tag %s: %s is not a known kind of draughts", tag.Name, board.Quote(tag.Value))
		}
	}
	return nil
}

// dateWarning returns a warning of a date that is not written YYYY.MM.DD, with question marks for what is unknown.
func (g *Game) dateWarning() error {
	date := g.Tags.Get("Date")
	if date == "" || date == "?" {
		return nil
	}
	if !mayBeDate(date) {
		return fmt.Errorf("tag Date: %s is not a date such as 1992.08.??", board.Quote(date))
	}
	return nil
}

// mayBeDate reports whether digits in place of the question marks make a date of a text YYYY.MM.DD.
func mayBeDate(text string) bool {
	parts := strings.Split(text, ".")
	if len(parts) != 3 || len(parts[0]) != 4 || len(parts[1]) != 2 || len(parts[2]) != 2 || strings.Trim(parts[0], "0123456789?") != "" {
		return false
	}
	for month, days := range []int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31} {
		if !fits(parts[1], month+1) {
			continue
		}
		if time.Month(month+1) == time.February && mayBeLeap(parts[0]) {
			days++
		}
		for day := 1; day <= days; day++ {
			if fits(parts[2], day) {
				return true
			}
		}
	}
	return false
}

// mayBeLeap reports whether a leap year fits four digits or question marks.
func mayBeLeap(pattern string) bool {
	for year := 0; year < 10_000; year += 4 {
		if fits(pattern, year) && (year%100 != 0 || year%400 == 0) {
			return true
		}
	}
	return false
}

// fits reports whether a number, with zeros before it, has the digits of a pattern, where it has no question marks.
func fits(pattern string, n int) bool {
	for i := len(pattern) - 1; i >= 0; i-- {
		if pattern[i] != '?' && pattern[i] != byte('0'+n%10) {
			return false
		}
		n /= 10
	}
	return n == 0
}

// pliesWarning returns a warning of a PlyCount that is not the number of moves.
func (g *Game) pliesWarning() error {
	count := g.Tags.Get("PlyCount")
	if !g.StartKnown() {
		return nil
	}
	if n, err := strconv.Atoi(count); count != "" && (err != nil || n != len(g.Moves)) {
		return fmt.Errorf("tag PlyCount: %s, but the game has %d moves", board.Quote(count), len(g.Moves))
	}
	return nil
}

// resultWarning returns a warning of a result that the last position contradicts.
func (g *Game) resultWarning() error {
	if !g.StartKnown() {
		return nil
	}
	onBoard, _ := g.History().Outcome()
	winner, won := onBoard.Winner.Color()
	switch {
	case !won || onBoard.Winner == g.Result:
		return nil
	case g.Result == board.Unfinished:
		return fmt.Errorf("the game has no result, but %s has won on the board: %s", winner, onBoard.By)
	}
	text := fmt.Sprintf("the result is %s, but %s has won on the board, %s: %s", g.Result, winner, onBoard.Winner, onBoard.By)
	if g.Result == board.Won(winner.Opponent()) {
		text += " (is it written as in chess, White first?)"
	}
	return fmt.Errorf("%s", text)
}

// cleanComment returns text in a form that can stand in a comment: on one line, and with round brackets
// in place of all curly ones if the text has a closing curly bracket, which would end the comment.
func cleanComment(text string) string {
	if strings.Contains(text, "}") {
		text = strings.NewReplacer("{", "(", "}", ")").Replace(text)
	}
	return file.OneLine(text)
}
