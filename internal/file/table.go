package file

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/internal/yield"
)

// Row is a row of a table.
type Row struct {
	Line   int // of the text, 1 for the first
	Fields []string
}

// Record is a row of a table below its header.
type Record struct {
	Line    int               // of the text
	Values  map[string]string // by the names of the columns, in small letters
	Surplus bool              // there are values behind the last column
}

// Records returns the rows of a table, which [Rows] reads, below its header. Of each set of needs one column must be there. An
// error ends them; it begins with the name of the file. A table without a header is one.
func Records(name string, r io.Reader, needs ...[]string) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		var header []string
		for row, err := range Rows(r) {
			record := Record{row.Line, map[string]string{}, false}
			for i, value := range row.Fields {
				switch {
				case header == nil:
				case i >= len(header):
					record.Surplus = record.Surplus || value != ""
				case record.Values[header[i]] == "":
					record.Values[header[i]] = value
				}
			}
			if header == nil && err == nil {
				header = strings.Split(strings.ToLower(strings.Join(row.Fields, "\x00")), "\x00")
				if err = missing(header, needs); err == nil {
					continue
				}
			}
			if err != nil {
				yield(record, fmt.Errorf("%s:%d: %w", name, row.Line, err))
				return
			}
			if !yield(record, nil) {
				return
			}
		}
		if header == nil {
			yield(Record{}, fmt.Errorf("%s: the file is empty", name))
		}
	}
}

// missing returns an error if a header has no column of a set of needs.
func missing(header []string, needs [][]string) error {
	const maximum = 40 // bytes of the header in the error
	names := strings.Join(header, ",")
	for _, need := range needs {
		if !slices.ContainsFunc(need, func(name string) bool { return slices.Contains(header, name) }) {
			return fmt.Errorf("a column %s is needed, not %q", strings.Join(need, " or "), names[:min(maximum, len(names))])
		}
	}
	return nil
}

// Rows returns the rows of a table in the text of r, as spreadsheets and people write it; the text is read by [Text]. Fields
// stand between commas; between semicolons or tabs if the first row has no comma; or between the signs that a first line
// such as "sep=;" names. Blanks around a field are left out. A field in quotes may hold all of these, line ends, and quotes
// that are written twice. If the quote is not closed, the field ends with its line. Empty lines and lines that begin with #
// are passed over. An error of reading ends the rows, with its line.
func Rows(r io.Reader) iter.Seq2[Row, error] { return rowsOf(r, 0) }

// Lines returns the lines of the text of r, without the blanks around them, each as a row of one field. It reads the text and
// passes over lines as [Rows] does.
func Lines(r io.Reader) iter.Seq2[Row, error] { return rowsOf(r, '\n') }

func rowsOf(r io.Reader, separator byte) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		t := table{in: bufio.NewReader(Text(r)), separator: separator, line: 1}
		for number := 1; t.fill(0); {
			line := t.ahead[0]
			fields, used := []string(nil), 1
			switch plain, named := strings.TrimSpace(line), strings.Trim(line, " "); {
			case plain == "", plain[0] == '#':
			case separator == '\n':
				fields = []string{plain}
			case t.separator == 0 && len(named) == len("sep=;") && strings.HasPrefix(named, "sep="):
				t.separator = named[len("sep=")]
			default:
				if t.separator == 0 {
					t.separator = separatorOf(line)
				}
				fields, used = t.fields()
			}
			if fields != nil && !yield(Row{number, fields}, nil) {
				return
			}
			t.ahead, number, t.line = t.ahead[used:], number+used, number+used
		}
		if t.failed != io.EOF {
			yield(Row{Line: t.line}, t.failed)
		}
	}
}

// table is a table that is being read.
type table struct {
	in        *bufio.Reader
	ahead     []string // lines that were read and not yet used, without their ends
	failed    error    // of reading; io.EOF at the end
	line      int      // the line behind those that were used
	separator byte     // between fields; 0 if it is not known
}

// fill reads lines until line i of those ahead is there. It returns false if there is no such line.
func (t *table) fill(i int) bool {
	for len(t.ahead) <= i && t.failed == nil {
		yield.Point()
		var line string
		line, t.failed = t.in.ReadString('\n')
		if t.failed == nil || t.failed == io.EOF && line != "" {
			t.ahead = append(t.ahead, Decoded(strings.TrimRight(line, "\r\n")))
		}
	}
	return len(t.ahead) > i
}

// separatorOf returns what stands between the fields of the first row.
func separatorOf(line string) byte {
	if !strings.Contains(line, ",") {
		if i := strings.IndexAny(line, ";\t"); i >= 0 {
			return line[i]
		}
	}
	return ','
}

// fields returns the fields of the row that begins with the first line ahead, and the number of its lines.
func (t *table) fields() (fields []string, used int) {
	const maximum = 50 // lines of a row
	text := t.ahead[0]
	fields, open := t.cut(text)
	for i := 1; open && i < maximum && t.fill(i); i++ {
		text += "\n" + t.ahead[i]
		if longer, open := t.cut(text); !open {
			return longer, i + 1
		}
	}
	return fields, 1
}

// cut returns the fields of a text. Open says that the last one has a quote that is not closed.
func (t *table) cut(text string) (fields []string, open bool) {
	blanks := strings.Trim(" \t", string(t.separator))
	for {
		text = strings.TrimLeft(text, blanks)
		field, rest, quoted := t.cutQuoted(text, blanks)
		if open = !quoted && strings.HasPrefix(text, `"`); open {
			return append(fields, strings.TrimSpace(text)), open
		}
		if !quoted {
			end := strings.IndexByte(text+string(t.separator), t.separator)
			field, rest = text[:end], text[end:]
		}
		fields = append(fields, strings.TrimSpace(field))
		if rest == "" {
			return fields, false
		}
		text = rest[1:]
	}
}

// cutQuoted returns the content of the quoted field that a text begins with, and the text behind it from the separator on. It
// returns false if the text does not begin with a quote, or does not close it before a separator or the end. A quote within a
// line may stand for itself, as in "5" board".
func (t *table) cutQuoted(text, blanks string) (field, rest string, ok bool) {
	text, ok = strings.CutPrefix(text, `"`)
	var b strings.Builder
	for i := 0; ok && i < len(text); i++ {
		switch behind := strings.TrimLeft(text[i+1:], blanks); {
		case text[i] != '"':
		case strings.HasPrefix(text[i+1:], `"`):
			i++
		case behind == "" || behind[0] == t.separator:
			return b.String(), behind, true
		case strings.Contains(text[:i], "\n"):
			return "", "", false
		}
		b.WriteByte(text[i])
	}
	return "", "", false
}
