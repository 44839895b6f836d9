package endgames

import (
	"errors"
	"fmt"
	"io"
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
	Slices    int // verified so far
	positions uint64
	wrong     error // slices whose file differs from what was computed
}

// Finish prints the sum of a verification that took so long, unless it failed.
func (v *verified) Finish(failed error, took time.Duration) error {
	if failed = errors.Join(failed, v.wrong, v.Err()); failed != nil {
		return failed
	}
	v.Line("sound: %d slices, %d positions, %.1f s", v.Slices, v.positions, took.Seconds())
	return v.Err()
}

// Verification prints which slices of values are verified.
type Verification struct {
	verified
	db *egdb.Library
}

// NewVerification returns a verification of a library.
func NewVerification(out io.Writer, db *egdb.Library) *Verification {
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
	v.Slices++
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
	v.Slices++
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
