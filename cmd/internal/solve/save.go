package solve

import (
	"context"
	"io"

	"github.com/zonda-checkers/zonda/internal/file"
)

// Save writes r to a file that appears, or replaces the one of that name, whole and
// synced or not at all.
func (r *Record) Save(path string) error { return file.WriteWhole(path, r.Write) }

// Load reads a file that Save wrote.
func Load(path string) (*Record, error) {
	var r *Record
	err := file.Read(context.Background(), path, func(name string, from io.Reader) (err error) {
		r, err = ReadRecord(name, from)
		return err
	})
	return r, err
}
