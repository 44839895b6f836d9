package work

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
)

// Job says what all pieces of a producer have in common.
type Job struct {
	Needs    Needs
	Priority int    // FirstPriority to LastPriority
	Producer string // see ProducerName
	Abandon  bool   // when the producer ends, workers leave its pieces in progress: nobody will ask for the results
}

// ProducerName returns the name of a command that stores its results at a path. The same command of the same machine
// has the same name when it starts again, and so finds the results that came while it was away.
func ProducerName(kind, path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return ProducerOf(kind, path)
}

// ProducerOf returns the name of a command of this machine that a text tells apart from all others of its kind.
func ProducerOf(kind, text string) (string, error) {
	host, err := os.Hostname()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(kind + "\n" + host + "\n" + text))
	const digits = 16
	return hex.EncodeToString(sum[:])[:digits], nil
}
