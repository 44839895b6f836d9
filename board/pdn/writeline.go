package pdn

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// lineWriter turns lines into words. A line break may stand between two words.
type lineWriter struct{ words []string }

// spot is the place in a game where a line begins.
type spot struct {
	number int // of the move
	depth  int // 0 for the game itself
}

func (w *lineWriter) line(l *Line, p board.Position, at spot) error {
	if at.depth > MaxDepth {
		return fmt.Errorf("variations are nested deeper than %d", MaxDepth)
	}
	w.comments(l.Comments)
	numbered := false
	for p, n := range l.Walk(p) {
		if err := w.move(n.Move, p, at.number, numbered); err != nil {
			return err
		}
		bare := len(w.words) + len(n.NAGs)
		if err := w.annotations(n, p, at); err != nil {
			return err
		}
		numbered = len(w.words) == bare
		if p.Turn == board.White {
			at.number++
		}
	}
	return nil
}

// move writes a move with its number. A move of White has no number if Black's move, with the
// same number, stands directly before it.
func (w *lineWriter) move(m board.Move, p board.Position, number int, numbered bool) error {
	if err := p.CheckMove(m); err != nil {
		return err
	}
	text := p.MoveText(m)
	switch {
	case p.Turn == board.Black:
		text = strconv.Itoa(number) + ". " + text
	case !numbered:
		text = strconv.Itoa(number) + "... " + text
	}
	w.words = append(w.words, text)
	return nil
}

// annotations writes the glyphs, the comments and the variations of a move made in p.
func (w *lineWriter) annotations(n *Node, p board.Position, at spot) error {
	for _, glyph := range n.NAGs {
		w.words = append(w.words, "$"+strconv.Itoa(int(glyph)))
	}
	w.comments(n.Comments)
	for i := range n.Variations {
		if len(n.Variations[i].Moves) == 0 {
			return fmt.Errorf("a variation of %s has no moves", p.MoveText(n.Move))
		}
		first := len(w.words)
		if err := w.line(&n.Variations[i], p, spot{at.number, at.depth + 1}); err != nil {
			return err
		}
		w.words[first] = "(" + w.words[first]
		w.words[len(w.words)-1] += ")"
	}
	return nil
}

func (w *lineWriter) comments(comments []string) {
	for _, text := range comments {
		if text = cleanComment(text); text != "" {
			w.words = append(w.words, unbroken("{"+text+"}")...)
		}
	}
}

// unbroken returns the words of a comment, which has single blanks between them. A word that begins with [ or % stays on the
// line of the word before, because programs read a line that begins so as a tag or a line
// comment. A command such as [%clk 0:05:00] is one word.
func unbroken(comment string) []string {
	var words []string
	command, begin, end := false, 0, -1
	for word := range strings.SplitSeq(comment, " ") {
		at := end + 1
		end = at + len(word)
		if len(words) > 0 && (command || word[0] == '[' || word[0] == '%') {
			words[len(words)-1] = comment[begin:end]
		} else {
			words, begin = append(words, word), at
		}
		command = (command || strings.Contains(word, "[%")) && !strings.Contains(word, "]")
	}
	return words
}

// lineWidth is the largest number of characters of a line, unless a word is longer.
const lineWidth = 79

// wrapped returns the words with blanks and line breaks between them.
func wrapped(words []string) string {
	var b strings.Builder
	width := 0
	for _, word := range words {
		length := len([]rune(word))
		switch {
		case width == 0:
		case width+1+length > lineWidth:
			b.WriteByte('\n')
			width = 0
		default:
			b.WriteByte(' ')
			width++
		}
		b.WriteString(word)
		width += length
	}
	return b.String()
}
