package main

import (
	"encoding/csv"
	"fmt"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/egdb"
)

// bounds prints what is known of the positions of every slice of a set of bounds.
func (c egdbStatsCommand) bounds() error {
	d, err := egdb.ReadBoundsDescription(c.Dir)
	if err != nil {
		return err
	}
	columns := []any{"slice", "wins", "draws", "losses", "at_least_draw", "at_most_draw", "unknown"}
	w := csv.NewWriter(cli.Stdout)
	line := func(fields ...any) {
		if !c.CSV {
			fmt.Fprintf(cli.Stdout, "%-12v %12v %12v %12v %14v %12v %12v\n", fields...)
			return
		}
		var row []string
		for _, f := range fields {
			row = append(row, fmt.Sprint(f))
		}
		_ = w.Write(row) // Flush keeps the error
	}
	line(columns...)
	for _, s := range d.Slices {
		line(s.Slice, s.Wins, s.Draws, s.Losses, s.AtLeastDraw, s.AtMostDraw, s.Unknown)
	}
	w.Flush()
	return w.Error()
}
