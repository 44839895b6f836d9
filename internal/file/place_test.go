//go:build unix

package file

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// content returns what a file holds.
func content(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(data)
}

// mode returns the type and the permissions of what has the name, a link itself.
func mode(t *testing.T, name string) fs.FileMode {
	t.Helper()
	info, err := os.Lstat(name)
	require.NoError(t, err)
	return info.Mode()
}

// A link stays, and the file to which it leads is replaced or made, however many links and folders lie between.
func TestLinksAreFollowed(t *testing.T) {
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	for _, name := range []string{"a", "b", "b/deep"} {
		require.NoError(t, os.Mkdir(path(name), 0o700))
	}
	require.NoError(t, os.Symlink("b/deep", path("folder")))
	links := map[string]struct{ text, file string }{
		"relative":    {"a/one", "a/one"},
		"absolute":    {path("a/two"), "a/two"},
		"chain":       {"relative", "a/one"},
		"a/up":        {"../b/three", "b/three"},
		"through":     {"folder/../four", "b/four"}, // not the folder in which the link to the folder is
		"b/deep/up":   {"../five", "b/five"},
		"overfolders": {"folder/up", "b/five"},
	}
	for link, to := range links {
		require.NoError(t, os.Symlink(to.text, path(link)))
	}
	for link, to := range links {
		for _, text := range []string{link, link + " again"} { // first a file that is not there yet
			require.NoError(t, Check(path(link)), link)
			require.NoError(t, WriteWhole(path(link), Bytes([]byte(text))), link)
			require.Equal(t, fs.ModeSymlink, mode(t, path(link)).Type(), link)
			require.True(t, mode(t, path(to.file)).IsRegular(), link)
			require.Equal(t, text, content(t, path(to.file)))
		}
	}
	t.Chdir(folder)
	require.NoError(t, WriteWhole("relative", Bytes([]byte("from the folder itself"))))
	require.Equal(t, "from the folder itself", content(t, "a/one"))

	require.NoError(t, os.Symlink("none/file", "nowhere"))
	require.NoError(t, os.Symlink("loop", "loop"))
	require.NoError(t, os.Symlink("a", "afolder"))
	for _, name := range []string{"nowhere", "loop", "afolder"} {
		require.Error(t, Check(name), name)
		require.Error(t, WriteWhole(name, Bytes(nil)), name)
		require.Equal(t, fs.ModeSymlink, mode(t, name).Type(), name)
	}
}

// The lock of a link is that of its file: what has two names is written by one program at a time.
func TestLockOfALink(t *testing.T) {
	folder := t.TempDir()
	name, link := filepath.Join(folder, "a"), filepath.Join(folder, "link")
	require.NoError(t, os.Symlink("a", link))
	held, err := Acquire(name, NoWait)
	require.NoError(t, err)
	_, err = Acquire(link, NoWait)
	require.ErrorIs(t, err, ErrLocked)
	require.NoError(t, held.Release())
	left := filepath.Join(folder, ".a123")
	require.NoError(t, os.WriteFile(left, nil, 0o600))
	held, err = Acquire(link, NoWait)
	require.NoError(t, err)
	require.NoFileExists(t, left)
	require.NoError(t, held.Release())
}

func TestModesAreKept(t *testing.T) {
	for _, want := range []fs.FileMode{0o640, 0o600, 0o666, 0o755, 0o200} {
		name := filepath.Join(t.TempDir(), "file")
		require.NoError(t, os.WriteFile(name, nil, 0o600))
		require.NoError(t, os.Chmod(name, want))
		require.NoError(t, WriteWhole(name, Bytes([]byte("new"))))
		require.Equal(t, want, mode(t, name), "%o", want)
	}
	old := syscall.Umask(0o027)
	defer syscall.Umask(old)
	name := filepath.Join(t.TempDir(), "file")
	require.NoError(t, WriteWhole(name, Bytes([]byte("new"))))
	require.Equal(t, fs.FileMode(0o640), mode(t, name), "a new file has what the umask leaves")
}

func TestOwnersAreKept(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only the superuser can give a file to somebody else")
	}
	const owner, group = 12345, 54321
	name := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(name, nil, 0o640))
	require.NoError(t, os.Chown(name, owner, group))
	require.NoError(t, WriteWhole(name, Bytes([]byte("new"))))
	info, err := os.Stat(name)
	require.NoError(t, err)
	status := info.Sys().(*syscall.Stat_t)
	require.EqualValues(t, owner, status.Uid)
	require.EqualValues(t, group, status.Gid)
}

// A file that its owner has protected is not replaced.
func TestProtectedFile(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("the superuser may write every file")
	}
	name := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(name, []byte("old"), 0o400))
	require.ErrorIs(t, Check(name), fs.ErrPermission)
	require.ErrorIs(t, WriteWhole(name, Bytes([]byte("new"))), fs.ErrPermission)
	require.Equal(t, "old", content(t, name))
}

// pipe makes a named pipe and a link to it.
func pipe(t *testing.T) (name, link string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "pipe")
	link = name + ".link"
	require.NoError(t, syscall.Mkfifo(name, 0o600))
	require.NoError(t, os.Symlink("pipe", link))
	return name, link
}

