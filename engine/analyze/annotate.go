package analyze

import (
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/protocol/pdn"
)

// signature begins every comment of ours, by which an earlier analysis is known.
const signature = engine.Name + ": "

// Annotated returns a copy of the game of a study that is done, with a comment on every move,
// the glyphs of faults and forced moves, and the better line as a variation. What others
// wrote stays; an earlier analysis is replaced, and a glyph that both gave is taken for its.
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

// annotate writes to a move what it did.
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

// better returns what should have been played.
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

// withoutMark takes the glyph away that goes with a comment of ours.
func withoutMark(nags []pdn.NAG, text string) []pdn.NAG {
	for m := Forced; m <= Blunder; m++ {
		glyph, _ := m.NAG()
		if i := slices.Index(nags, glyph); i >= 0 && strings.HasPrefix(text, m.String()+"; ") {
			return slices.Delete(nags, i, i+1)
		}
	}
	return nags
}
