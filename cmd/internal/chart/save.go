package chart

import (
	"bytes"

	"github.com/zonda-checkers/zonda/internal/file"
)

// Save draws the chart into a file, which appears whole or not at all; an older one
// is replaced. The ending of the name, .svg or .png, says how it is drawn. It is an error
// if the lengths within a series differ. The same chart gives the same bytes.
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
	return file.WriteWhole(path, file.Bytes(picture.Bytes()))
}
