package file

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
)

// Journal is a file to which lines of JSON are appended, one for each step of long work. Whatever ends the
// program, the journal keeps all lines but the one being written, and the next run goes on behind the last
// whole line. A Lock keeps a second program away. It is for one goroutine at a time. Add, Sync, Close and Remove of a nil Journal, which
// keeps nothing, do nothing.
type Journal struct {
	file *os.File
	lock *Lock
	end  int64 // offset behind the last whole line, in bytes
}

// OpenJournal locks and opens the journal in a file, which is created if it does not exist. Read it with
// Resume before the first Add. If another program has it open, the error is ErrLocked. A device or a pipe, whose
// lines may never end, is no journal.
func OpenJournal(name string) (*Journal, error) {
	if err := checkRegular(name); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	lock, err := Acquire(name, Moment)
	if err != nil {
		return nil, err
	}
	const permissions = 0o644
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, permissions)
	if err != nil {
		return nil, errors.Join(err, lock.Release())
	}
	return &Journal{file: file, lock: lock}, nil
}

// Size returns the length of the file in bytes.
func (j *Journal) Size() (int64, error) {
	info, err := j.file.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// ErrInUse is the error of ResumeJournal if another program writes the journal.
var ErrInUse = errors.New("another program is writing it")

// ResumeJournal opens the journal of work that begins with a line of a header, or creates it with header. It calls check
// with the header of a journal that exists, which is empty if the file begins with something else, and restore with every
// later line. Then a last line that was not written to its end is cut off, and the journal is ready for Add. An error
// names the file and the line; with an error nothing is changed.
func ResumeJournal[H any](name string, header H, check func(found H) error, restore func(line []byte) error) (*Journal, error) {
	j, err := OpenJournal(name)
	switch {
	case errors.Is(err, ErrLocked):
		return nil, fmt.Errorf("journal %s: %w", name, ErrInUse)
	case err != nil:
		return nil, fmt.Errorf("journal: %w", err)
	}
	begun := false
	each := func(number int, line []byte) (err error) {
		if begun = true; number > 1 {
			err = restore(line)
		} else {
			var found H
			if json.Unmarshal(line, &found) != nil {
				found = *new(H)
			}
			err = check(found)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		return nil
	}
	if err = j.Lines(each); err == nil && !begun && !j.isPartOf(header) {
		err = each(1, nil)
	}
	if err == nil {
		err = j.Resume(func(int, []byte) error { return nil })
	}
	if err == nil && !begun {
		err = j.Add(header)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("journal %s: %w", name, err), j.Close())
	}
	return j, nil
}

// isPartOf reports whether the file is the beginning of a line with a header: the program that wrote the line was killed.
func (j *Journal) isPartOf(header any) bool {
	line, _ := json.Marshal(header)
	found := make([]byte, len(line)+1)
	n, err := j.file.ReadAt(found, 0)
	return err == io.EOF && bytes.HasPrefix(line, found[:n])
}

// Lines calls each with every whole line, without its end, and with its number, counted from 1. It changes
// nothing, and returns the first error of each.
func (j *Journal) Lines(each func(number int, line []byte) error) error {
	_, err := j.lines(each)
	return err
}

// Resume does what Lines does, then cuts off a last line that was not written to its end, and makes the
// journal ready for Add. With an error nothing is cut off.
func (j *Journal) Resume(each func(number int, line []byte) error) error {
	end, err := j.lines(each)
	if err != nil {
		return err
	}
	j.end = end
	return j.rewind()
}

func (j *Journal) lines(each func(number int, line []byte) error) (end int64, err error) {
	if _, err := j.file.Seek(0, io.SeekStart); err != nil {
		return 0, err
	}
	return readLines(j.file, each)
}

// rewind cuts off what follows the last whole line.
func (j *Journal) rewind() error {
	if err := j.file.Truncate(j.end); err != nil {
		return err
	}
	_, err := j.file.Seek(j.end, io.SeekStart)
	return err
}

// Add appends a value as a line of JSON. If the line cannot be written whole, as on a full disk, what was
// written of it is cut off. The line is on the disk after Sync.
func (j *Journal) Add(value any) error {
	if j == nil {
		return nil
	}
	line, err := json.Marshal(value)
	if err != nil {
		return err
	}
	line = append(line, '\n')
	if _, err := j.file.Write(line); err != nil {
		return errors.Join(err, j.rewind())
	}
	j.end += int64(len(line))
	return nil
}

// Sync waits until all lines are on the disk.
func (j *Journal) Sync() error {
	if j == nil {
		return nil
	}
	return j.file.Sync()
}

// Close syncs and closes the file and releases its lock.
func (j *Journal) Close() error {
	if j == nil {
		return nil
	}
	return errors.Join(j.file.Sync(), j.file.Close(), j.lock.Release())
}

// Remove closes the journal and removes its file before the lock is released, so that it never removes
// the journal of another run.
func (j *Journal) Remove() error {
	if j == nil {
		return nil
	}
	return errors.Join(j.file.Close(), os.Remove(j.file.Name()), j.lock.Release())
}

// ReadLines calls each with every whole line of a journal, as Journal.Lines does. It takes no lock: the
// journal may be in use.
func ReadLines(name string, each func(number int, line []byte) error) error {
	if err := checkRegular(name); err != nil {
		return err
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close() // only read
	_, err = readLines(file, each)
	return err
}

// checkRegular returns an error if there is no file of this name, or if it is a device, a pipe or a folder.
func checkRegular(name string) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no regular file, so it holds no journal", name)
	}
	return nil
}

// readLines calls each with every whole line, and returns how many bytes these lines have.
func readLines(from io.Reader, each func(number int, line []byte) error) (end int64, err error) {
	in := bufio.NewReader(from)
	for number := 1; ; number++ {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return end, nil
		}
		if err != nil {
			return end, fmt.Errorf("line %d: %w", number, err)
		}
		if err := each(number, line[:len(line)-1]); err != nil {
			return end, err
		}
		end += int64(len(line))
	}
}

// Difference lists the fields in which two structs of one type differ, such as "move_rule 80 instead of 10", by their names in JSON.
func Difference(was, is any) (fields []string) {
	before, now := reflect.ValueOf(was), reflect.ValueOf(is)
	for i := range before.NumField() {
		if x, y := before.Field(i).Interface(), now.Field(i).Interface(); !reflect.DeepEqual(x, y) {
			name, _, _ := strings.Cut(before.Type().Field(i).Tag.Get("json"), ",")
			fields = append(fields, fmt.Sprintf("%s %v instead of %v", name, x, y))
		}
	}
	return fields
}
