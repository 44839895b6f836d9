package chart

import (
	"bytes"
	"cmp"
	"os"
)

// unfinished is what the name of a file ends in that is being written.
const unfinished = ".tmp"

// Save draws the chart into a file, which appears whole or not at all; an older one
// is replaced. The ending of the name says how it is drawn, see Format. It is an error
// if the lengths within a series differ. The same chart gives the same bytes, but for
// the date in a PDF.
func (c Chart) Save(path string) error {
	encode, err := encoder(path)
	if err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	var picture bytes.Buffer
	if err := encode(&picture, c); err != nil {
		return err
	}
	return replace(path, picture.Bytes())
}

// replace writes a file under another name and renames it when it is on the disk.
func replace(path string, data []byte) error {
	temporary := path + unfinished
	file, err := os.Create(temporary)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err == nil {
		err = file.Sync()
	}
	err = cmp.Or(err, file.Close())
	if err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		_ = os.Remove(temporary) // the first error is what matters
	}
	return err
}
