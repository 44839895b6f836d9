package client

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestParseSpec(t *testing.T) {
	folder := t.TempDir()
	program := filepath.Join(folder, "my engine.exe")
	require.NoError(t, os.WriteFile(program, nil, 0o755))
	for text, want := range map[string]Spec{
		"cmd=zonda":                          {Command: []string{"zonda"}},
		" cmd=zonda\tname=A\n":               {Command: []string{"zonda"}, Name: "A"},
		`name=A cmd="./zonda protocol"`:      {Command: []string{"./zonda", "protocol"}, Name: "A"},
		`cmd='"/my path/zonda" hub' name=""`: {Command: []string{"/my path/zonda", "hub"}},
		`cmd="'/my path/zonda' hub"`:         {Command: []string{"/my path/zonda", "hub"}},
		`cmd="sh -c 'a b'" dir='/my path'`:   {Command: []string{"sh", "-c", "a b"}, Dir: "/my path"},
		`cmd="a ''"`:                         {Command: []string{"a", ""}},
		`cmd="` + program + `"`:              {Command: []string{program}},
		`cmd="my engine.exe" dir=` + folder:  {Command: []string{"my engine.exe"}, Dir: folder},
		"cmd=z proto=hub":                    {Command: []string{"z"}, Protocol: Hub},
		"cmd=z proto=uci":                    {Command: []string{"z"}},
		`"option.Clear Hash=on" cmd=z option.Hash=64 option.Path="C:\a b\=" option.E=`: {
			Command: []string{"z"},
			Options: []Setting{{"Clear Hash", "on"}, {"Hash", "64"}, {"Path", `C:\a b\=`}, {"E", ""}},
		},
		"cmd=z movetime=100": {Command: []string{"z"}, Limits: Limits{MoveTime: 100 * time.Millisecond}},
		"cmd=z movetime=1.5": {Command: []string{"z"}, Limits: Limits{MoveTime: 1500 * time.Microsecond}},
		"cmd=z nodes=20000":  {Command: []string{"z"}, Limits: Limits{Nodes: 20000}},
		"cmd=z depth=9":      {Command: []string{"z"}, Limits: Limits{Depth: 9}},
		"cmd=z tc=10+0.1":    {Command: []string{"z"}, Limits: Limits{Time: 10 * time.Second, Increment: 100 * time.Millisecond}},
		"cmd=z tc=40/1:00":   {Command: []string{"z"}, Limits: Limits{Time: time.Minute, Moves: 40}},
		"cmd=z st=0.5":       {Command: []string{"z"}, Limits: Limits{MoveTime: 500 * time.Millisecond}},
		"cmd=z plies=9":      {Command: []string{"z"}, Limits: Limits{Depth: 9}},

		"cmd=z tc=inf nodes=5":            {Command: []string{"z"}, Limits: Limits{Nodes: 5}},
		"cmd=z restart stderr=a.e":        {Command: []string{"z"}, Restart: true, Stderr: "a.e"},
		"cmd=z initstr=":                  {Command: []string{"z"}},
		`cmd=z whitepov initstr="a b\nc"`: {Command: []string{"z"}, WhitePOV: true, Init: []string{"a b", "c"}},
		"cmd=z restart=off":               {Command: []string{"z"}},
		"cmd=z.dll proto=checkerboard blackpov host='wine x.exe'": {Command: []string{"z.dll"}, Protocol: CheckerBoard, BlackPOV: true, Host: []string{"wine", "x.exe"}},
		"cmd=z timemargin=0": {Command: []string{"z"}, Margin: new(time.Duration)},
	} {
		spec, err := ParseSpec(text)
		require.NoError(t, err, text)
		require.Equal(t, want, spec, text)
	}
}

