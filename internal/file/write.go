package file

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// WriteWhole writes a file with what write puts into it, and replaces an older file of the name. The data
// goes to a temporary file in the same folder, is synced to the disk, and gets the name by a rename, which
// is atomic except on Windows. With the first error the file is left as it was. A program that is killed
// while it writes leaves the temporary file; see RemoveUnfinished.
//
// A symbolic link stays, and the file to which it leads is replaced. The new file has the permissions of the old one
// and, where the operating system allows it, its owner. A file that must not be written is not replaced. A device or a pipe is
// written into: what is written before an error stays. So is the standard output under another name, as /dev/stdout.
func WriteWhole(name string, write func(io.Writer) error) error {
	return writeWhole(machine{}, name, 0, write)
}

// WriteWholeIn writes a file of a folder as WriteWhole does. A name or a link that leads out of the folder is an
// error. WriteWholeIn does not wait for a reader of a pipe: a pipe without a reader is an error.
func WriteWholeIn(folder *os.Root, name string, write func(io.Writer) error) error {
	return writeWhole(folder, name, nonBlocking, write)
}

func writeWhole(in place, name string, flags int, write func(io.Writer) error) error {
	old, err := in.Stat(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if out := openAlready(old); out != nil {
		return write(out)
	}
	if old != nil && !old.Mode().IsRegular() {
		return writeInto(in, name, flags, write)
	}
	target, err := target(in, name)
	if err != nil {
		return err
	}
	if old != nil {
		if _, err := in.Stat(target); errors.Is(err, fs.ErrNotExist) { // an open file without a name, as /proc/self/fd has
			return writeInto(in, name, flags|os.O_TRUNC, write)
		}
		if err := checkWritable(in, target); err != nil {
			return err
		}
	}
	folder, err := in.OpenRoot(folderOf(target))
	if err != nil {
		return err
	}
	defer folder.Close() // nothing is written to it
	base := filepath.Base(target)
	return withName(name, base, replace(folder, base, old, write))
}

// openAlready returns the standard output or the standard error if it is the file, else nil.
func openAlready(file fs.FileInfo) *os.File {
	for _, out := range []*os.File{os.Stdout, os.Stderr} {
		if info, err := out.Stat(); err == nil && file != nil && os.SameFile(info, file) {
			return out
		}
	}
	return nil
}

// writeInto writes to what has the name, and replaces nothing.
func writeInto(in place, name string, flags int, write func(io.Writer) error) error {
	file, err := in.OpenFile(name, os.O_WRONLY|flags, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}

// replace writes a file of a folder. The file takes the place of old; old is nil if there is none.
func replace(folder *os.Root, base string, old fs.FileInfo, write func(io.Writer) error) (err error) {
	file, err := newPending(folder, base, old)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = file.Cleanup() // the first error is what matters
		}
	}()
	if err := write(file); err != nil {
		return err
	}
	if err := file.CloseAtomicallyReplace(); err != nil {
		return err
	}
	return syncFolder(folder)
}

// withName returns an error about a temporary file for base as one about the file of the name.
func withName(name, base string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) && isUnfinished(filepath.Base(path.Path), base) {
		return &fs.PathError{Op: path.Op, Path: name, Err: path.Err}
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return &fs.PathError{Op: "replace", Path: name, Err: link.Err}
	}
	return err
}

// OpenEnd opens or creates a file to write at its end. It reports whether the file keeps what is written, so that it can be
// read: a device or a pipe does not, and OpenEnd waits for the reader of a pipe.
func OpenEnd(name string) (file *os.File, keeps bool, err error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		file, err = os.OpenFile(name, os.O_WRONLY, 0)
		return file, false, err
	}
	const permissions = 0o644
	file, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, permissions)
	return file, true, err
}

// Bytes returns a function that writes data.
func Bytes(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// RemoveUnfinished removes the temporary files that killed programs left of a file. The temporary file of a living writer is
// locked, or the operating system lets nobody remove it (Windows): it stays.
func RemoveUnfinished(name string) error {
	name, err := target(machine{}, name)
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(folderOf(name))
	if err != nil {
		return err
	}
	for _, e := range entries {
		path := filepath.Join(folderOf(name), e.Name())
		if isUnfinished(e.Name(), filepath.Base(name)) && !isLocked(path) {
			err = errors.Join(err, os.Remove(path))
		}
	}
	return err
}

// isUnfinished reports whether a name is that of a temporary file for base: a dot, base, and a number. It may be one for a longer
// base, too.
func isUnfinished(name, base string) bool {
	number, found := strings.CutPrefix(name, "."+base)
	return found && number != "" && strings.Trim(number, "0123456789") == ""
}

// syncFolder makes a rename last. On systems that cannot sync a folder it does nothing.
func syncFolder(root *os.Root) error {
	folder, err := root.Open(".")
	if err != nil {
		return err
	}
	_ = folder.Sync() // some systems refuse
	return folder.Close()
}

// place is where names of files lead: the whole machine, or a folder (an os.Root), out of which no name leads.
type place interface {
	Stat(name string) (fs.FileInfo, error)
	Readlink(name string) (string, error)
	OpenFile(name string, flags int, permissions fs.FileMode) (*os.File, error)
	OpenRoot(name string) (*os.Root, error)
}

// machine is all files of the machine.
type machine struct{}

func (machine) Stat(name string) (fs.FileInfo, error)  { return os.Stat(name) }
func (machine) Readlink(name string) (string, error)   { return os.Readlink(name) }
func (machine) OpenRoot(name string) (*os.Root, error) { return os.OpenRoot(name) }
func (machine) OpenFile(name string, flags int, permissions fs.FileMode) (*os.File, error) {
	return os.OpenFile(name, flags, permissions)
}

// maxLinks is the largest number of links, one behind the other, that are followed.
const maxLinks = 40

// target returns the name to which the links of a name lead. The file of this name need not exist.
func target(in place, name string) (string, error) {
	first := name
	for range maxLinks {
		next, err := in.Readlink(name)
		if err != nil {
			return name, nil // no link; if something is wrong with the name, it shows when the file is opened
		}
		if !filepath.IsAbs(next) {
			folder, _ := filepath.Split(name) // not cleaned: behind a link, .. is not the folder that the name shows
			next = folder + next
		}
		name = next
	}
	return "", &fs.PathError{Op: "follow", Path: first, Err: syscall.ELOOP}
}

// Same reports whether two names lead to one file, which need not exist. Devices and pipes are never the same: they may
// have several readers and writers.
func Same(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return destination(a) == destination(b)
	}
	second, err := os.Stat(b)
	return err == nil && first.Mode().IsRegular() && os.SameFile(first, second)
}

// destination returns the whole name to which the links of a name lead.
func destination(name string) string {
	to, err := target(machine{}, name)
	if err != nil {
		return name
	}
	if whole, err := filepath.Abs(to); err == nil {
		return whole
	}
	return to
}

// folderOf returns the folder of a file.
func folderOf(name string) string {
	if folder, _ := filepath.Split(name); folder != "" {
		return folder
	}
	return "."
}

// checkWritable returns an error unless a file that exists may be written.
func checkWritable(in place, name string) error {
	file, err := in.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return file.Close()
}
