package monitor

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/work"
)

// FailuresShown is how many of the pieces that were set aside are shown.
const FailuresShown = 5

// Widths of texts that others have chosen, in letters.
const (
	nameWidth  = 32
	errorWidth = 100
)

// Print writes a status as tables.
func Print(out io.Writer, s work.Status, failures []work.FailedPiece) error {
	lines := cli.NewPrinter(out)
	lines.Printf("%.0f pieces a minute; %d done, %d results wait for their producers, %d pieces set aside, %.1f MiB in the store\n",
		s.PerMinute(), s.Done, s.Results, s.Failed, mib(s.Bytes))
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	rows := cli.NewPrinter(table)
	rows.Printf("\nqueue\tpriority\tprogram\twaiting\tin progress\tagain\n")
	for _, q := range s.Queues {
		rows.Printf("%s\t%d\t%s\t%d\t%d\t%d\n", cli.Fit(q.Kind, nameWidth), q.Priority, cli.Fit(q.Release, nameWidth), q.Waiting, q.InProgress, q.Redelivered)
	}
	rows.Printf("\nworker\tmachine\tthreads\tbusy\tdone\tfailed\tfor\n")
	for _, w := range s.Workers {
		rows.Printf("%s\t%s\t%d\t%d\t%d\t%d\t%s\n", cli.Fit(w.Name, nameWidth), cli.Fit(w.Host, nameWidth), w.Threads, w.Busy, w.Done, w.Failed,
			s.Time.Sub(w.Began).Round(time.Second))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if len(failures) > 0 {
		lines.Printf("\nset aside, the latest first:\n")
	}
	for _, f := range failures {
		lines.Printf("%s\n", failureText(f))
	}
	return lines.Err()
}

// failureText returns why a piece was set aside, in a line.
func failureText(f work.FailedPiece) string {
	return fmt.Sprintf("%s by worker %s: %s", cli.Fit(f.Kind(), nameWidth), cli.Fit(f.Result.Worker, nameWidth), cli.Fit(f.Result.Failed, errorWidth))
}

func mib(bytes uint64) float64 {
	const size = 1 << 20
	return float64(bytes) / size
}