// The words of all engines give way to an engine's own, and all their limits to one limit of its own.
func TestCombine(t *testing.T) {
	for own, want := range map[string]string{
		"cmd=a":                             "cmd=a tc=10+0.1 option.Hash=64 timemargin=5",
		"cmd='a b' option.hash=1":           `cmd="a b" option.hash=1 tc=10+0.1 timemargin=5`,
		"cmd=a nodes=7 timemargin=9":        "cmd=a nodes=7 timemargin=9 option.Hash=64",
		"cmd=a restart":                     `cmd=a restart="" tc=10+0.1 option.Hash=64 timemargin=5`,
		`cmd=a "option.Clear Hash=" tc=inf`: `cmd=a "option.Clear Hash=" tc=inf option.Hash=64 timemargin=5`,
	} {
		text, err := Combine(own, "tc=10+0.1 option.Hash=64 timemargin=5")
		require.NoError(t, err)
		require.Equal(t, want, text)
	}
	for _, wrong := range []string{"cmd", "a=1 a=2", "cmd='a"} {
		_, err := Combine("cmd=a", wrong)
		require.Error(t, err, wrong)
	}
}

func TestMalformedSpecs(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    "cmd is missing",
		"name=A":                              "cmd is missing",
		"cmd=":                                "cmd is missing",
		`cmd="''"`:                            "cmd is missing",
		"zonda":                               `"zonda" has no =`,
		"cmd=./zonda protocol":                `"protocol" has no =`,
		"cmd=z comand=y":                      `unknown key "comand"`,
		"cmd=z =y":                            `unknown key ""`,
		"cmd=z Name=y":                        `unknown key "Name"`,
		"cmd=z cmd=z":                         `"cmd" is given twice`,
		"cmd=z option.A=1 option.A=2":         `"option.A" is given twice`,
		"cmd=z option.A=1 option.a=2":         `option "a" is given twice`,
		"cmd=z option.=1":                     "option. has no name",
		"cmd=z tc=inf":                        "tc=inf is no limit",
		"cmd=z restart=perhaps":               `restart: "perhaps" is neither on nor off`,
		"cmd=z timemargin=-1":                 `timemargin: "-1" is no number of milliseconds`,
		"cmd=z host=x":                        "host is for engines with proto=checkerboard",
		`cmd=z proto=checkerboard host="''"`:  "host has no program",
		"cmd=z proto=checkerboard ponder":     "does not think in its opponent's time",
		"cmd=z proto=checkerboard depth=3":    "depth 3: an engine of CheckerBoard knows times only",
		"cmd='z x' proto=checkerboard":        "one file without arguments",
		"cmd=z whitepov blackpov":             "whitepov and blackpov: scores are for one side",
		"cmd=z st=0":                          `st: "0" is no limit`,
		"cmd=z tc=10 st=1":                    "only one of them can be the limit",
		"cmd=z \"option.A=1\nquit\"":          "control character",
		"cmd=z name=A\x00":                    "control character",
		`cmd="z`:                              `a quote is left open before "z"`,
		`cmd="z 'a"`:                          `cmd: a quote is left open before "a"`,
		"cmd=z name='":                        "a quote is left open",
		"cmd=z proto=UCI":                     `proto: protocol "UCI"`,
		"cmd=z movetime=fast":                 `movetime: "fast" is no number of milliseconds`,
		"cmd=z movetime=-1":                   `movetime: "-1"`,
		"cmd=z movetime=1e3":                  `movetime: "1e3"`,
		"cmd=z movetime=0":                    `movetime: "0" is no limit`,
		"cmd=z movetime=99999999999999":       "movetime",
		"cmd=z nodes=0":                       "no limit",
		"cmd=z nodes=-1":                      `nodes: "-1" is no whole number`,
		"cmd=z nodes=1k":                      "is no whole number in range",
		"cmd=z nodes=99999999999999999999999": "is no whole number in range",
		"cmd=z depth=-1":                      "negative",
		"cmd=z depth=":                        "depth: ",
		"cmd=z tc=60+":                        `tc: time control "60+"`,
		"cmd=z tc=0+1":                        "no time",
		"cmd=z tc=1+-1":                       "time control",
		"cmd=z tc=40/":                        "time control",
		"cmd=z depth=1 nodes=1":               "nodes and depth: only one of them can be the limit",
		"cmd=" + strings.Repeat("z", 1<<20) + " x": `"x" has no =`,
		strings.Repeat("z", 1<<20) + "=":           "unknown key",
		"cmd='" + strings.Repeat("z", 1<<20):       "left open",
	} {
		_, err := ParseSpec(text)
		require.ErrorContains(t, err, want, "%.80q", text)
		require.NotContains(t, err.Error(), "\n")
		require.Less(t, len(err.Error()), 300)
	}
}

