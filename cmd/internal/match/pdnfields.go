package match

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/client/keyvalue"
)

// PDNFields say what the comments of games have beside the clock, the time, the evaluation and the depth of a move. They are keys of
// commentFields, or minimal.
type PDNFields []string

// minimal leaves all comments out.
const minimal = "min"

// lineField is the principal variation, which is kept only where it is wanted.
const lineField = "pv"

// commentFields are the parts of a comment by their names, in their order, each empty where the engine did not tell. Names and forms
// are those of other runners.
var commentFields = []struct {
	name string
	text func(Ply) string
}{
	{"timeleft", func(p Ply) string { return told(p.Clock > 0, "tl=%.3fs", p.Clock.Seconds()) }},
	{"nodes", func(p Ply) string { return told(p.Nodes > 0, "n=%d", p.Nodes) }},
	{"seldepth", func(p Ply) string { return told(p.SelDepth > 0, "sd=%d", p.SelDepth) }},
	{"nps", func(p Ply) string {
		return told(p.Nodes > 0 && p.Elapsed > 0, "nps=%.0f", float64(p.Nodes)/p.Elapsed.Seconds())
	}},
	{"hashfull", func(p Ply) string { return told(p.HashFull > 0, "hashfull=%d", p.HashFull) }},
	{"tbhits", func(p Ply) string { return told(p.TBHits > 0, "tbhits=%d", p.TBHits) }},
	{lineField, func(p Ply) string { return told(p.Line != "", "pv=%q", p.Line) }},
}

// told returns a value as text under a condition, "" otherwise.
func told(condition bool, format string, value any) string {
	if !condition {
		return ""
	}
	return fmt.Sprintf(format, value)
}

// fieldNames returns the fields that there are.
func fieldNames() (names []string) {
	for _, f := range commentFields {
		names = append(names, f.name)
	}
	return append(names, minimal)
}

// parsePDN reads the name of a file that ends in .pdn, or words such as "file=games.pdn nodes pv".
func parsePDN(text string) (path string, f PDNFields, err error) {
	path = text
	if strings.HasPrefix(text, fileKey+"=") {
		all, err := keyvalue.Parse(text, fieldNames()...)
		if err != nil {
			return "", nil, err
		}
		path = all[0].Value
		for _, w := range all[1:] {
			if !slices.Contains(fieldNames(), w.Key) {
				return "", nil, fmt.Errorf("unknown field %s: there are %s", board.Quote(w.Key), strings.Join(fieldNames(), ", "))
			}
			wanted, err := w.Switch()
			if err != nil {
				return "", nil, err
			}
			if wanted {
				f = append(f, w.Key)
			}
		}
	}
	if path != "" && !strings.EqualFold(filepath.Ext(path), ".pdn") {
		return "", nil, fmt.Errorf("the name %s does not end in .pdn", board.Quote(path))
	}
	return path, f, nil
}

// text returns the words from which parsePDN reads a file and fields.
func (f PDNFields) text(path string) string {
	if len(f) == 0 {
		return path
	}
	all := []keyvalue.Word{{Key: fileKey, Value: path}}
	for _, name := range f {
		all = append(all, keyvalue.Word{Key: name, Value: "on"})
	}
	return keyvalue.Join(all)
}

// has reports whether a field is wanted.
func (f PDNFields) has(name string) bool { return slices.Contains(f, name) }

// comments returns the comment of a move, none for moves alone.
func (f PDNFields) comments(p Ply) []string {
	if f.has(minimal) {
		return nil
	}
	text := p.comment()
	for _, field := range commentFields {
		if part := field.text(p); part != "" && f.has(field.name) {
			text += " " + part
		}
	}
	return []string{text}
}
