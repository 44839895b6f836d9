package main_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The tests here load the real library into a real host, under Wine: host.c in testdata
// calls, the tests judge. They are skipped where the tools are not installed; on Debian
// these are the packages gcc-mingw-w64-x86-64, gcc-mingw-w64-i686 and wine, and wine32:i386
// for the library of 32 bits. Nothing is added to this Wine: the library must do with what
// Wine has.

// bench is where libraries are tried: a folder as CheckerBoard has it, and a Wine of our
// own.
type bench struct {
	wine   string // the program
	prefix string // Wine's folder
	folder string // the host's: host.exe and engines
	dll    string // name of the library without its ending
}

// bits are the two worlds of Windows programs.
type bits struct{ name, processor, compiler, dll string }

var worlds = []bits{
	{"64", "amd64", "x86_64-w64-mingw32-gcc", "zonda64"},
	{"32", "386", "i686-w64-mingw32-gcc", "zonda"},
}

// patience is how long something may take that should come at once, on the slowest machine;
// starting, how long Wine may take to set up its folder; hangingOn, how long Wine's own
// processes may keep a dead program's output open.
const (
	patience  = time.Minute
	starting  = 3 * time.Minute
	hangingOn = 5 * time.Second
)

// enough skips a test if so little time is left before the go command ends all tests that
// a slow machine could fail them.
func enough(t *testing.T) {
	t.Helper()
	if end, limited := t.Deadline(); limited && time.Until(end) < 2*patience {
		t.Skip("the library under Wine: this machine has no time left for it")
	}
}

// wineTests names the environment variable that turns on the tests under Wine, which take minutes. The variable of the
// long tests turns them on too.
const (
	wineTests = "ZONDA_WINE"
	longTests = "ZONDA_LONG"
)

// onlyWhenAsked skips a test that builds the libraries, which takes minutes, unless one of the variables is set.
func onlyWhenAsked(t *testing.T) {
	t.Helper()
	if os.Getenv(wineTests) == "" && os.Getenv(longTests) == "" {
		t.Skip("builds the libraries: make test-wine runs it")
	}
}

func TestUnderWine(t *testing.T) {
	onlyWhenAsked(t)
	readSources(t)
	wine := findWine()
	if wine == "" {
		t.Skip("the library under Wine: wine is not installed")
	}
	prefix := makeWine(t, wine)
	for _, world := range worlds {
		t.Run(world.name, func(t *testing.T) {
			enough(t)
			b := setUp(t, bench{wine: wine, prefix: prefix, folder: t.TempDir(), dll: world.dll}, world)
			for _, part := range []struct {
				name string
				test func(*testing.T, bench)
			}{
				{"Random", func(t *testing.T, b bench) { testRandom(t, b, world) }},
				{"Commands", testCommands},
				{"SettingsAreKept", testSettingsAreKept},
				{"Moves", testMoves},
				{"Games", testGames},
				{"Clocks", testClocks},
				{"PlayNow", testPlayNow},
				{"AskedAtOnce", testAskedAtOnce},
				{"LoadedAgain", testLoadedAgain},
				{"Nonsense", testNonsense},
			} {
				t.Run(part.name, func(t *testing.T) {
					enough(t)
					part.test(t, b)
				})
			}
		})
	}
}

// readSources looks into every folder of the module, so that the go command does not take
// the result of a test from its cache when the library, which it does not see, has changed.
func readSources(t *testing.T) {
	t.Helper()
	require.NoError(t, filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if name := d.Name(); err == nil && d.IsDir() && (name == ".git" || name == "bin") {
			return filepath.SkipDir
		}
		return err
	}))
}

