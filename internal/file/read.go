package file

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Stdin is the name of a file that stands for the standard input.
const Stdin = "-"

// Read opens a file and calls read with it and with the name for messages. The name Stdin stands for the
// standard input, whose name for messages is "stdin". When ctx ends, reading fails, and Read returns the error of ctx.
func Read(ctx context.Context, name string, read func(name string, from io.Reader) error) error {
	in := os.Stdin
	if name == Stdin {
		name = "stdin"
	} else {
		var err error
		if in, err = os.Open(name); err != nil {
			return err
		}
		defer in.Close() // only read
	}
	from, to := io.Pipe()
	defer from.Close()
	go func() {
		_, err := io.Copy(to, in)
		to.CloseWithError(err)
	}()
	defer context.AfterFunc(ctx, func() { to.CloseWithError(ctx.Err()) })()
	err := read(name, from)
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return ctx.Err()
	}
	return err
}

// Extension returns the extension of a name in lower case. An extension .gz at the end is passed over.
func Extension(name string) string { return strings.ToLower(filepath.Ext(withoutGzip(name))) }

// Stem returns a name without folder and extension. An extension .gz at the end is left out, too.
func Stem(name string) string {
	base := withoutGzip(filepath.Base(name))
	return strings.TrimSuffix(base, filepath.Ext(base))
}

func withoutGzip(name string) string {
	if extension := filepath.Ext(name); strings.EqualFold(extension, ".gz") {
		return strings.TrimSuffix(name, extension)
	}
	return name
}

// ReadAtMost returns the data of a file of at most limit bytes. A longer file is an error, and of it no more than one
// byte beyond the limit is read. All errors name the file.
func ReadAtMost(name string, limit int) ([]byte, error) {
	in, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close() // only read
	return readAtMost(name, in, limit)
}

// readAtMost reads what the file of a name holds to its end, which must come after at most limit bytes. Only the error for
// more bytes names the file.
func readAtMost(name string, in io.Reader, limit int) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, int64(limit)+1))
	if err != nil {
		return nil, err
	}
	if len(data) > limit {
		return nil, fmt.Errorf("%s: the file is too long: it has more than %d bytes", name, limit)
	}
	return data, nil
}
