package antibook

import (
	"bytes"
	"fmt"
	"io"

	"github.com/zonda-checkers/zonda/internal/file"
)

// Append writes an old text, which may be empty, and after it the new entries, which it returns. An entry is new if
// neither its position nor the mirror is in the old text. The lines of the old text do not change, but their
// encoding becomes UTF-8. If the old text cannot be parsed, nothing is written.
func Append(w io.Writer, name string, old []byte, entries []Entry) (added []Entry, err error) {
	text, err := io.ReadAll(file.Text(bytes.NewReader(old)))
	if err != nil {
		return nil, fmt.Errorf("anti-book %s: %w", name, err)
	}
	known, err := Parse(name, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if err := e.Check(); err != nil {
			return nil, fmt.Errorf("anti-book: %w", err)
		}
		if !NewSet(append(known, added...)).Contains(e.Position) {
			added = append(added, e)
		}
	}
	if len(text) > 0 && text[len(text)-1] != '\n' {
		text = append(text, '\n')
	}
	for _, e := range added {
		text = append(text, e.String()+"\n"...)
	}
	_, err = w.Write(text)
	return added, err
}
