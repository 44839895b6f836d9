package tuning

import (
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/zonda-checkers/zonda/cmd/internal/chart"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/searchtune"
	"github.com/zonda-checkers/zonda/search"
)

// Climb tells how a tuning of the search has moved parameters.
type Climb struct {
	Settings   searchtune.Settings `json:"settings"`
	Done       int                 `json:"iterations_done"`
	Won        int                 `json:"won"` // games won by the plus side; half of the decided games are to be expected
	Drawn      int                 `json:"drawn"`
	Lost       int                 `json:"lost"`
	Moved      []Movement          `json:"parameters"`
	Found      string              `json:"found"` // all parameters, as the flag --parameter takes them
	found      search.Parameters
	iterations []searchtune.Iteration
}

// Movement is how far one parameter has moved.
type Movement struct {
	Name  string  `json:"name"`
	Start int     `json:"start"`
	Now   float64 `json:"now"`
	Found int     `json:"found"` // Now rounded to the nearest whole number
}

// NewClimb returns how the iterations of a tuning have moved the parameters.
func NewClimb(s searchtune.Settings, iterations []searchtune.Iteration) Climb {
	c := Climb{Settings: s, Done: len(iterations), found: s.Start, iterations: iterations}
	for _, i := range iterations {
		c.Won, c.Drawn, c.Lost = c.Won+i.Won, c.Drawn+i.Drawn, c.Lost+i.Lost
	}
	var point []float64
	if c.Done > 0 {
		point = iterations[c.Done-1].Point
		c.found = s.Parameters(point)
	}
	for at, name := range s.Tuned {
		row, _ := search.FindParameter(name) // the settings are checked
		m := Movement{Name: name, Start: row.Of(s.Start), Found: row.Of(c.found)}
		if m.Now = float64(m.Start); point != nil {
			m.Now = point[at]
		}
		c.Moved = append(c.Moved, m)
	}
	c.Found = c.found.String()
	return c
}

// Games returns the number of games played.
func (c Climb) Games() int { return c.Won + c.Drawn + c.Lost }

// Now returns the values of the tuned parameters in one line.
func (c Climb) Now() string {
	var values []string
	for _, m := range c.Moved {
		values = append(values, fmt.Sprintf("%s %.2f", m.Name, m.Now))
	}
	return strings.Join(values, ", ")
}

// Print writes a table of the parameters, the parameters as Go code, and the commands that judge them by games.
// Engine holds the options with which zonda match gives both engines the evaluation of the tuning, "" for none.
func (c Climb) Print(w io.Writer, engine string) error {
	p := cli.NewPrinter(w)
	p.Printf("%d of %d iterations, %d games: +%d =%d -%d for the plus side\n\n",
		c.Done, c.Settings.Iterations, c.Games(), c.Won, c.Drawn, c.Lost)
	p.Printf("%-18s%8s%10s%8s%10s%10s\n", "parameter", "start", "now", "found", "lowest", "highest")
	for _, m := range c.Moved {
		row, _ := search.FindParameter(m.Name)
		p.Printf("%-18s%8d%10.2f%8d%10d%10d\n", m.Name, m.Start, m.Now, m.Found, row.Lowest, row.Highest)
	}
	if c.found == c.Settings.Start {
		p.Printf("\nNo parameter has moved to another whole number.\n")
		return p.Err()
	}
	p.Printf("\nFor search/parameters.go:\n\n%s\n", GoParameters(c.found))
	p.Printf("To judge them:\n\n")
	for _, deck := range []string{"3move", "11man"} {
		p.Printf("%s\n", c.matchCommand(deck, engine))
	}
	return p.Err()
}

// GoParameters returns the parameters as the lines of the literal in search.DefaultParameters.
func GoParameters(p search.Parameters) string {
	value := reflect.ValueOf(p)
	longest := 0
	for i := range value.NumField() {
		longest = max(longest, len(value.Type().Field(i).Name))
	}
	var text strings.Builder
	for i := range value.NumField() {
		fmt.Fprintf(&text, "\t\t%-*s %v,\n", longest+len(":"), value.Type().Field(i).Name+":", value.Field(i))
	}
	return text.String()
}

// judgeMoveTime is the limit of the match that judges parameters, in milliseconds a move: longer than a tuning's
// games, since parameters that are good in short searches only are no use.
const judgeMoveTime = 100

// matchCommand returns the command that lets the parameters found play against those of the start, at equal time.
func (c Climb) matchCommand(deck, engine string) string {
	if engine != "" {
		engine = " " + engine
	}
	side := func(name string, p search.Parameters) string {
		command := "zonda protocol"
		if changes := changes(p); changes != "" {
			command += " --parameter " + changes
		}
		return fmt.Sprintf(`--engine 'name=%s cmd="%s"%s'`, name, command, engine)
	}
	return fmt.Sprintf("zonda match %s %s --movetime %d --openings %s",
		side("tuned", c.found), side("start", c.Settings.Start), judgeMoveTime, deck)
}

// changes returns the values in which p differs from the default parameters, as the flag --parameter takes them.
func changes(p search.Parameters) string {
	var values []string
	for _, row := range search.ParameterTable() {
		if value := row.Of(p); value != row.Of(search.DefaultParameters()) {
			values = append(values, fmt.Sprintf("%s=%d", row.Name, value))
		}
	}
	return strings.Join(values, ",")
}

// chartPoints is the largest number of points of a line in the chart.
const chartPoints = 1000

// Chart draws how far the parameters have moved from their start, in steps.
func (c Climb) Chart() chart.Chart {
	drawn := chart.Chart{Title: "Parameters of the search", X: "iterations", Y: "distance from the start in steps"}
	every := max(1, c.Done/chartPoints)
	for at, m := range c.Moved {
		row, _ := search.FindParameter(m.Name)
		line := chart.Series{Name: m.Name, X: []float64{0}, Y: []float64{0}}
		for n, i := range c.iterations {
			if (n+1)%every == 0 || n+1 == c.Done {
				line.X = append(line.X, float64(i.Number))
				line.Y = append(line.Y, (i.Point[at]-float64(m.Start))/float64(row.Step))
			}
		}
		drawn.Series = append(drawn.Series, line)
	}
	return drawn
}
