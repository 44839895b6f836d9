package file

import (
	"fmt"
	"io"
	"os"
)

// ReadAtMost returns the data of a file of at most limit bytes. A longer file is an error, and of it no more than one
// byte beyond the limit is read. All errors name the file.
func ReadAtMost(name string, limit int) ([]byte, error) {
	in, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close() // only read
	data, err := io.ReadAll(io.LimitReader(in, int64(limit)+1))
	if err != nil {
		return nil, err
	}
	if len(data) > limit {
		return nil, fmt.Errorf("%s: the file is too long: it has more than %d bytes", name, limit)
	}
	return data, nil
}
