package cli

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/pprof"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/internal/pattern"
)

// CacheFolder returns a folder of the user's cache for files of one kind, which may be lost; it makes the folder.
func CacheFolder(name string) (string, error) { return userFolder(os.UserCacheDir, name) }

// ConfigFolder returns a folder of the user's configuration for files of one kind; it makes the folder.
func ConfigFolder(name string) (string, error) { return userFolder(os.UserConfigDir, name) }

// ResumePath returns the path of a file that keeps an interrupted run in a folder of the user's cache. The name is a digest of what the run
// depends on, which must be written to JSON, so that the same command finds it.
func ResumePath(folder, extension string, run ...any) (string, error) {
	folder, err := CacheFolder(folder)
	if err != nil {
		return "", err
	}
	data, err := json.Marshal(run)
	sum := sha256.Sum256(data)
	const length = 10 // bytes
	return filepath.Join(folder, hex.EncodeToString(sum[:length])+extension), err
}

// ProgramDigest returns the digest of this program.
func ProgramDigest() (string, error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	return file.Digest(program)
}

func userFolder(parent func() (string, error), name string) (string, error) {
	above, err := parent()
	if err != nil {
		return "", err
	}
	folder := filepath.Join(above, "zonda", name)
	const permissions = 0o755
	return folder, os.MkdirAll(folder, permissions)
}

// NotAnInput returns an error if a file to be written is one of those that are read. The input file.Stdin is the standard
// input. Devices and pipes may be both.
func NotAnInput(path string, inputs []string) error {
	old, err := os.Stat(path)
	if err != nil || !old.Mode().IsRegular() {
		return nil // the file does not exist yet; any other error shows when it is written
	}
	for _, name := range inputs {
		stat := os.Stdin.Stat
		if name != file.Stdin {
			stat = func() (fs.FileInfo, error) { return os.Stat(name) }
		}
		if in, err := stat(); err == nil && os.SameFile(old, in) {
			return fmt.Errorf("%s is one of the files to read, which is not overwritten", path)
		}
	}
	return nil
}

// CheckFolders returns an error if the folder of a file that is to be written does not exist. An empty path is no file.
func CheckFolders(paths ...string) error {
	for _, path := range paths {
		if path == "" {
			continue
		}
		if _, err := os.Stat(filepath.Dir(path)); err != nil {
			return err
		}
	}
	return nil
}

// FileFlag is a flag that names a file.
type FileFlag struct{ Name, Path string }

// CheckFiles returns an error if two flags name the same file, or if the folder of a file does not exist. A flag
// without a path was not given.
func CheckFiles(flags ...FileFlag) error {
	users := map[string]string{}
	for _, f := range flags {
		if f.Path == "" {
			continue
		}
		path, err := filepath.Abs(f.Path)
		if err != nil {
			return fmt.Errorf("--%s: %w", f.Name, err)
		}
		if other := users[path]; other != "" {
			return fmt.Errorf("--%s and --%s are the same file, %s", other, f.Name, f.Path)
		}
		users[path] = f.Name
		if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
			return fmt.Errorf("--%s %s: there is no such folder", f.Name, f.Path)
		}
	}
	return nil
}

// Transcript is a file of all lines that are exchanged with other programs. It may be used by several goroutines.
type Transcript struct {
	mu    sync.Mutex
	file  *os.File
	out   *bufio.Writer // keeps the first failure to write
	begin time.Time
}

// firstLine has the form of the lines of a transcript.
var firstLine = pattern.Of(`^\d+\.\d{3} `)

// OpenTranscript opens the file to write to its end, and returns nil if the path is empty. A file that begins with anything but a line
// of a transcript, such as one of games, is an error.
func OpenTranscript(path string) (*Transcript, error) {
	if path == "" {
		return nil, nil
	}
	if err := file.CheckBeginning(path, firstLine()); err != nil {
		return nil, fmt.Errorf("log: %w", err)
	}
	const permissions = 0o644
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, permissions)
	if err != nil {
		return nil, fmt.Errorf("log: %w", err)
	}
	return &Transcript{file: file, out: bufio.NewWriter(file), begin: time.Now()}, nil
}

// Line writes a line with its time in seconds since the beginning.
func (t *Transcript) Line(engine, direction, text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, _ = fmt.Fprintf(t.out, "%.3f %s %s %s\n", time.Since(t.begin).Seconds(), engine, direction, text) // Close returns the failure
}

// Flush writes to the file what is still in memory, so that it is not lost however the program ends.
func (t *Transcript) Flush() {
	t.mu.Lock()
	defer t.mu.Unlock()
	_ = t.out.Flush() // Close returns the failure
}

// Close writes what is still in memory and returns the first failure.
func (t *Transcript) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return errors.Join(t.out.Flush(), t.file.Close())
}

// Profiled runs work and writes a CPU profile to a file, for the compiler
// (default.pgo) and for go tool pprof; without a name it only runs work.
func Profiled(name string, work func() error) error {
	if name == "" {
		return work()
	}
	out, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(out); err != nil {
		return errors.Join(err, out.Close())
	}
	err = work()
	pprof.StopCPUProfile()
	return errors.Join(err, out.Close())
}
