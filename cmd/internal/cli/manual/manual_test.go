package manual_test

import (
	"bytes"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/manual"
)

// tool has what a table of commands can have.
type tool struct {
	Cut    cut      `cmd:"" group:"work" help:"Cut a thing."`
	Hidden struct{} `cmd:"" hidden:"" help:"Nobody knows."`
}

type cut struct {
	Thing string `arg:"" help:"The thing's name."`
	Deep  int    `help:"How deep: it's in mm [a thumb: 25]. More is possible (default 3)." placeholder:"N"`
	Edge  string `help:"The edge." enum:"sharp,blunt," default:"" placeholder:"EDGE"`
	Out   string `required:"" help:"The pieces." placeholder:"FILE"`
}

func (cut) Help() string {
	return `.Cuts with 'care'
and a back\slash.

Examples:
  tool  cut 'a b' --deep 3 --out ~/x
  tool cut -

The end.`
}

func model() *kong.Application {
	return kong.Must(&tool{}, kong.Name("tool"), kong.Description("A tool.\n\nIt does little."), kong.Groups{"work": "Work:"}).Model
}

func TestPages(t *testing.T) {
	pages := manual.Pages(model(), "Tool 1", "2026-01-02")
	require.Len(t, pages, 2)
	require.Equal(t, `.TH TOOL-CUT 1 "2026-01-02" "Tool 1"
.SH NAME
tool\-cut \- Cut a thing
.SH SYNOPSIS
.B tool cut
\-\-out=FILE <thing> [flags]
.SH DESCRIPTION
\&.Cuts with \(aqcare\(aq
and a back\eslash.
.SH EXAMPLES
.EX
tool  cut \(aqa b\(aq \-\-deep 3 \-\-out \(ti/x
tool cut \-
.EE
.PP
The end.
.SH ARGUMENTS
.TP
<thing>
The thing\(aqs name.
.SH OPTIONS
.TP
\fB\-\-deep\fR=\fIN\fR
How deep: it\(aqs in mm [a thumb: 25]. More is possible (default 3).
.TP
\fB\-\-edge\fR=\fIEDGE\fR
The edge.
.TP
\fB\-\-out\fR=\fIFILE\fR
The pieces.
.TP
\fB\-h\fR, \fB\-\-help\fR
Show context\-sensitive help.
.SH SEE ALSO
.BR tool (1)
`, string(pages["tool-cut.1"]))
	require.Contains(t, string(pages["tool.1"]), ".SH DESCRIPTION\nIt does little.\n")
	require.Contains(t, string(pages["tool.1"]), ".SH COMMANDS\n.SS Work\n.TP\n\\fBtool\\-cut\\fR(1)\nCut a thing.\n")
}

func TestComplete(t *testing.T) {
	for shell, want := range map[string][]string{
		"bash": {"' cut --edge') values='sharp blunt '", "' cut --deep') values='1 2 '", "commands='cut '"},
		"zsh":  {`'*--deep=[How deep\: it'\''s in mm \[a thumb\: 25\]]:N:`, "]:EDGE:(sharp blunt )'", "]:FILE:_files'", "'cut:Cut a thing'"},
		"fish": {`-l deep -r -a '1 2 ' -d 'How deep: it\'s in mm [a thumb: 25]'`, "-l edge -x -a 'sharp blunt '", "-l out -r -d 'The pieces'"},
	} {
		var script bytes.Buffer
		require.NoError(t, manual.Complete(&script, model(), shell, map[string][]string{"N": {"1", "2"}}))
		for _, text := range want {
			require.Contains(t, script.String(), text)
		}
		require.NotContains(t, script.String(), "hidden")
	}
	require.Error(t, manual.Complete(&bytes.Buffer{}, model(), "csh", nil))
}
