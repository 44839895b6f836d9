package jobs

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/farm"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune"
	"github.com/zonda-checkers/zonda/cmd/internal/match"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/protocol/client"
	"github.com/zonda-checkers/zonda/protocol/session"
	"github.com/zonda-checkers/zonda/protocol/uci"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// TestMain makes the test program an engine where a worker starts it as one, as the program itself is.
func TestMain(m *testing.M) {
	if len(os.Args) < 2 || os.Args[1] != "protocol" {
		os.Exit(m.Run())
	}
	e := session.New()
	if slices.Equal(os.Args[2:], []string{"--confined"}) {
		e.Confine()
	}
	_ = uci.NewSession(e, os.Stdout).Run(context.Background(), os.Stdin) // the end of the input ends it
	_ = e.Close()
}

// A field of an engine is one that a message may set, or one of which an error says why it may not: a new field is refused
// until somebody has decided.
func TestSharedFields(t *testing.T) {
	t.Parallel()
	own := func() client.Spec { return client.Spec{Command: []string{ownEngine}} }
	require.NoError(t, checkShared(own()))
	fields := reflect.TypeFor[client.Spec]()
	for i := range fields.NumField() {
		name := fields.Field(i).Name
		why, refused := refusedFields[name]
		require.NotEqual(t, refused, slices.Contains(sharedFields, name), "decide whether a message of another host may set Spec.%s", name)
		if refused {
			spec := own()
			reflect.ValueOf(&spec).Elem().Field(i).Set(filled(fields.Field(i).Type))
			require.EqualError(t, checkShared(spec), why)
		}
	}
}

// filled returns a value of a type that is not its zero value.
func filled(of reflect.Type) reflect.Value {
	v := reflect.New(of).Elem()
	switch of.Kind() {
	case reflect.String:
		v.SetString("x")
	case reflect.Slice:
		v.Set(reflect.MakeSlice(of, 1, 1))
	}
	return v
}

// testTools are the tools of a worker with one thread and 200 MiB for each task, and another engine, which is the test program
// without the switch.
func testTools(t *testing.T) Tools {
	t.Helper()
	program, err := os.Executable()
	require.NoError(t, err)
	dark := filepath.Join(t.TempDir(), "dark")
	require.NoError(t, os.WriteFile(dark, []byte("#!/bin/sh\nexec '"+program+"' protocol\n"), 0o700))
	databases, err := egdb.Open(egdb.Options{})
	require.NoError(t, err)
	return Tools{
		Databases: databases, Leaves: databases, Threads: 1, Memory: 200,
		Engines: map[string]Engine{"dark": {Path: dark, Options: []string{"Hash", "Threads"}}},
	}
}

// do does a task as a worker does it, with the input that a message has.
func do(t *testing.T, tools Tools, kind string, input any) (any, error) {
	t.Helper()
	data, err := json.Marshal(input)
	require.NoError(t, err)
	doer, err := All(tools)[kind](&farm.Files{})
	require.NoError(t, err)
	output, err := doer.Do(context.Background(), data)
	require.NoError(t, doer.Close())
	return output, err
}

// gameOf returns the input of a game between two engines, from an opening suite.
func gameOf(t *testing.T, from suite, engines ...string) gameInput {
	t.Helper()
	plan := &match.Plan{Conditions: match.Conditions{Limits: client.Limits{Nodes: 1}, Margin: time.Hour, MoveRule: 80}, Games: 1}
	openings, err := suite{Name: "3move"}.open(context.Background(), nil, false)
	require.NoError(t, err)
	require.NoError(t, plan.Play(openings))
	input := gameInput{Number: 1, Conditions: plan.Written(), Suite: from, Patience: time.Minute}
	input.Conditions.Specs = engines
	return input
}

