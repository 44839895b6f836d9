package pdn

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
)

// Write writes g in strict PDN 3.0, ended by "*" and an empty line, so that games
// written one after the other make a file. The result stands only in a tag, as the
// standard demands. Write adds the GameType of English draughts and, if the game does
// not begin at the usual start, a FEN. It leaves out tags without a value.
//
// Write changes what PDN cannot express: white space in tags and comments becomes single
// blanks, and a comment with a closing curly bracket gets round brackets in place of all
// its curly ones.
//
// A game that a Reader could not read back is an error, and nothing is written. The error
// names the cause: another kind of draughts, an illegal move, a variation without moves or nested deeper than
// MaxDepth, a position that is no FEN, a tag that is no name or that Game has a field for,
// one of the usual tags twice, or a game larger than MaxGameSize.
func Write(w io.Writer, g *Game) error {
	text, err := format(g)
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err != nil {
		return fmt.Errorf("writing a game: %w", err)
	}
	return nil
}

func format(g *Game) (string, error) {
	tags, err := tagLines(g)
	if err != nil {
		return "", err
	}
	var body lineWriter
	if err := body.line(&g.Line, g.Start, spot{number: 1}); err != nil {
		return "", err
	}
	text := tags + "\n" + wrapped(append(body.words, board.Unfinished.String())) + "\n\n"
	if len(text) > MaxGameSize {
		return "", fmt.Errorf("it is larger than %d bytes", MaxGameSize)
	}
	return text, nil
}

// tagLines returns the head of the game: the usual tags, the tags Result, GameType and FEN, and the
// other tags.
func tagLines(g *Game) (string, error) {
	if err := g.Tags.check(); err != nil {
		return "", err
	}
	tags := g.Tags.folded().ordered()
	known := Tags{{tagResult, g.Result.String()}}
	if tags.Get(tagGameType) == "" {
		known = append(known, Tag{tagGameType, englishDraughts})
	}
	if g.Start != board.Start() {
		fen := g.Start.FEN()
		if again, err := board.ParseFEN(fen); err != nil || again != g.Start {
			return "", fmt.Errorf("starting position %s is impossible", fen)
		}
		known = append(known, Tag{tagFEN, fen})
	}
	usual := slices.IndexFunc(tags, func(t Tag) bool { return rank(t.Name) > rank(tagResult) })
	if usual < 0 {
		usual = len(tags)
	}
	var b strings.Builder
	for _, tag := range slices.Insert(tags, usual, known...) {
		fmt.Fprintf(&b, "[%s \"%s\"]\n", tag.Name, escaped.Replace(tag.Value))
	}
	return b.String(), nil
}

// check returns an error if a tag could not be read back.
func (t Tags) check() error {
	if game := t.foreign(); game != "" {
		return fmt.Errorf("it is %s, not English draughts", game)
	}
	for i, tag := range t {
		switch {
		case tag.Name == "" || properName(tag.Name) != tag.Name:
			return fmt.Errorf("tag name %s: want %s",
				board.Quote(tag.Name), board.Quote(properName(tag.Name)))
		case tag.Name == tagResult || tag.Name == tagFEN || tag.Name == tagSetUp:
			return fmt.Errorf("tag %s follows from the game and cannot be given", tag.Name)
		case rank(tag.Name) < usualTags && t.find(tag.Name) != i:
			return fmt.Errorf("tag %s is given twice", tag.Name)
		}
	}
	return nil
}

// folded returns the tags that have a value, each on one line.
func (t Tags) folded() Tags {
	var lines Tags
	for _, tag := range t {
		if value := file.OneLine(tag.Value); value != "" {
			lines = append(lines, Tag{tag.Name, value})
		}
	}
	return lines
}

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
