package page

import (
	_ "embed" // for the files beside this one
	"fmt"
	"html/template"
	"io"

	"github.com/zonda-checkers/zonda/cmd/internal/analyze"
	"github.com/zonda-checkers/zonda/engine"
)

//go:embed page.html
var layout string

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
	Games           []game
	Total           [2]analyze.Sheet
}

// Write writes the report of studies that are done. Title says what they are, settings how they
// were judged. The same studies give the same bytes.
func Write(w io.Writer, title, settings string, studies []*analyze.Study) error {
	r := report{
		Title: title, Settings: settings, Engine: engine.Name + " " + engine.Version,
		Style: template.CSS(style), Script: template.JS(script),
		Squares: numbers(),
	}
	for _, s := range studies {
		g := newGame(s)
		r.Games = append(r.Games, g)
		for side := range r.Total {
			r.Total[side] = r.Total[side].Plus(g.Sides[side].Sheet)
		}
	}
	t, err := template.New("page").Funcs(template.FuncMap{"points": points}).Parse(layout)
	if err != nil {
		return err
	}
	return t.Execute(w, r)
}

// points returns expected points with two digits.
func points(p float64) string { return fmt.Sprintf("%.2f", p) }
