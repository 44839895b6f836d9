package tree

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/zonda-checkers/zonda/internal/file"
)

// Backup copies the store to a file, which must not exist, as it is at one moment. It reads the copy again and compares
// it with what was written.
func (s *Store) Backup(name string) error {
	if _, err := os.Stat(name); err == nil {
		return fmt.Errorf("%s exists", name)
	}
	written := sha256.New()
	err := s.view(func(r *reader) error {
		return file.WriteWhole(name, func(to io.Writer) error {
			_, err := r.tx.WriteTo(io.MultiWriter(to, written))
			return err
		})
	})
	if err != nil {
		return err
	}
	same, err := hasSum(name, written.Sum(nil))
	if err == nil && !same {
		err = fmt.Errorf("%s differs from what was written: the disk is not to be trusted", name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return nil
}

// hasSum reports whether a file has a SHA-256 sum.
func hasSum(name string, sum []byte) (bool, error) {
	from, err := os.Open(name)
	if err != nil {
		return false, err
	}
	defer from.Close() // only read
	have := sha256.New()
	if _, err := io.Copy(have, from); err != nil {
		return false, err
	}
	return string(have.Sum(nil)) == string(sum), nil
}
