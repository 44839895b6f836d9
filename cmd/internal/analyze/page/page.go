package page

import (
	_ "embed" // for the files beside this one
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/zonda-checkers/zonda/cmd/internal/analyze"
	"github.com/zonda-checkers/zonda/engine"
)

//go:embed page.html
var layout string

// gameLayout has the pictures of pieces, and a game.
//
//go:embed game.html
var gameLayout string

//go:embed page.css
var style string

//go:embed page.js
var script string

// report is what the layout shows.
type report struct {
	Title, Settings string
	Engine          string
	Style           template.CSS
	Script          template.JS
	Squares         []label
	Faults          []analyze.Mark // from the least to the worst
	Slower          int            // plies by which a win must become longer to be a fault
	Games           []game
	Total           [2]analyze.Sheet
}

// Write writes the report of studies that are done. Title says what they are, settings how they
// were judged. The same studies give the same bytes.
func Write(w io.Writer, title, settings string, studies []*analyze.Study) error {
	r := report{
		Title: title, Settings: settings, Engine: engine.Name + " " + engine.Version,
		Style: template.CSS(style), Script: template.JS(script),
		Squares: numbers(), Faults: []analyze.Mark{analyze.Inaccuracy, analyze.Mistake, analyze.Blunder}, Slower: analyze.Slower,
	}
	for _, s := range studies {
		g := newGame(s)
		r.Games = append(r.Games, g)
		for side := range r.Total {
			r.Total[side] = r.Total[side].Plus(g.Sides[side].Sheet)
		}
	}
	t, err := layouts()
	if err != nil {
		return err
	}
	return t.Execute(w, r)
}

// WriteGame writes the section of one game, for a page that has the style of Style in a shadow tree and lets the reader
// go to the moves by itself.
func WriteGame(w io.Writer, study *analyze.Study) error {
	t, err := layouts()
	if err != nil {
		return err
	}
	if err := t.ExecuteTemplate(w, "stock", report{Squares: numbers()}); err != nil {
		return err
	}
	return t.ExecuteTemplate(w, "game", newGame(study))
}

// Style returns the style sheet for what WriteGame writes, for a shadow tree. The colours are those of the page around it.
func Style() string { return strings.ReplaceAll(style, ":root", ":host(.alone)") + besideBoard }

// besideBoard leaves out the small board, where the page has its own.
const besideBoard = ".play, h2 .number { display: none; } section.game { border: 0; padding: 0; margin: 0; background: none; } " +
	".faults { grid-template-columns: 1fr; } h2 { font-size: 1rem; } " +
	"table { font-size: .8rem; width: 100%; } th, td { padding-right: .3rem; } td { overflow-wrap: anywhere; } " +
	".sheet th { text-align: right; } .sheet th:first-child { text-align: left; } " +
	"@media (max-width: 620px) { .chart text { font-size: 15px; } }\n"

func layouts() (*template.Template, error) {
	t, err := template.New("page").Funcs(template.FuncMap{"points": points}).Parse(gameLayout)
	if err != nil {
		return nil, err
	}
	return t.Parse(layout)
}

// points returns expected points with two digits.
func points(p float64) string { return fmt.Sprintf("%.2f", p) }
