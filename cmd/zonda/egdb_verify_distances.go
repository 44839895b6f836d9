package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/egdb/verify"
)

// distances verifies distances.
func (c *egdbVerifyCommand) distances(ctx context.Context) error {
	db, err := openDistances(c.Metric, c.Dir)
	if err != nil {
		return err
	}
	defer db.Close()
	var materials []egdb.Material
	for _, m := range db.Materials() {
		if c.Pieces == 0 || m.Pieces() <= c.Pieces {
			materials = append(materials, m)
		}
	}
	if len(materials) == 0 {
		return fmt.Errorf("no slices to verify in %s", place(c.Dir))
	}
	v := distanceVerification{out: newMeter(os.Stdout), db: db}
	began := time.Now()
	err = verify.RunDistances(ctx, db, materials, verify.Options{
		Threads: c.Threads, Memory: uint64(c.Memory) << 20,
		Report: func(p verify.Progress) {
			v.out.step(fmt.Sprintf("%v %v", p.Slice, p.Phase), "positions", p.Done, p.Total)
		},
	}, v.summary)
	v.out.clear()
	switch {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("interrupted after %d slices, which were sound", v.slices)
	case err != nil || v.failed != nil:
		return errors.Join(err, v.failed)
	}
	return v.out.line("sound: %d slices, %d positions, %.1f s", v.slices, v.positions, time.Since(began).Seconds())
}

// distanceVerification prints what is verified.
type distanceVerification struct {
	out       *meter
	db        distances
	slices    int
	positions uint64
	failed    error
}

// summary prints a line about a verified slice that is as its file says.
func (v *distanceVerification) summary(s verify.DistanceSummary) {
	v.slices++
	v.positions += s.Positions()
	counts, _ := v.db.Counts(s.Slice)
	l, _ := v.db.Longest(s.Slice)
	claimed := [4]int{l.Win.Plies, l.Loss.Plies, l.QuietWin.Plies, l.QuietLoss.Plies}
	if found := [4]int{s.Win, s.Loss, s.QuietWin, s.QuietLoss}; counts != s.Counts || claimed != found {
		v.failed = errors.Join(v.failed, fmt.Errorf("slice %v: the file claims %+v and %v, the positions are %+v and %v",
			s.Slice, counts, claimed, s.Counts, found))
		return
	}
	if v.failed == nil {
		v.failed = v.out.line("%-9s %10d: longest win %3d, longest loss %3d", s.Slice, s.Positions(), s.Win, s.Loss)
	}
}
