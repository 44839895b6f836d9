package file

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
)

// Digest returns the SHA-256 of a file, as text.
func Digest(path string) (string, error) {
	in, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer in.Close() // only read
	sum := sha256.New()
	if _, err := io.Copy(sum, in); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
