package file

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

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

// mostLinks is the largest number of links, one behind the other, that are followed.
const mostLinks = 40

// target returns the name to which the links of a name lead. The file of this name need not exist.
func target(in place, name string) (string, error) {
	first := name
	for range mostLinks {
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