// Who has the token may give work, and nothing else: no message makes a worker write a file, run a program that its user did
// not declare, or take more memory or threads than its user gave. Each row is a message of such a person, and what the worker
// answers.
func TestWhatAMessageMayDo(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the other engine is a script of a shell")
	}
	folder := t.TempDir()
	t.Chdir(folder)
	tools := testTools(t)
	named := suite{Name: "3move"}
	_, err := do(t, tools, Game, gameOf(t, named, "name=A cmd=zonda option.Hash=4", "name=B cmd=dark option.Hash=4 option.Threads=1"))
	require.NoError(t, err, "what every match asks for")

	target := filepath.Join(folder, "written")
	for text, want := range map[string]string{
		`cmd=zonda initstr="setoption name LogFile value ` + target + `"`: "initstr= sends lines to the engine",
		`cmd=dark initstr="setoption name LogFile value ` + target + `"`:  "initstr= sends lines to the engine",
		"cmd=zonda stderr=" + target:                                      "stderr= names a file",
		"cmd=dark stderr=" + target:                                       "stderr= names a file",
		"cmd=zonda dir=" + folder:                                         "dir= names a folder",
		"cmd=zonda option.LogFile=" + target:                              "option LogFile names a file",
		"cmd=zonda option.logfile=" + target:                              "option logfile names a file",
		"cmd=zonda option.EGDBPath=" + folder:                             "option EGDBPath names a file",
		`cmd=zonda "option.LogFile value ` + target + `=x"`:               "zonda has no option",
		`cmd=zonda option.Hash="4 name LogFile value ` + target + `"`:     "is not a whole number",
		"cmd=dark option.LogFile=" + target:                               "this worker lets no message set the option",
		`cmd=dark option.Hash="4 value ` + target + `"`:                   "is not a whole number",
		"cmd=/bin/sh":       "is neither",
		"cmd=../../bin/sh":  "is neither",
		"cmd=sh":            "this worker does not have it",
		`cmd="dark --log"`:  "has no arguments",
		`cmd="zonda match"`: "has no arguments",
		`cmd="zonda protocol --parameter deficit=50"`: "has no arguments",
		"cmd=zonda option.Hash=1000000":               "this worker gives a task 200 MiB",
		"cmd=zonda option.Hash=1e6":                   "is not a whole number",
		"cmd=dark option.hash=1000":                   "this worker gives a task 200 MiB",
		"cmd=zonda ponder":                            "the task needs 2 threads, this worker has 1",
		"cmd=zonda option.Haſh=4 option.Hash=3000":    "a name is in ASCII",
		"cmd=dark option.Threadſ=1 option.Threads=8":  "a name is in ASCII",
		"cmd=zonda option.Threads=2":                  "the task needs 2 threads, this worker has 1",
		"cmd=dark option.THREADS=64":                  "the task needs 64 threads, this worker has 1",
	} {
		_, err := do(t, tools, Game, gameOf(t, named, "name=A "+text, "name=B cmd=zonda"))
		require.ErrorAs(t, err, new(farm.Refusal), text)
		require.ErrorContains(t, err, want, text)
	}

	sum := strings.Repeat("0", 64)
	for name, attack := range map[string]struct {
		kind  string
		input any
		want  string
	}{
		"a deck that is a file": {Game, gameOf(t, suite{Name: "/etc/passwd"}, "name=A cmd=zonda", "name=B cmd=zonda"), "does not have"},
		"a checksum that is a path": {Game, gameOf(t, suite{File: "../../written", Extension: ".pdn"}, "name=A cmd=zonda", "name=B cmd=zonda"),
			"has not 64 hexadecimal digits"},
		"an extension that is a path": {Game, gameOf(t, suite{File: sum, Extension: ".x/../../written"}, "name=A cmd=zonda", "name=B cmd=zonda"),
			"an extension in the task is none"},
		"a network that is a path":     {SelfPlay, selfPlayInput{Order: someGames(), Suites: []suite{named}, Network: target}, "has not 64 hexadecimal digits"},
		"an evaluation that is a file": {SelfPlay, selfPlayInput{Order: someGames(), Suites: []suite{named}, Evaluation: target}, "no evaluation"},
		"a table of a search":          {Search, searchInput{Position: board.Start(), Nodes: 1, Best: 1, HashMiB: 201}, "this worker gives a task 200 MiB"},
		"a table of a proof": {Proof, proofInput{
			Position: board.Start(), Budget: 1, Table: 201, Leaves: certificate.Leaves{Pieces: 1, Sum: tools.Leaves.Sum(1)},
		}, "this worker gives a task 200 MiB"},
	} {
		_, err := do(t, tools, attack.kind, attack.input)
		require.ErrorContains(t, err, attack.want, name)
	}

	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, left, "no message has written a file")
}

// someGames is an order of self-play.
func someGames() evaltune.Order {
	return evaltune.Order{Games: 1, Terms: evaltune.Terms{Nodes: 1}}
}

// A declared engine is a program, and the options that messages may set.
func TestDeclaredEngine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Engine{
		"/a/b":                        {Path: "/a/b"},
		"/a,b=c":                      {Path: "/a,b=c"},
		"/a b,options=Hash, Own Book": {Path: "/a b", Options: []string{"Hash", "Own Book"}},
	} {
		var e Engine
		require.NoError(t, e.UnmarshalText([]byte(text)))
		require.Equal(t, want, e)
	}
	var e Engine
	require.NoError(t, e.UnmarshalText([]byte("/bin/sh,options=Hash,")))
	require.ErrorContains(t, e.Check("dark"), "a name of an option is empty")
}
