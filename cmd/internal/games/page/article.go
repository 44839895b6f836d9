package page

import (
	"cmp"
	"crypto/sha256"
	_ "embed" // for the files beside this one
	"encoding/base64"
	"html/template"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/diagram"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/engine/judge"
	"github.com/zonda-checkers/zonda/internal/svg"
)

// article is a game as its author annotated it.
type article struct {
	Title, Result, Ending, Facts, Tags string
	Pieces                             string   // at the start; empty if the game cannot be played
	Start                              *picture // nil for the usual start
	Words                              []string // before the first move
	Parts                              []part
}

// part is moves of the game, and what the author said about the last of them.
type part struct {
	Moves []lineMove
	words
}

// picture is a diagram of a position.
type picture struct {
	Position string
	Turn     board.Color
	Elements template.HTML // of an SVG
}

// here is the glyph by which an author asks for a diagram of the position after a move.
const here pdn.NAG = 201

// drawing finds the arrows and rings in a comment: "[%cal 11-15,G22-18]", "[%csl 14]".
var drawing = regexp.MustCompile(`\[%c[as]l ([^\]]*)\]`)

// newPicture returns a diagram of a position with what comments draw on it.
func newPicture(p board.Position, comments []string) *picture {
	b := svg.New(diagram.Side, diagram.Side)
	b.Use("board", 0, 0)
	diagram.Place(b, p, false)
	for _, way := range marks(comments) {
		diagram.Chalk(b, way, false)
	}
	return &picture{p.String(), p.Turn, template.HTML(b.Elements())}
}

// marks returns the arrows and rings that comments draw.
func marks(comments []string) (all []board.Path) {
	for _, text := range comments {
		for _, found := range drawing.FindAllStringSubmatch(text, -1) {
			for mark := range strings.SplitSeq(found[1], ",") {
				if way, err := diagram.ParseChalk(strings.Trim(mark, " ABCDEFGHIJKLMNOPQRSTUVWXYZ")); err == nil {
					all = append(all, way)
				}
			}
		}
	}
	return all
}

// place gives the moves of a line from p the positions after them, and those of its variations. The nodes are those of the line.
func place(moves []lineMove, p board.Position, nodes []pdn.Node) {
	for i := range moves {
		m, node := &moves[i], nodes[i]
		var ways []string
		for _, way := range marks(node.Comments) {
			var squares []string
			for _, s := range way {
				squares = append(squares, s.String())
			}
			ways = append(ways, strings.Join(squares, "-"))
		}
		m.From, m.To, m.Marks = node.Move.From.Number(), node.Move.To.Number(), strings.Join(ways, " ")
		for v := range m.Variations {
			place(m.Variations[v].Moves, p, node.Variations[v].Moves)
		}
		p = p.Play(node.Move)
		m.Pieces = p.Letters()
	}
}

// heading names a game by its players, or one without players by its date.
func heading(tags pdn.Tags) string {
	black, white := tags.Get("Black"), tags.Get("White")
	if black == "" && white == "" {
		return cmp.Or(dated(tags.Get("Date")), "A game")
	}
	return cmp.Or(black, "Black") + " – " + cmp.Or(white, "White")
}

func newArticle(g *pdn.Game) article {
	a := article{Title: heading(g.Tags), Result: short(g.Result.String())}
	a.Ending = map[board.Winner]string{board.BlackWon: "Black wins.", board.WhiteWon: "White wins.", board.Drawn: "Drawn."}[g.Result]
	others := slices.DeleteFunc(slices.Clone(g.Tags), func(t pdn.Tag) bool { return t.Name == "Date" && dated(t.Value) == a.Title })
	if !g.StartKnown() {
		a.Facts, a.Tags, a.Words = facts(others, ""), otherTags(g.Tags, ""), spoken(g.Comments)
		return a
	}
	opening := openings.NameOf(g.History())
	a.Facts, a.Tags = facts(others, opening), otherTags(g.Tags, opening)
	author := judge.Unjudged(g)
	a.Words = spoken(author.Comments)
	if g.Start != board.Start() || len(drawing.FindStringSubmatch(strings.Join(author.Comments, " "))) > 0 {
		a.Start = newPicture(g.Start, author.Comments)
	}
	var run []lineMove
	l := newLine(pdn.Line{Moves: author.Moves}, g.Start, 0, g.Start.Turn)
	place(l.Moves, g.Start, author.Moves)
	if a.Pieces = g.Start.Letters(); len(l.Moves) == 0 {
		a.Pieces = ""
	}
	for i, m := range l.Moves {
		said := m.words
		m.words = words{Glyphs: said.Glyphs, Apart: said.Apart}
		run = append(run, m)
		if said.None() && i+1 < len(l.Moves) {
			continue
		}
		a.Parts = append(a.Parts, part{run, said})
		run = nil
	}
	return a
}

//go:embed article.html
var articleLayout string

//go:embed article.css
var articleStyle string

//go:embed article.js
var articleSteps string

// positionScript says a position in words, on both kinds of pages.
//
//go:embed position.js
var positionScript string

var articleScript = positionScript + articleSteps

// WriteGames writes games as their authors annotated them, as one HTML file without anything from outside: comments, variations, glyphs,
// and a diagram after each move that has the glyph $201. The moves can be played on a board. The file's own policy allows no script and no
// style but those in it; where a server forbids scripts, all but the board is there. What an analysis of Zonda has written into the games
// is left out. The same games give the same bytes.
func WriteGames(w io.Writer, title string, games []*pdn.Game) error {
	shown := struct {
		Title                 string
		Style                 template.CSS
		Script                template.JS
		StyleHash, ScriptHash string
		Stock                 template.HTML
		Games                 []article
	}{Title: title, Style: template.CSS(articleStyle), Script: template.JS(articleScript), StyleHash: hash(articleStyle), ScriptHash: hash(articleScript), Stock: stock()}
	for _, g := range games {
		shown.Games = append(shown.Games, newArticle(g))
	}
	t, err := layouts()
	if err == nil {
		t, err = t.New("article").Parse(articleLayout)
	}
	if err != nil {
		return err
	}
	return t.Execute(w, shown)
}

// hash returns the SHA-256 of a text as a policy of a page has it.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// Title names a page of games: by its players if it has one game.
func Title(name string, games []*pdn.Game) string {
	if len(games) != 1 {
		return name
	}
	return heading(games[0].Tags)
}

// pictured reports whether an author asks for a diagram after a move.
func pictured(n pdn.Node) bool { return slices.Contains(n.NAGs, here) }