func TestPipesAreWrittenInto(t *testing.T) {
	name, link := pipe(t)
	for _, written := range []string{name, link} {
		require.NoError(t, Check(written), "without a reader")
		read := make(chan string)
		go func() {
			data, _ := os.ReadFile(name)
			read <- string(data)
		}()
		require.NoError(t, WriteWhole(written, Bytes([]byte("through"))))
		require.Equal(t, "through", <-read)
		require.Equal(t, fs.ModeNamedPipe, mode(t, name).Type())
	}
}

func TestDevicesAreWrittenInto(t *testing.T) {
	link := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(os.DevNull, link))
	for _, name := range []string{os.DevNull, link} {
		before := mode(t, name)
		require.NoError(t, Check(name))
		require.NoError(t, WriteWhole(name, Bytes([]byte("lost"))))
		require.Equal(t, before, mode(t, name))
	}
	require.NotZero(t, mode(t, os.DevNull)&fs.ModeDevice)
	if runtime.GOOS == "linux" {
		require.ErrorIs(t, WriteWhole("/dev/full", Bytes([]byte("lost"))), syscall.ENOSPC)
		require.NotZero(t, mode(t, "/dev/full")&fs.ModeDevice)
	}
}

// The standard output under another name goes on where it is: what the program has printed is not overwritten.
func TestStandardOutputByName(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	out, err := os.Create(name)
	require.NoError(t, err)
	old := os.Stdout
	os.Stdout = out
	defer func() { os.Stdout = old }()
	for _, text := range []string{"one ", "three"} {
		require.NoError(t, WriteWhole(name, Bytes([]byte(text))))
		if text == "one " {
			_, err = io.WriteString(out, "two ")
			require.NoError(t, err)
		}
	}
	require.NoError(t, out.Close())
	require.Equal(t, "one two three", content(t, name))
}

// An open file that has no name any more is written by the name of its descriptor.
func TestFileWithoutAName(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("no /proc")
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	require.NoError(t, err)
	defer file.Close()
	_, err = file.WriteString("something longer")
	require.NoError(t, err)
	require.NoError(t, os.Remove(file.Name()))
	descriptor := filepath.Join("/proc/self/fd", strconv.Itoa(int(file.Fd())))
	require.NoError(t, WriteWhole(descriptor, Bytes([]byte("new"))))
	_, err = file.Seek(0, io.SeekStart)
	require.NoError(t, err)
	data, err := io.ReadAll(file)
	require.NoError(t, err)
	require.Equal(t, "new", string(data))
}

// In a folder everything is the same, but nothing outside is reached, and nobody waits.
func TestWriteWholeIn(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "secret")
	require.NoError(t, os.WriteFile(outside, []byte("old"), 0o600))
	name := t.TempDir()
	folder, err := os.OpenRoot(name)
	require.NoError(t, err)
	defer folder.Close()
	write := func(base string) error { return WriteWholeIn(folder, base, Bytes([]byte("new "+base))) }
	path := func(base string) string { return filepath.Join(name, base) }

	require.NoError(t, os.Mkdir(path("sub"), 0o700))
	require.NoError(t, os.WriteFile(path("file"), nil, 0o600))
	require.NoError(t, os.Chmod(path("file"), 0o640))
	require.NoError(t, os.Symlink("sub/new", path("link")))
	for base, target := range map[string]string{"file": "file", "link": "sub/new", "another": "another"} {
		require.NoError(t, write(base))
		require.Equal(t, "new "+base, content(t, path(target)))
	}
	require.Equal(t, fs.FileMode(0o640), mode(t, path("file")))
	require.Equal(t, fs.ModeSymlink, mode(t, path("link")).Type())

	for i, to := range []string{outside, "../" + filepath.Base(filepath.Dir(outside)) + "/secret", "/dev/null"} {
		base := fmt.Sprint("out", i)
		require.NoError(t, os.Symlink(to, path(base)))
		require.ErrorContains(t, write(base), "escapes", to)
	}
	require.Equal(t, "old", content(t, outside))

	require.NoError(t, syscall.Mkfifo(path("pipe"), 0o600))
	require.ErrorIs(t, write("pipe"), syscall.ENXIO, "nobody reads")
	reader, err := os.OpenFile(path("pipe"), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	require.NoError(t, err)
	defer reader.Close()
	require.NoError(t, write("pipe"))
	data := make([]byte, len("new pipe"))
	_, err = io.ReadFull(reader, data)
	require.NoError(t, err)
	require.Equal(t, "new pipe", string(data))
	require.Equal(t, fs.ModeNamedPipe, mode(t, path("pipe")).Type())
}

func TestSame(t *testing.T) {
	folder := t.TempDir()
	a, b, link, open := filepath.Join(folder, "a"), filepath.Join(folder, "b"), filepath.Join(folder, "link"), filepath.Join(folder, "open")
	require.NoError(t, os.WriteFile(a, nil, 0o600))
	require.NoError(t, os.WriteFile(b, nil, 0o600))
	require.NoError(t, os.Symlink("a", link))
	require.NoError(t, os.Symlink("new", open))
	require.True(t, Same(a, link))
	require.True(t, Same(open, folder+"/./new"), "the file does not exist")
	require.False(t, Same(a, b))
	require.False(t, Same(a, folder+"/new"))
	require.False(t, Same(os.DevNull, os.DevNull))
}
