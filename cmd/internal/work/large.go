package work

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/zonda-checkers/zonda/internal/file"
)

// inlineMost is the number of bytes up to which a result stands in its message. A server takes messages of 1 MiB.
const inlineMost = 512 << 10

// Share puts data on the server, unless it is there, and returns its checksum, which is its name.
func (l *Link) Share(ctx context.Context, data []byte) (checksum string, err error) {
	sum := sha256.Sum256(data)
	checksum = hex.EncodeToString(sum[:])
	return checksum, l.insist(ctx, largeTimeout, func(ctx context.Context) error {
		if _, err := l.streams.large.GetInfo(ctx, checksum); err == nil {
			return nil
		}
		_, err := l.streams.large.Put(ctx, jetstream.ObjectMeta{Name: checksum}, bytes.NewReader(data))
		return err
	})
}

// largeTimeout bounds the time in which data comes from the server or goes to it.
const largeTimeout = 12 * requestTimeout

// shared returns the data of a checksum from the server.
func (l *Link) shared(ctx context.Context, checksum string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, largeTimeout)
	defer cancel()
	data, err := l.streams.large.GetBytes(ctx, checksum)
	if err != nil {
		return nil, fmt.Errorf("the data %s: %w", checksum, err)
	}
	return data, checkSum(data, checksum)
}

// unshare removes data from the server.
func (l *Link) unshare(ctx context.Context, checksum string) error {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	return l.streams.large.Delete(ctx, checksum)
}

func checkSum(data []byte, checksum string) error {
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != checksum {
		return fmt.Errorf("the data %s is damaged", checksum)
	}
	return nil
}

// Files gives workers the large inputs of pieces. It keeps them in a folder.
type Files struct {
	link   *Link
	folder string
}

// Fetch returns the name of a file with the data of a checksum, which comes from the server only once.
func (f *Files) Fetch(ctx context.Context, checksum, extension string) (string, error) {
	if digest, err := hex.DecodeString(checksum); err != nil || len(digest) != sha256.Size {
		return "", errors.New("a checksum in the piece has not 64 hexadecimal digits")
	}
	if extension != filepath.Ext("f"+extension) || filepath.Base("f"+extension) != "f"+extension {
		return "", errors.New("an extension in the piece is none")
	}
	name := filepath.Join(f.folder, checksum+extension)
	data, err := os.ReadFile(name)
	if err == nil && checkSum(data, checksum) == nil {
		return name, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if data, err = f.link.shared(ctx, checksum); err != nil {
		return "", err
	}
	return name, file.WriteWhole(name, file.Bytes(data))
}
