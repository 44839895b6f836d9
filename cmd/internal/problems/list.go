package problems

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
)

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
		fmt.Fprintf(table, "%v\t%d\t%d\t%d\t%d\t\n", name, counts[suite.Value], counts[suite.Man], counts[suite.Save], counts[suite.Ground])
	}
	fmt.Fprintf(table, "from\t%s\t%s\t%s\t%s\t\n", suite.Value, suite.Man, suite.Save, suite.Ground)
	for _, from := range slices.Sorted(maps.Keys(bands)) {
		row(from, bands[from])
	}
	row("all", sums)
	return table.Flush()
}
