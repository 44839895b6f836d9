package solve

import (
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// The texts of one problem in the formats.
const (
	oneCSV = "# c\nid,fen,result\na,B:W30:B21,WIN\n"
	oneEPD = "# c\n\nB: W30: B21. result WIN\n"
	onePDN = "[Event \"\"]\n[FEN \"B:W30:B21\"]\n[Result \"1-0\"]\n*\n"
)

// The extension tells the format, and where it does not the text.
func TestRead(t *testing.T) {
	for name, want := range map[string]struct {
		text   string
		format Format
	}{
		"a.csv":     {oneCSV, CSV},
		"A.CSV":     {oneCSV, CSV},
		"a.epd":     {oneEPD, EPD},
		"a.txt":     {oneEPD, EPD},
		"a.pdn":     {onePDN, PDN},
		"suite":     {oneCSV, CSV},
		"b":         {"\uFEFF" + oneCSV, CSV},
		"lines":     {oneEPD, EPD},
		"lines.doc": {"\uFEFF" + oneEPD, EPD},
		"quoted":    {"\"B:W30:B21\" result WIN", EPD},
		"games":     {onePDN, PDN},
		"games.":    {"\uFEFF\r\n% c\r\n" + onePDN, PDN},
		"prosa":     {"{ a comment }\n" + onePDN, PDN},
	} {
		for _, r := range []*strings.Reader{strings.NewReader(want.text)} {
			suite, err := Read(name, iotest.OneByteReader(r))
			require.NoError(t, err, name)
			require.Equal(t, want.format, suite.Format, name)
			require.Equal(t, name, suite.Name)
			require.Empty(t, suite.Malformed, name)
			require.Len(t, suite.Problems, 1, name)
			require.Equal(t, "B:W30:B21", suite.Problems[0].Position.FEN())
			require.Equal(t, "win", suite.Problems[0].Wanted())
		}
	}
}

func TestReadOfNonsense(t *testing.T) {
	for _, text := range []string{"", "nonsense", "\x00\x01", "::::", "1. 11-15 *", ";", "\""} {
		suite, err := Read("f", strings.NewReader(text))
		require.Error(t, err, "%q", text)
		require.Empty(t, suite.Problems)
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{oneCSV, oneEPD, onePDN, "", "\uFEFF\"", "#"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		suite, err := Read("f", strings.NewReader(text))
		requireSound(t, suite, err)
	})
}
