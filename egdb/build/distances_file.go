package build

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/egdb"
)

// The methods of a store.

func (d *Distances) extension() string { return "." + d.metric.String() }

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
		d.put(s)
	}
	return err
}

func (d *Distances) holds(m egdb.Material, data []byte) bool { return false }

func (d *Distances) encode(ctx context.Context, m egdb.Material, threads int) ([]byte, error) {
	return nil, errors.New("not yet")
}
