package analyze

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/protocol/pdn"
)

// signature begins every comment that this package writes. An earlier analysis is recognised by it.
const signature = engine.Name + ": "

// Annotated returns a copy of the game of a study that is done, with a comment on every move, the
// glyphs of faults and forced moves, and the better line as a variation. Comments and glyphs of others
// stay. Those of an earlier analysis are replaced; a glyph that was given by both counts as one of the
// earlier analysis.
func (s *Study) Annotated() *pdn.Game {
	g := *s.Game
	g.Tags = slices.Clone(g.Tags)
	if g.Tags.Get("Annotator") == "" {
		g.Tags.Set("Annotator", engine.Name)
	}
	g.Comments = slices.DeleteFunc(slices.Clone(g.Comments), signed)
	g.Moves = slices.Clone(g.Moves)
	for i, j := range s.Judgements() {
		annotate(&g.Moves[i], j)
	}
	if len(g.Moves) == 0 {
		g.Comments = append(g.Comments, signature+s.verdicts[0].Text(g.Start.Turn))
	}
	return &g
}

// annotate adds the judgement of a move to its node.
func annotate(n *pdn.Node, j Judgement) {
	*n = stripped(*n)
	if glyph, ok := j.Mark.NAG(); ok && !slices.Contains(n.NAGs, glyph) {
		n.NAGs = append(n.NAGs, glyph)
	}
	n.Comments = append(n.Comments, signature+j.Text())
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
	for _, m := range j.Before.Line {
		line.Add(m)
	}
	return line
}

// BetterText returns the moves that should have been played.
func (j Judgement) BetterText() string { return j.At.LineText(j.Before.Line) }

// stripped returns a move without the marks of an earlier analysis.
func stripped(n pdn.Node) pdn.Node {
	n.NAGs = slices.Clone(n.NAGs)
	for _, text := range n.Comments {
		if signed(text) {
			n.NAGs = withoutMark(n.NAGs, strings.TrimPrefix(text, signature))
		}
	}
	n.Comments = slices.DeleteFunc(slices.Clone(n.Comments), signed)
	n.Variations = slices.DeleteFunc(slices.Clone(n.Variations), func(v pdn.Line) bool {
		return len(v.Comments) > 0 && signed(v.Comments[0])
	})
	return n
}

func signed(comment string) bool { return strings.HasPrefix(comment, signature) }

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

// WriteAnnotated writes all games with their annotations. A game that PDN cannot express is left out,
// and leftOut gets a text that says so.
func (c *Collection) WriteAnnotated(w io.Writer, leftOut func(text string)) error {
	for _, s := range c.Studies {
		var text strings.Builder
		if err := pdn.Write(&text, s.Annotated()); err != nil {
			leftOut(fmt.Sprintf("left out: game %d: %v", s.Number, err))
			continue
		}
		if _, err := io.WriteString(w, text.String()); err != nil {
			return err
		}
	}
	return nil
}
