package page

import (
	"regexp"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
)

// words are what the author of a game wrote about a move.
type words struct {
	Glyphs     string // "!", "?!", "$16"
	Comments   []string
	Variations []line
}

// line is a variation.
type line struct {
	Comments []string // before its first move
	Moves    []lineMove
}

// lineMove is a move of a variation.
type lineMove struct {
	Number, Text string
	words
}

// newWords returns the words about a move that is played from p as ply of the game, 0 for the first, if first began it. A
// glyph whose sign the engine gave too is left out, and so is a second one with the same sign.
func newWords(n pdn.Node, p board.Position, ply int, first board.Color, sign string) words {
	w := words{Comments: spoken(n.Comments)}
	var glyphs []string
	for _, glyph := range n.NAGs {
		if text := glyph.Sign(); (text != sign || sign == "") && !slices.Contains(glyphs, text) {
			glyphs = append(glyphs, text)
		}
	}
	w.Glyphs = strings.Join(glyphs, " ")
	for _, v := range n.Variations {
		w.Variations = append(w.Variations, newLine(v, p, ply, first))
	}
	return w
}

var (
	commands = regexp.MustCompile(`\[%[^\]]*\]`)            // "[%emt 0:00:01.250]": clocks, for programs
	searched = regexp.MustCompile(`^\S+( [0-9]+)?/[0-9]+$`) // "+0.12/17", "win 11/20": a score and its depth
)

// spoken returns what people wrote: comments without the commands in them. A comment of commands alone is left out, and so is
// the score of a match that comes after them.
func spoken(comments []string) (kept []string) {
	for _, text := range comments {
		rest := strings.TrimSpace(commands.ReplaceAllString(text, ""))
		if !commands.MatchString(text) || rest != "" && !searched.MatchString(rest) {
			kept = append(kept, rest)
		}
	}
	return kept
}

// None reports whether the author wrote nothing behind the move.
func (w words) None() bool { return len(w.Comments)+len(w.Variations) == 0 }

// newLine returns a variation that begins at p, after ply moves of the game.
func newLine(v pdn.Line, p board.Position, ply int, first board.Color) line {
	l := line{Comments: spoken(v.Comments)}
	numbered := true
	for p, n := range v.Walk(p) {
		m := lineMove{Text: p.MoveText(n.Move), words: newWords(*n, p, ply, first, "")}
		if numbered || p.Turn == board.Black {
			m.Number = number(ply, p.Turn, first)
		}
		numbered = !m.None()
		l.Moves = append(l.Moves, m)
		ply++
	}
	return l
}