// anySpec draws a Spec that validate accepts.
func anySpec(t *rapid.T) Spec {
	text := rapid.StringMatching("[a-z./=\\\\éж '\"-]{0,8}")
	s := Spec{
		Name:     text.Draw(t, "name"),
		Command:  rapid.SliceOfN(text, 1, 4).Draw(t, "command"),
		Dir:      text.Draw(t, "dir"),
		Protocol: rapid.SampledFrom(Protocols).Draw(t, "protocol"),
	}
	s.Command[0] = "no-such-" + s.Command[0]
	names := rapid.SliceOfNDistinct(rapid.StringMatching("[a-z '\"]{1,4}"), 0, 3, rapid.ID).Draw(t, "options")
	for _, name := range names {
		s.Options = append(s.Options, Setting{name, text.Draw(t, "value")})
	}
	span := rapid.Map(rapid.Int64Range(1, 1<<60), func(n int64) time.Duration { return time.Duration(n) })
	s.WhitePOV, s.Init = rapid.Bool().Draw(t, "for White"), rapid.SampledFrom([][]string{nil, {"a b"}, {"a", "'b'"}}).Draw(t, "init")
	s.Ponder = rapid.Bool().Draw(t, "ponder")
	s.Restart, s.Stderr = rapid.Bool().Draw(t, "restart"), text.Draw(t, "stderr")
	if rapid.Bool().Draw(t, "own margin") {
		margin := span.Draw(t, "margin")
		s.Margin = &margin
	}
	switch rapid.IntRange(0, 4).Draw(t, "limit") {
	case 1:
		s.Limits.MoveTime = span.Draw(t, "move time")
	case 2:
		s.Limits.Nodes = rapid.Uint64Min(1).Draw(t, "nodes")
	case 3:
		s.Limits.Depth = rapid.IntRange(1, 1000).Draw(t, "depth")
	case 4:
		s.Limits.Time = span.Draw(t, "time")
		s.Limits.Increment = span.Draw(t, "increment") - 1
		s.Limits.Moves = rapid.IntRange(0, 99).Draw(t, "moves")
	}
	s.BlackPOV = !s.WhitePOV && rapid.Bool().Draw(t, "for Black")
	if s.Protocol == CheckerBoard {
		s.Command, s.Ponder, s.Limits.Nodes, s.Limits.Depth = s.Command[:1], false, 0, 0
		s.Host = rapid.SampledFrom([][]string{nil, {"a b"}, {"a", "'b'"}}).Draw(t, "host")
	}
	return s
}

func TestSpecRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anySpec(t)
		read, err := ParseSpec(s.String())
		require.NoError(t, err, s.String())
		require.Equal(t, s, read, s.String())
	})
}

func FuzzParseSpec(f *testing.F) {
	f.Add(`name=A cmd="'/my path/zonda' hub" dir=/tmp proto=hub option.Hash=64 "option.Clear Hash=on" tc=10+0.1`)
	f.Add(`cmd=a"b c"'d' movetime=.5`)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSpec(text)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		require.NotEmpty(t, s.Command)
		read, err := ParseSpec(s.String())
		require.NoError(t, err)
		require.Equal(t, s, read)
	})
}
