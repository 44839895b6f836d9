package problems

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/zonda-checkers/zonda/cmd/internal/solve/suite"
)

// Listed is a problem as a list prints it.
type Listed struct {
	ID        string   `json:"id"`
	FEN       string   `json:"fen"`
	Result    string   `json:"result"` // of the side to move: win, draw, loss or unknown
	Claim     string   `json:"claim"`  // value, man or save; empty if the file says nothing
	Rating    float64  `json:"rating"`
	Deviation float64  `json:"deviation"`
	Themes    []string `json:"themes"`
	Keys      []string `json:"key_moves"`
	Line      string   `json:"line"`
}

// List returns a problem as a list prints it.
func List(p suite.Problem) Listed {
	return Listed{
		ID: p.ID, FEN: p.Position.FEN(), Result: strings.ToLower(p.Result.String()), Claim: string(p.Claim), Rating: p.Rating, Deviation: p.Deviation,
		Themes: append([]string{}, p.Themes...), Keys: keys(p), Line: p.Position.LineText(p.Line),
	}
}

// keys returns the texts of the key moves.
func keys(p suite.Problem) []string {
	texts := []string{}
	for _, m := range p.KeyMoves {
		texts = append(texts, p.Position.MoveText(m))
	}
	return texts
}

// Count prints how many problems there are of each claim in each band of ratings. A problem without a claim is an error.
func Count(w io.Writer, all []suite.Problem) error {
	bands, sums := map[int]map[suite.Claim]int{}, map[suite.Claim]int{}
	for _, p := range all {
		if p.Claim == "" {
			return fmt.Errorf("problem %s has no claim", p.ID)
		}
		from := int(p.Rating/bandWidth) * bandWidth
		if bands[from] == nil {
			bands[from] = map[suite.Claim]int{}
		}
		bands[from][p.Claim]++
		sums[p.Claim]++
	}
	table := tabwriter.NewWriter(w, 0, 0, 1, ' ', tabwriter.AlignRight)
	row := func(name any, counts map[suite.Claim]int) {
		fmt.Fprintf(table, "%v\t%d\t%d\t%d\t\n", name, counts[suite.Value], counts[suite.Man], counts[suite.Save])
	}
	fmt.Fprintf(table, "from\t%s\t%s\t%s\t\n", suite.Value, suite.Man, suite.Save)
	for _, from := range slices.Sorted(maps.Keys(bands)) {
		row(from, bands[from])
	}
	row("all", sums)
	return table.Flush()
}
