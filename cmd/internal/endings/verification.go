package endings

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/internal/endgame/generate"
	"github.com/zonda-checkers/zonda/internal/endgame/pack"
	"github.com/zonda-checkers/zonda/internal/endgame/verify"
)

// Verification prints which slices are verified, and keeps the errors.
type Verification struct {
	*cli.Meter
	slices    int // verified so far
	positions uint64
	wrong     error // slices whose file differs from what was computed
}

// NewVerification returns a verification that prints to out.
func NewVerification(out io.Writer) *Verification { return &Verification{Meter: cli.NewMeter(out)} }

// verified counts a slice. It prints the line unless this slice or an earlier one is wrong.
func (v *Verification) verified(positions uint64, wrong error, format string, args ...any) {
	v.slices++
	v.positions += positions
	if v.wrong = errors.Join(v.wrong, wrong); v.wrong == nil {
		v.Line(format, args...)
	}
}

// Run verifies slices with these options and a report, and prints the sum unless the verification fails.
func (v *Verification) Run(o verify.Options, verifyAll func(o verify.Options) error) error {
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

// Missing prints the slices that are missing from materials, up to the largest number of pieces in
// materials.
func (v *Verification) Missing(materials []endgame.Material) error {
	there, maximum := map[endgame.Material]bool{}, 0
	for _, m := range materials {
		there[m], there[m.Mirror()] = true, true
		maximum = max(maximum, m.Pieces())
	}
	var names []string
	for n := 2; n <= maximum; n++ {
		for _, m := range endgame.Slices(n) {
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

// Values prints a line about a verified slice whose counts are as its file says.
func (v *Verification) Values(db *egdb.DB, s verify.Summary) {
	counts := endgame.Counts{Wins: s.Wins, Draws: s.Draws, Losses: s.Losses}
	var wrong error
	if claimed := db.Counts(s.Slice); claimed != counts {
		wrong = fmt.Errorf("slice %v: the file claims %+v, the positions are %+v", s.Slice, claimed, counts)
	}
	how := "one ply"
	if s.Ranked {
		how = fmt.Sprintf("ranks to %d", s.Rank)
	}
	v.verified(s.Positions(), wrong, "%-9s %10d: %9d won %9d lost %9d drawn, %s",
		s.Slice, s.Positions(), s.Wins, s.Losses, s.Draws, how)
}

// Sampled prints a line about a slice of which a sample is verified, if the shares of the results in the sample agree with the
// counts of the file.
func (v *Verification) Sampled(db *egdb.DB, s verify.Summary) {
	claimed := db.Counts(s.Slice)
	all, n := float64(s.Slice.Positions()), float64(s.Positions())
	var wrong error
	for _, c := range []struct{ found, claimed uint64 }{{s.Wins, claimed.Wins}, {s.Draws, claimed.Draws}, {s.Losses, claimed.Losses}} {
		share := float64(c.claimed) / all
		if off := math.Abs(float64(c.found) - share*n); off > deviations*math.Sqrt(n*share*max(1-share, 0))+deviations {
			wrong = fmt.Errorf("slice %v: the file claims %+v, %d sampled positions are %+v", s.Slice, claimed, s.Positions(), s)
		}
	}
	v.verified(s.Positions(), wrong, "%-9s %10d of %12d: %9d won %9d lost %9d drawn",
		s.Slice, s.Positions(), s.Slice.Positions(), s.Wins, s.Losses, s.Draws)
}

// deviations is the number of standard deviations by which a sample may differ from the counts of a file, and the number of
// positions besides.
const deviations = 6

// Distances prints a line about a verified slice of distances that is as its file says.
func (v *Verification) Distances(db Distances, s verify.DistanceSummary) {
	counts, _ := db.Counts(s.Slice)
	l, _ := db.Longest(s.Slice)
	claimed := [4]int{l.Win.Plies, l.Loss.Plies, l.QuietWin.Plies, l.QuietLoss.Plies}
	var wrong error
	if found := [4]int{s.Win, s.Loss, s.QuietWin, s.QuietLoss}; counts != s.Counts || claimed != found {
		wrong = fmt.Errorf("slice %v: the file claims %+v and %v, the positions are %+v and %v", s.Slice, counts, claimed, s.Counts, found)
	}
	v.verified(s.Positions(), wrong, "%-9s %10d: longest win %3d, longest loss %3d", s.Slice, s.Positions(), s.Win, s.Loss)
}

// Distances answers distances to commands. They come from files of distances, or from the working files
// of a build.
type Distances interface {
	Metric() endgame.Metric
	Distance(p board.Position) egdb.Distance
	Longest(m endgame.Material) (endgame.Longest, bool)
	Counts(m endgame.Material) (endgame.Counts, bool)
	Materials() []endgame.Material
	Close() error
}

// DistanceFlags choose distances.
type DistanceFlags struct {
	DB     string `name:"egdb" help:"Directory with files of distances, or with the working files of a build; without it the distances in the program." placeholder:"DIR" holds:"*"`
	Metric string `help:"dtw (plies to the end) or dtc (plies to a capture or a crowning)." default:"dtw" enum:"dtw,dtc"`
}

// Open opens the distances.
func (f DistanceFlags) Open() (Distances, error) { return OpenDistances(f.Metric, f.DB) }

// OpenDistances opens the distances of a directory, or those in the program if it is empty. Working
// files are used if there are any, because they hold everything that files of distances hold.
func OpenDistances(name, directory string) (Distances, error) {
	metric, err := endgame.ParseMetric(name)
	if err != nil {
		return nil, err
	}
	if directory != "" {
		working, err := generate.OpenWorking(directory, metric)
		if err != nil {
			return nil, err
		}
		if len(working.Materials()) > 0 {
			return generate.NewProber(working), nil
		}
	}
	db, err := egdb.Open(egdb.Options{Metric: egdb.Metric(metric), Directory: directory, Prefer: true, FilesOnly: directory != "", Memory: egdb.DefaultMemory, LeftOut: LeaveOut})
	if err != nil {
		return nil, err
	}
	if len(db.Distances().Slices()) == 0 {
		return nil, errors.Join(fmt.Errorf("no %v distances in %s", metric, Place(directory)), db.Close())
	}
	return distanceFiles{db.Distances(), db}, nil
}

// distanceFiles is files of distances with the values that they belong to.
type distanceFiles struct {
	*egdb.Distances
	db *egdb.DB
}

func (f distanceFiles) Counts(m endgame.Material) (endgame.Counts, bool) { return f.db.CountsOf(m) }

// Materials returns the material of all slices, also with colours exchanged.
func (f distanceFiles) Materials() (all []endgame.Material) {
	for _, s := range f.Slices() {
		all = append(all, s.Materials()...)
	}
	return all
}

func (f distanceFiles) Close() error { return f.db.Close() }

// OpenSound opens the values of a directory by memory map, or those in the program if directory is
// empty. A damaged file is an error.
func OpenSound(directory string) (*egdb.DB, error) {
	return egdb.Open(egdb.Options{ValuesOnly: true, FilesOnly: directory != "", Directory: directory})
}

// OpenFilled opens the values of a directory, those in the program for slices that the directory does not have, and the bounds of
// another directory if it is not empty. A damaged file is an error. Files are in memory as far as egdb.DefaultMemory allows.
func OpenFilled(directory, bounds string) (*egdb.DB, error) {
	return egdb.Open(egdb.Options{ValuesOnly: true, Directory: directory, Bounds: bounds, Prefer: true, Memory: egdb.DefaultMemory})
}

// LeaveOut tells the user that a file is left out.
func LeaveOut(problem error) { fmt.Fprintln(os.Stderr, "left out:", problem) }

// OpenFound opens the values of a directory, and those in the program for slices that the directory
// does not have. It leaves damaged files out and tells the user.
func OpenFound(directory string) (*egdb.DB, error) {
	return egdb.Open(egdb.Options{ValuesOnly: true, Directory: directory, Prefer: true, Memory: egdb.DefaultMemory, LeftOut: LeaveOut})
}

// OpenBounds opens the bounds in a directory, on top of the values in the program and in the directory.
func OpenBounds(directory string) (*egdb.DB, error) {
	if directory == "" {
		return nil, errors.New("bounds: the directory is missing")
	}
	return egdb.Open(egdb.Options{ValuesOnly: true, Directory: directory, Bounds: directory, Memory: egdb.DefaultMemory})
}

// Place returns where databases come from, for messages: the directory, or "the program" if it is
// empty.
func Place(directory string) string {
	if directory == "" {
		return "the program"
	}
	return directory
}

// BoundsText returns what is known of a position, from its bounds.
func BoundsText(low, high board.Result) string {
	switch {
	case low == high:
		return low.String()
	case low == board.Draw:
		return "at least a draw"
	case high == board.Draw:
		return "at most a draw"
	}
	return board.Unknown.String()
}