// findWine returns the program that runs Windows programs, empty if there is none. Debian
// keeps it out of the path.
func findWine() string {
	for _, name := range []string{"wine", "wine64", "/usr/lib/wine/wine64"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// makeWine returns the folder of a Wine of our own, ended with the test. It skips the test
// if there is none to be made.
func makeWine(t *testing.T, wine string) string {
	prefix, err := os.MkdirTemp("", "zonda-wine")
	require.NoError(t, err)
	b := bench{wine: wine, prefix: prefix, folder: t.TempDir()}
	t.Cleanup(b.remove)
	ctx, cancel := context.WithTimeout(context.Background(), starting)
	defer cancel()
	// Its output is not read: Wine's server would keep that open beyond its end.
	if err := b.command(ctx, "wineboot.exe", "-i").Run(); err != nil {
		t.Skipf("the library under Wine: no Wine to be made: %s", err)
	}
	return b.prefix
}

// remove ends this Wine, and no other, and takes its folder away, into which its server
// still writes for a moment.
func (b bench) remove() {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	_ = b.command(ctx, "wineboot.exe", "-k").Run()
	for range 50 {
		if os.RemoveAll(b.prefix) == nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// setUp builds library and host. It skips the test if something is not installed.
func setUp(t *testing.T, b bench, world bits) bench {
	if _, err := exec.LookPath(world.compiler); err != nil {
		t.Skipf("the library under Wine: %s is not installed", world.compiler)
	}
	b.mustRun(t, world)
	build(t, filepath.Join(b.folder, "engines"), world)
	return b
}

// mustRun builds the host. It skips the test if this Wine does not run it.
func (b bench) mustRun(t *testing.T, world bits) {
	t.Helper()
	out, err := exec.Command(world.compiler, "-O1", "-o", filepath.Join(b.folder, "host.exe"), "testdata/host.c").CombinedOutput()
	require.NoError(t, err, "%s", out)
	if answer, err := b.output(t, "host.exe", "sleep 0\n"); err != nil || !strings.HasPrefix(answer, "ok") {
		t.Skipf("the library under Wine: this Wine runs no programs of %s bits; on Debian the package wine32:i386 runs those of 32", world.name)
	}
}

// output runs a Windows program to its end and returns what it prints.
func (b bench) output(t *testing.T, program, input string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	c := b.command(ctx, program)
	c.Stdin = strings.NewReader(input)
	c.WaitDelay = hangingOn
	out, err := c.Output()
	return string(out), failure(err)
}

// failure returns the error of a Windows program's run. It returns nil where the fault is Wine's: where processes of
// Wine keep the output open, and where the process ends by the signal SIGSEGV.
//
// Wine 8 of 32 bits ends one to six of a hundred runs by that signal if a program ends while one of its threads starts.
// A program in C that only starts a thread and ends shows it too; if that program waits for 200 ms before it ends, all
// runs end well. The cause is in Wine's ntdll.so: a signal that ends the thread arrives while the thread answers
// another signal, and NtCurrentTeb reads the register gs, which is still 0. A fault of the Windows program itself is
// no signal: Wine then ends the process with an exit status, which is an error here.
func failure(err error) error {
	var exit *exec.ExitError
	if errors.Is(err, exec.ErrWaitDelay) {
		return nil
	}
	if errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGSEGV {
		return nil
	}
	return err
}

// testRandom runs a program that is built with cmd/internal/cli/prng, as the library is: its
// random bytes must be other ones in each run.
func testRandom(t *testing.T, b bench, world bits) {
	c := exec.Command("go", "build", "-trimpath", "-o", filepath.Join(b.folder, "random.exe"), "./testdata/random")
	c.Env = append(os.Environ(), "CGO_ENABLED=1", "GOOS=windows", "GOARCH="+world.processor, "GOAMD64=v1", "CC="+world.compiler)
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	seen := map[string]bool{}
	for range 2 {
		text, err := b.output(t, "random.exe", "")
		require.NoError(t, err, text)
		require.Regexp(t, `^[0-9a-f]{16} [0-9a-f]{32}\s*$`, text)
		for number := range strings.FieldsSeq(text) {
			require.False(t, seen[number], "%s came twice", number)
			require.NotRegexp(t, "^0+$", number)
			seen[number] = true
		}
	}
}

// build builds the library into a folder and returns what the tools said. It skips the test
// where that takes all the time there is.
func build(t *testing.T, folder string, world bits) string {
	t.Helper()
	ctx := t.Context()
	if end, limited := t.Deadline(); limited {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end.Add(-patience))
		defer cancel()
	}
	c := exec.CommandContext(ctx, "../../.ci/dll", folder, world.name)
	c.WaitDelay = hangingOn
	out, err := c.CombinedOutput()
	if ctx.Err() != nil {
		t.Skip("the library under Wine: this machine has no time to build it")
	}
	require.NoError(t, err, "%s", out)
	return string(out)
}

// command returns a Windows program in the host's folder, not begun yet, that is killed when
// ctx ends.
func (b bench) command(ctx context.Context, program string, arguments ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, b.wine, append([]string{program}, arguments...)...)
	c.Dir = b.folder
	c.Env = append(os.Environ(), "WINEPREFIX="+b.prefix, "WINEDEBUG=-all", "WINEDLLOVERRIDES=mscoree,mshtml,winedbg.exe=", "DISPLAY=")
	return c
}

// copyOf puts a copy of the library beside it, and returns the copy's name.
func (b bench) copyOf(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(b.folder, "engines", b.dll+".dll"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(b.folder, "engines", name+".dll"), data, 0o755))
	return name
}

// settings returns the files in which libraries keep their settings.
func (b bench) settings(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(b.prefix, "drive_c/users/*/AppData/Roaming/zonda/*.json"))
	require.NoError(t, err)
	return files
}

// TestNamesAreExported plainly, also from the library whose functions have other names
// inside.
func TestNamesAreExported(t *testing.T) {
	onlyWhenAsked(t)
	if testing.Short() {
		t.Skip("the library's names: not in short runs")
	}
	readSources(t)
	for _, world := range worlds {
		t.Run(world.name, func(t *testing.T) {
			if _, err := exec.LookPath(world.compiler); err != nil {
				t.Skipf("the library's names: %s is not installed", world.compiler)
			}
			folder := t.TempDir()
			enough(t)
			require.Empty(t, build(t, folder, world), "a warning")
			dump := strings.TrimSuffix(world.compiler, "gcc") + "objdump"
			table, err := exec.Command(dump, "-p", filepath.Join(folder, world.dll+".dll")).Output()
			require.NoError(t, err)
			for _, name := range []string{"getmove", "enginecommand", "islegal", "enginename"} {
				require.Regexp(t, `(?m)^\s*\[ *\d+\].*\s`+name+`\s*$`, string(table))
			}
			require.NotRegexp(t, `DLL Name: (?i:lib.*)`, string(table), "one file is the whole installation")
		})
	}
}

func TestFailureIsNotOfWine(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell to end by a signal")
	}
	run := func(script string) error { return exec.Command(shell, "-c", script).Run() }
	require.NoError(t, failure(run("exit 0")))
	require.NoError(t, failure(run("kill -SEGV $$")))
	require.Error(t, failure(run("exit 5")), "the status after an access violation under Wine")
	require.Error(t, failure(run("kill -KILL $$")))
	require.Error(t, failure(context.DeadlineExceeded))
}
