package solve

import (
	"os"

	"github.com/zonda-checkers/zonda/engine/file"
)

// Save writes r to a file that appears, or replaces the one of that name, whole and
// synced or not at all.
func (r *Record) Save(path string) error { return file.WriteWhole(path, r.Write) }

// Load reads a file that Save wrote.
func Load(path string) (*Record, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // only read
	return ReadRecord(path, file)
}
