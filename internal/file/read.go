package file

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
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

// Matching returns the paths of the files in a folder whose names match a pattern of path.Match, in the order of the names. The name of
// the folder is no pattern, and a folder that cannot be read has no file.
func Matching(folder, pattern string) ([]string, error) {
	paths, err := fs.Glob(os.DirFS(folder), pattern)
	for i, name := range paths {
		paths[i] = filepath.Join(folder, name)
	}
	return paths, err
}

// ReadAtMost returns the data of a file of at most limit bytes. A longer file is an error, and of it no more than one
// byte beyond the limit is read. All errors name the file.
func ReadAtMost(name string, limit int) ([]byte, error) {
	in, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close() // only read
	data, err := readAtMost(in, limit)
	if err != nil && !errors.As(err, new(*fs.PathError)) {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return data, err
}

// readAtMost reads what a file holds to its end, which must come after at most limit bytes.
func readAtMost(in io.Reader, limit int) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, int64(limit)+1))
	if err != nil {
		return nil, err
	}
	if len(data) > limit {
		return nil, fmt.Errorf("the file is too long: it has more than %d bytes", limit)
	}
	return data, nil
}

// CheckBeginning returns an error if a file that is to grow is not empty and begins otherwise than it should. A name without a file, a
// device and a pipe are no errors.
func CheckBeginning(name string, form *regexp.Regexp) error {
	const maximum = 200 // bytes
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return nil // opening it tells what is wrong
	}
	in, err := os.Open(name)
	if err != nil {
		return nil // it may be written all the same
	}
	defer in.Close() // an error is of no use after reading
	head, err := io.ReadAll(io.LimitReader(in, maximum))
	if err == nil && !form.Match(head) {
		err = fmt.Errorf("%s holds something else, which is kept: it does not begin as such a file does", name)
	}
	return err
}

// Check returns an error unless WriteWhole could write a file of the name now: it is for the
// start of long work, whose outcome must not be lost.
func Check(name string) error {
	if name == "" {
		return errors.New("the name of a file is missing")
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a folder, not a file", name)
	case err == nil && info.Mode()&fs.ModeNamedPipe != 0:
		return nil // to open a pipe would wait for its reader
	case err == nil:
		if err := checkWritable(machine{}, name); err != nil || !info.Mode().IsRegular() {
			return err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	name, err = target(machine{}, name)
	if err != nil {
		return err
	}
	return checkFolder(folderOf(name))
}

// checkFolder returns an error unless files can be made in a folder.
func checkFolder(name string) error {
	probe, err := os.CreateTemp(name, ".zonda-probe*")
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("cannot write into the folder %s: %w", filepath.Clean(name), path.Err) // the probe's name says nothing
	}
	if err != nil {
		return err
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// ChecksumBytes is the size of a checksum in a file.
const ChecksumBytes = crc32.Size

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checksum returns the CRC-32C (the polynomial of Castagnoli, as in RFC 3720) of some parts, one behind the other.
func Checksum(parts ...[]byte) (sum uint32) {
	for _, part := range parts {
		sum = crc32.Update(sum, castagnoli, part)
	}
	return sum
}

// AppendChecksum appends the checksum of all data, little-endian, to data and returns the longer slice.
func AppendChecksum(data []byte) []byte {
	return binary.LittleEndian.AppendUint32(data, Checksum(data))
}

// CutChecksum returns data without the checksum at its end, and whether the checksum is that of the bytes before it.
// The body shares the memory of data. It is nil if the checksum is wrong or data is shorter than a checksum.
func CutChecksum(data []byte) (body []byte, ok bool) {
	if len(data) < ChecksumBytes {
		return nil, false
	}
	body, sum := data[:len(data)-ChecksumBytes], data[len(data)-ChecksumBytes:]
	if Checksum(body) != binary.LittleEndian.Uint32(sum) {
		return nil, false
	}
	return body, true
}
