package judge

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/engine"
)

// signature begins every comment that this package writes.
const signature = engine.Name + ": "

// Annotated returns a copy of the game of a study that is done, with a comment, a glyph and the better line as a
// variation for each fault, and, if values is true, with a comment on every other move too. What others wrote stays. What
// an earlier analysis wrote is replaced.
func (s *Study) Annotated(values bool) *pdn.Game {
	g := *s.Game
	g.Tags = slices.Clone(g.Tags)
	if g.Tags.Get("Annotator") == "" {
		g.Tags.Set("Annotator", engine.Name)
	}
	g.Line = Unjudged(s.Game)
	for i, j := range s.Judgements() {
		if values || j.Mark.Fault() {
			annotate(&g.Moves[i], j)
		}
	}
	if len(g.Moves) == 0 && values {
		_, first := s.Position(0)
		g.Comments = append(g.Comments, signature+first.Text(g.Start.Turn))
	}
	return &g
}

// Unjudged returns a game with all comments, glyphs and variations but those of an earlier analysis.
func Unjudged(g *pdn.Game) pdn.Line {
	l := pdn.Line{Comments: slices.DeleteFunc(slices.Clone(g.Comments), written)}
	for _, n := range g.Moves {
		l.Moves = append(l.Moves, stripped(n))
	}
	return l
}

// annotate adds the judgement of a move to its node. If somebody else gave the move the same glyph, the comment does not
// name the mark: so the glyph is known to be theirs.
func annotate(n *pdn.Node, j Judgement) {
	text := j.Text()
	if glyph, ok := j.Mark.NAG(); ok {
		if slices.Contains(n.NAGs, glyph) {
			text = strings.TrimPrefix(text, j.Mark.String()+"; ")
		} else {
			n.NAGs = append(n.NAGs, glyph)
		}
	}
	n.Comments = append(n.Comments, signature+text)
	if j.Mark.Fault() {
		n.Variations = append(n.Variations, better(j))
	}
}

// Text returns in words what the move did: "Black +0.35", "forced; draw", "blunder; White wins
// in 31, before it Black +0.12".
func (j Judgement) Text() string {
	text := j.After.Text(j.At.Turn.Opponent())
	switch {
	case j.Mark.Fault():
		return j.Mark.String() + "; " + text + ", before it " + j.Before.Text(j.At.Turn)
	case j.Mark == Forced:
		return j.Mark.String() + "; " + text
	}
	return text
}

// better returns the line that should have been played, as a variation.
func better(j Judgement) pdn.Line {
	line := pdn.Line{Comments: []string{signature + j.Before.Text(j.At.Turn)}}
	for _, m := range j.Before.Better() {
		line.Add(m)
	}
	return line
}

// BetterText returns the moves that should have been played.
func (j Judgement) BetterText() string { return j.At.LineText(j.Before.Better()) }

// comments has the form of all comments that this package writes: a mark, a verdict, and the verdict before the move.
var comments = sync.OnceValue(func() *regexp.Regexp {
	const source = `( \((databases|proven)\))?`
	const verdict = `(even|draw` + source + `|(Black|White) ([+-][0-9]+\.[0-9]{2}|wins( in [0-9]+ (ply|plies))?` + source + `))`
	return regexp.MustCompile(`^` + signature + `([a-z]+; )?` + verdict + `(, before it ` + verdict + `)?$`)
})

// CommentForm returns the regular expression of all comments that this package writes, for programs in other languages.
func CommentForm() string { return comments().String() }

// written reports whether an analysis wrote a comment. A comment that somebody else has changed or written is theirs,
// even if it begins with the signature.
func written(comment string) bool { return comments().MatchString(comment) }

// stripped returns a move without the marks of an earlier analysis.
func stripped(n pdn.Node) pdn.Node {
	n.NAGs = slices.Clone(n.NAGs)
	for _, text := range n.Comments {
		if written(text) {
			n.NAGs = withoutMark(n.NAGs, strings.TrimPrefix(text, signature))
		}
	}
	n.Comments = slices.DeleteFunc(slices.Clone(n.Comments), written)
	n.Variations = slices.DeleteFunc(slices.Clone(n.Variations), writtenLine)
	return n
}

// writtenLine reports whether an analysis wrote a variation, and nobody else has added anything to it.
func writtenLine(v pdn.Line) bool {
	bare := func(n pdn.Node) bool { return len(n.NAGs)+len(n.Comments)+len(n.Variations) == 0 }
	return len(v.Comments) == 1 && written(v.Comments[0]) && len(v.Moves) <= maxLine &&
		!slices.ContainsFunc(v.Moves, func(n pdn.Node) bool { return !bare(n) })
}

// withoutMark removes the glyph that belongs to text, a comment of an earlier analysis without its
// signature.
func withoutMark(nags []pdn.NAG, text string) []pdn.NAG {
	for m := Forced; m <= Blunder; m++ {
		glyph, _ := m.NAG()
		if i := slices.Index(nags, glyph); i >= 0 && strings.HasPrefix(text, m.String()+"; ") {
			return slices.Delete(nags, i, i+1)
		}
	}
	return nags
}

// WriteAnnotated writes all games with their annotations, as Annotated makes them. A game that PDN cannot express is left out,
// and leftOut gets a text that says so.
func (c *Collection) WriteAnnotated(w io.Writer, values bool, leftOut func(text string)) error {
	for _, s := range c.Studies {
		var text strings.Builder
		if err := pdn.Write(&text, s.Annotated(values)); err != nil {
			leftOut(fmt.Sprintf("left out: game %d: %v", s.Number, err))
			continue
		}
		if _, err := io.WriteString(w, text.String()); err != nil {
			return err
		}
	}
	return nil
}
