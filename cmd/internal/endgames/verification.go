package endgames

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/egdb/pack"
	"github.com/zonda-checkers/zonda/egdb/verify"
)

// verified counts the slices that are verified, and keeps the errors.
type verified struct {
	*cli.Meter
	slices    int // verified so far
	positions uint64
	wrong     error // slices whose file differs from what was computed
}

// Run verifies slices with these options and a report, and prints the sum unless the verification fails.
func (v *verified) Run(o verify.Options, verifyAll func(o verify.Options) error) error {
	began := time.Now()
	o.Report = func(p verify.Progress) {
		v.Step(fmt.Sprintf("%v %v", p.Slice, p.Phase), "positions", p.Done, p.Total)
	}
	failed := verifyAll(o)
	v.Clear()
	if errors.Is(failed, context.Canceled) {
		return fmt.Errorf("interrupted after %d slices, which were sound", v.slices)
	}
	if failed = errors.Join(failed, v.wrong, v.Err()); failed != nil {
		return failed
	}
	v.Line("sound: %d slices, %d positions, %.1f s", v.slices, v.positions, time.Since(began).Seconds())
	return v.Err()
}

// Verification prints which slices of values are verified.
type Verification struct {
	verified
	db *egdb.DB
}

// NewVerification returns a verification of a library.
func NewVerification(out io.Writer, db *egdb.DB) *Verification {
	return &Verification{verified{Meter: cli.NewMeter(out)}, db}
}

// Missing prints the slices that are missing from materials, up to the largest number of pieces in
// materials.
func (v *Verification) Missing(materials []egdb.Material) error {
	there, most := map[egdb.Material]bool{}, 0
	for _, m := range materials {
		there[m], there[m.Mirror()] = true, true
		most = max(most, m.Pieces())
	}
	var names []string
	for n := 2; n <= most; n++ {
		for _, m := range egdb.Slices(n) {
			if !there[m] && pack.Canonical(m) == m {
				names = append(names, m.String())
			}
		}
	}
	if len(names) == 0 {
		return nil
	}
	v.Line("not there, and not checked: %s", strings.Join(names, " "))
	return v.Err()
}

// Summary prints a line about a verified slice whose counts are as its file says.
func (v *Verification) Summary(s verify.Summary) {
	v.slices++
	v.positions += s.Positions()
	counts := egdb.Counts{Wins: s.Wins, Draws: s.Draws, Losses: s.Losses}
	if claimed := v.db.Counts(s.Slice); claimed != counts {
		v.wrong = errors.Join(v.wrong, fmt.Errorf("slice %v: the file claims %+v, the positions are %+v",
			s.Slice, claimed, counts))
		return
	}
	if v.wrong != nil {
		return
	}
	how := "one ply"
	if s.Ranked {
		how = fmt.Sprintf("ranks to %d", s.Rank)
	}
	v.Line("%-9s %10d: %9d won %9d lost %9d drawn, %s",
		s.Slice, s.Positions(), s.Wins, s.Losses, s.Draws, how)
}

// Sampled prints a line about a slice of which a sample is verified, if the shares of the results in the sample agree with the
// counts of the file.
func (v *Verification) Sampled(s verify.Summary) {
	v.slices++
	v.positions += s.Positions()
	claimed := v.db.Counts(s.Slice)
	all, n := float64(s.Slice.Positions()), float64(s.Positions())
	for _, c := range []struct{ found, claimed uint64 }{{s.Wins, claimed.Wins}, {s.Draws, claimed.Draws}, {s.Losses, claimed.Losses}} {
		share := float64(c.claimed) / all
		if off := math.Abs(float64(c.found) - share*n); off > deviations*math.Sqrt(n*share*max(1-share, 0))+deviations {
			v.wrong = errors.Join(v.wrong, fmt.Errorf("slice %v: the file claims %+v, %d sampled positions are %+v",
				s.Slice, claimed, s.Positions(), s))
			return
		}
	}
	if v.wrong == nil {
		v.Line("%-9s %10d of %12d: %9d won %9d lost %9d drawn", s.Slice, s.Positions(), s.Slice.Positions(), s.Wins, s.Losses, s.Draws)
	}
}

// deviations is the number of standard deviations by which a sample may differ from the counts of a file, and the number of
// positions besides.
const deviations = 6

// DistanceVerification prints which slices of distances are verified.
type DistanceVerification struct {
	verified
	db Distances
}

// NewDistanceVerification returns a verification of distances.
func NewDistanceVerification(out io.Writer, db Distances) *DistanceVerification {
	return &DistanceVerification{verified{Meter: cli.NewMeter(out)}, db}
}

// Summary prints a line about a verified slice that is as its file says.
func (v *DistanceVerification) Summary(s verify.DistanceSummary) {
	v.slices++
	v.positions += s.Positions()
	counts, _ := v.db.Counts(s.Slice)
	l, _ := v.db.Longest(s.Slice)
	claimed := [4]int{l.Win.Plies, l.Loss.Plies, l.QuietWin.Plies, l.QuietLoss.Plies}
	if found := [4]int{s.Win, s.Loss, s.QuietWin, s.QuietLoss}; counts != s.Counts || claimed != found {
		v.wrong = errors.Join(v.wrong, fmt.Errorf("slice %v: the file claims %+v and %v, the positions are %+v and %v",
			s.Slice, counts, claimed, s.Counts, found))
		return
	}
	if v.wrong == nil {
		v.Line("%-9s %10d: longest win %3d, longest loss %3d", s.Slice, s.Positions(), s.Win, s.Loss)
	}
}
