package generate

import (
	"context"
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/egdb/pack"
)

// file, open, accept and encode are what a store needs.

func (v *Values) file(m egdb.Material, name string) (busy time.Duration, err error) {
	s := v.slice(m)
	if err := s.save(name); err != nil {
		return 0, fmt.Errorf("writing %s: %w", name, err)
	}
	return s.busy, v.open(m, name)
}

func (v *Values) open(m egdb.Material, name string) error {
	s, err := openValues(name, m)
	if err == nil {
		v.put(s, most(m))
	}
	return err
}

func (v *Values) accept(m egdb.Material, data []byte) bool {
	s, err := egdb.OpenSlice(m.String(), data)
	if err != nil || s.Material != pack.Canonical(m) {
		return false
	}
	for i, m := range s.Materials() {
		if !v.sliceSet.accept(m, s.Counts[i]) {
			return false
		}
	}
	return true
}

func (v *Values) encode(ctx context.Context, m egdb.Material, threads int, step func(done, total int)) ([]byte, error) {
	return pack.Encode(ctx, v, m, pack.Options{Workers: threads, Census: v.Counts, Step: step})
}
