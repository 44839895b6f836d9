package main_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The tests here load the real library into a real host, under Wine: host.c in testdata
// calls, the tests judge. They are skipped where the tools are not installed; on Debian
// these are the packages gcc-mingw-w64-x86-64, gcc-mingw-w64-i686 and wine.

// bench is where libraries are tried: a folder as CheckerBoard has it, and a Wine of our
// own.
type bench struct {
	wine   string // the program
	prefix string // Wine's folder
	folder string // the host's: host.exe and engines
	dll    string // name of the library without its ending
}

// bits are the two worlds of Windows programs.
type bits struct {
	name, compiler, dll string
	system              string // the folder of their system libraries, below Wine's
}

var worlds = []bits{
	{"64", "x86_64-w64-mingw32-gcc", "zonda64", "drive_c/windows/system32"},
	{"32", "i686-w64-mingw32-gcc", "zonda", "drive_c/windows/syswow64"},
}

// patience is how long something may take that should come at once, on the slowest machine;
// hangingOn, how long Wine's own processes may keep a dead program's output open.
const (
	patience  = time.Minute
	hangingOn = 5 * time.Second
)

func TestUnderWine(t *testing.T) {
	if testing.Short() {
		t.Skip("the library under Wine: not in short runs")
	}
	readSources(t)
	wine := findWine()
	if wine == "" {
		t.Skip("the library under Wine: wine is not installed")
	}
	prefix := makeWine(t, wine)
	for _, world := range worlds {
		t.Run(world.name, func(t *testing.T) {
			b := setUp(t, bench{wine: wine, prefix: prefix, folder: t.TempDir(), dll: world.dll}, world)
			t.Run("Commands", func(t *testing.T) { testCommands(t, b) })
			t.Run("SettingsAreKept", func(t *testing.T) { testSettingsAreKept(t, b) })
			t.Run("Moves", func(t *testing.T) { testMoves(t, b) })
			t.Run("Games", func(t *testing.T) { testGames(t, b) })
			t.Run("Clocks", func(t *testing.T) { testClocks(t, b) })
			t.Run("PlayNow", func(t *testing.T) { testPlayNow(t, b) })
			t.Run("LoadedAgain", func(t *testing.T) { testLoadedAgain(t, b) })
			t.Run("Nonsense", func(t *testing.T) { testNonsense(t, b) })
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
	// Its output is not read: Wine's server would keep that open beyond its end.
	if err := b.command("wineboot.exe", "-i").Run(); err != nil {
		t.Skipf("the library under Wine: no Wine to be made: %s", err)
	}
	return b.prefix
}

// remove ends this Wine, and no other, and takes its folder away, into which its server
// still writes for a moment.
func (b bench) remove() {
	_ = b.command("wineboot.exe", "-k").Run()
	for range 50 {
		if os.RemoveAll(b.prefix) == nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// setUp builds library and host, and gives Wine what it lacks. It skips the test if
// something is not installed.
func setUp(t *testing.T, b bench, world bits) bench {
	if _, err := exec.LookPath(world.compiler); err != nil {
		t.Skipf("the library under Wine: %s is not installed", world.compiler)
	}
	compile := func(arguments ...string) {
		t.Helper()
		out, err := exec.Command(world.compiler, arguments...).CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	compile("-O1", "-o", filepath.Join(b.folder, "host.exe"), "testdata/host.c")
	greeting := b.command("host.exe")
	greeting.Stdin = strings.NewReader("sleep 0\n")
	greeting.WaitDelay = hangingOn
	if out, err := greeting.Output(); err != nil && !errors.Is(err, exec.ErrWaitDelay) || !strings.HasPrefix(string(out), "ok") {
		t.Skipf("the library under Wine: this Wine runs no %s-bit programs", world.name)
	}
	system := filepath.Join(b.prefix, world.system)
	compile("-shared", "-o", filepath.Join(system, "bcryptprimitives.dll"), "testdata/bcryptprimitives.c", "-ladvapi32")

	out, err := exec.Command("../../.ci/dll", filepath.Join(b.folder, "engines"), world.name).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return b
}

// command returns a Windows program in the host's folder, not begun yet.
func (b bench) command(program string, arguments ...string) *exec.Cmd {
	c := exec.Command(b.wine, append([]string{program}, arguments...)...)
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
			out, err := exec.Command("../../.ci/dll", folder, world.name).CombinedOutput()
			require.NoError(t, err, "%s", out)
			require.Empty(t, string(out), "a warning")
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
