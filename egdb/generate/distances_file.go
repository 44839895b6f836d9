package generate

import (
	"context"
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/egdb/pack"
)

// file, open, accept and encode are what a store needs.

func (d *Distances) file(m egdb.Material, name string) (busy time.Duration, err error) {
	s := d.slice(m)
	if err := s.save(name, d.metric); err != nil {
		return 0, fmt.Errorf("writing %s: %w", name, err)
	}
	return s.busy, d.open(m, name)
}

func (d *Distances) open(m egdb.Material, name string) error {
	s, err := openDistances(name, m, d.metric)
	if err == nil {
		d.put(s, most(m))
	}
	return err
}

func (d *Distances) accept(m egdb.Material, data []byte) bool {
	s, err := egdb.OpenDistances(m.String(), d.metric, data)
	if err != nil || s.Material != pack.Canonical(m) {
		return false
	}
	for i, m := range s.Materials() {
		longest, known := d.Longest(m)
		if !d.sliceSet.accept(m, s.Counts[i]) || known && longest != s.Longest[i] {
			return false
		}
	}
	return true
}

func (d *Distances) encode(ctx context.Context, m egdb.Material, threads int, _ func(done, total int)) ([]byte, error) {
	data, err := pack.EncodeDistances(ctx, d, m, d.metric, threads)
	if err != nil {
		return nil, err
	}
	s, err := egdb.OpenDistances(m.String(), d.metric, data)
	if err != nil {
		return nil, err
	}
	return data, pack.CheckDistances(ctx, s, d, threads)
}
