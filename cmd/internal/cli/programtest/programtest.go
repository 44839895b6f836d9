// Package programtest starts the program of cmd/zonda for the tests of the packages that do its commands' work, and tells what
// it says. A test of such a package has
//
//	func TestMain(m *testing.M) { os.Exit(programtest.Main(m)) }
//
// so that journals of the program do not go into the folders of the person who runs the tests.
package programtest

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/internal/file"
)

const (
	// Long is the environment variable that switches the deep tests on.
	Long = "ZONDA_LONG"

	// buildTime bounds how long the tests of a package wait for those of another to build the program.
	buildTime = 10 * time.Minute
)

// own is the folder that Main makes.
var own string

// Main runs the tests of a package with a folder of their own for what the program keeps, and returns the exit status. The go
// command, which builds the program, keeps its cache.
func Main(m *testing.M) int {
	folder, err := os.MkdirTemp("", "zonda")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	own = folder
	builds, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		panic(err)
	}
	for name, value := range map[string]string{
		"GOCACHE": strings.TrimSpace(string(builds)), "XDG_CACHE_HOME": folder, "LocalAppData": folder,
	} {
		if err := os.Setenv(name, value); err != nil {
			panic(err)
		}
	}
	return m.Run()
}

// Program returns the path of the program, which is built at the first call: in one place for all packages, so that it is linked
// once. A short test is skipped, as the race detector does not see what the program does.
func Program(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("the test starts the program")
	}
	program, err := build()
	require.NoError(t, err)
	return program
}

var build = sync.OnceValues(func() (string, error) {
	root, err := Root()
	if err != nil {
		return "", err
	}
	if err := lookAtSources(root); err != nil {
		return "", err
	}
	// The lock is not beside the program: the go command would take the change of that folder for one of the sources.
	lock, err := file.Acquire(filepath.Join(os.TempDir(), "zonda-test-"+strconv.Itoa(os.Getuid())), buildTime)
	if err != nil {
		return "", err
	}
	name := "zonda"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	program := filepath.Join(root, "bin", "test", name)
	command := exec.Command("go", "build", "-pgo=off", "-ldflags=-s -w", "-o", program, "./cmd/zonda")
	command.Dir = root
	said, err := command.CombinedOutput()
	if err != nil {
		err = errors.New(string(said) + err.Error())
	}
	return program, errors.Join(err, lock.Release())
})

// Root returns the folder of the module: the one with go.mod above the folder of the package under test.
func Root() (string, error) {
	folder, err := os.Getwd()
	for err == nil {
		if _, err = os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder, nil
		}
		if above := filepath.Dir(folder); above != folder {
			folder, err = above, nil
		}
	}
	return "", err
}

// lookAtSources looks into every folder of the module, so that the go command does not take the result of a test from its
// cache when the program, which it does not see, has changed.
func lookAtSources(root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == ".git" || d.Name() == "bin") {
			return filepath.SkipDir
		}
		return err
	})
}

// Output runs a program and returns what it prints, and its exit status.
func Output(t testing.TB, program string, arguments ...string) (stdout, stderr string, status int) {
	t.Helper()
	return run(t, exec.Command(program, arguments...))
}

// Fed runs the program with a text on its standard input, and returns what it prints and its exit status.
func Fed(t testing.TB, input string, arguments ...string) (stdout, stderr string, status int) {
	t.Helper()
	command := exec.Command(Program(t), arguments...)
	command.Stdin = strings.NewReader(input)
	return run(t, command)
}

func run(t testing.TB, command *exec.Cmd) (stdout, stderr string, status int) {
	t.Helper()
	var out, errs bytes.Buffer
	command.Stdout, command.Stderr = &out, &errs
	if err := command.Run(); err != nil {
		var exit *exec.ExitError
		require.ErrorAs(t, err, &exit)
		status = exit.ExitCode()
	}
	t.Cleanup(func() {
		if t.Failed() && status != 0 {
			t.Logf("%s ended with status %d and said: %s", command, status, errs.String())
		}
	})
	return out.String(), errs.String(), status
}

// Succeed runs the program, which must end well.
func Succeed(t testing.TB, arguments ...string) {
	t.Helper()
	_, stderr, status := Output(t, Program(t), arguments...)
	require.Zero(t, status, stderr)
}

// ReadUntil reads lines until one begins with a text.
func ReadUntil(t testing.TB, out io.Reader, begin string) {
	t.Helper()
	var line []byte
	one := make([]byte, 1)
	for {
		_, err := out.Read(one)
		require.NoError(t, err, "waiting for %q", begin)
		if line = append(line, one[0]); one[0] != '\n' {
			continue
		}
		if bytes.HasPrefix(line, []byte(begin)) {
			return
		}
		line = nil
	}
}

// ReadFile returns the text of a file.
func ReadFile(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

// WriteGames writes a PDN file and returns its name.
func WriteGames(t testing.TB, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games.pdn")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// RequireLines checks that a text fits its columns and holds nothing for terminals.
func RequireLines(t testing.TB, text string) {
	t.Helper()
	const width = 110
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if strings.ContainsRune(line, filepath.Separator) {
			continue // paths have any length
		}
		require.LessOrEqual(t, utf8.RuneCountInString(line), width, line)
		require.NotContains(t, line, "\x1b")
		require.NotContains(t, line, "\r")
	}
}
