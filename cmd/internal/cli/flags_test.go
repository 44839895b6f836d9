package cli

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"
)

// ranged has a flag for each kind of range.
type ranged struct {
	Margin cents         `default:"40" min:"0"`
	Count  int           `default:"1" min:"1"`
	Depth  *int          `min:"1" max:"${deepest}"`
	Nodes  *uint64       `min:"1"`
	Lost   int           `default:"-1" max:"-1"`
	Wait   time.Duration `min:"0"`
	Share  float64       `min:"0" max:"1"`
	Times  float64       `default:"1" above:"0"`
	Rate   float64       `default:"1" above:"0" max:"10"`
	Plot   string        `endings:".svg,.png"`
	Free   int           `without:"most"`
	Folder string        `holds:"*.zdb"`
	Most   int           `min:"1"`
	Pieces int           `default:"4" needs:"folder"`
	Second struct {
		Pages int    `default:"8" min:"1" max:"256"`
		Dir   string `arg:"" optional:"" holds:"*.go"`
	} `cmd:""`
	LimitFlags `set:"usual=1 s" prefix:"limit-"`
}

// cents prints itself with a unit.
type cents int

func (c cents) String() string { return fmt.Sprintf("cp %d", int(c)) }

func (*ranged) Validate(k *kong.Context) error { return CheckFlags(k) }

func TestCheckFlags(t *testing.T) {
	parse := func(words ...string) error {
		parser, err := kong.New(&ranged{}, kong.Vars{"deepest": "9", "max_depth": "120"})
		require.NoError(t, err)
		_, err = parser.Parse(append(words, "second"))
		return err
	}
	require.NoError(t, parse())
	require.NoError(t, parse("--depth=9", "--nodes=1", "--wait=0s", "--share=1", "--times=0.01", "--rate=10", "--plot=folder/A.SVG", "--free=-5", "--limit-depth=120"))
	require.NoError(t, parse("--plot=", "--folder=.", "--pieces=4"))
	for want, word := range map[string]string{
		"count 0 is less than 1":                              "--count=0",
		"--folder nowhere: there is no such folder":           "--folder=nowhere",
		"--folder flags.go: this is no folder":                "--folder=flags.go",
		"most 0 is less than 1":                               "--most=0",
		"--pieces needs --folder":                             "--pieces=4",
		"--free does not go with --most":                      "--most=1 --free=2",
		"margin -1 is less than 0":                            "--margin=-1",
		"depth 0 is not between 1 and 9":                      "--depth=0",
		"depth 10 is not between 1 and 9":                     "--depth=10",
		"nodes 0 is less than 1":                              "--nodes=0",
		"lost 0 is more than -1":                              "--lost=0",
		"wait -1ms is less than 0":                            "--wait=-1ms",
		"share 1.5 is not between 0 and 1":                    "--share=1.5",
		"share NaN is not between 0 and 1":                    "--share=NaN",
		"times 0 is not above 0":                              "--times=0",
		"times NaN is not above 0":                            "--times=NaN",
		"rate 11 is not above 0 and at most 10":               "--rate=11",
		"rate 0 is not above 0 and at most 10":                "--rate=0",
		`plot: the name "a.pdf" does not end in .svg or .png`: "--plot=a.pdf",
		`plot: the name "svg" does not end in .svg or .png`:   "--plot=svg",
		"limit-movetime 0s is not above 0s":                   "--limit-movetime=0s",
		"limit-depth 121 is not between 1 and 120":            "--limit-depth=121",
	} {
		require.EqualError(t, parse(strings.Fields(word)...), want)
	}
	for want, word := range map[string]string{
		"pages 257 is not between 1 and 256": "--pages=257",
		"nowhere: there is no such folder":   "nowhere",
	} {
		parser, err := kong.New(&ranged{}, kong.Vars{"deepest": "9", "max_depth": "120"})
		require.NoError(t, err)
		_, err = parser.Parse([]string{"second", word})
		require.EqualError(t, err, want)
	}
}
