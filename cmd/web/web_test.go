package main_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/engine/judge"
)

// The engine of the page visits the nodes that the program visits. Without the weights the network judges positions of few
// pieces, too.
func TestSignatures(t *testing.T) {
	const network, linear, networkAlone = 881550, 1035819, 811702
	w := start(t)
	bench := func(evaluation string) (nodes int) {
		var found struct{ Nodes, Milliseconds int }
		w.ask("bench", object{"evaluation": evaluation}, &found)
		t.Logf("%s: %d nodes/s", evaluation, found.Nodes*1000/max(found.Milliseconds, 1))
		return found.Nodes
	}
	require.Equal(t, networkAlone, bench("network"))
	require.Contains(t, w.answer(w.send("bench", object{"evaluation": "linear"})).Text.Error, "not there yet")
	require.Empty(t, w.give("weights", w.parts["weights"]))
	require.Equal(t, network, bench("network"))
	require.Equal(t, linear, bench("linear"))
}

// games is the text of a collection of a number of games.
func games(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "[Event \"E\"]\n[Black \"B%d\"]\n[White \"W\"]\n[Result \"1-0\"]\n1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 4. 15-18 24-20 5. 11-15 28-24 1-0\n\n", i)
	}
	return text.String()
}

// attempts is the text of a number of attempts at a problem of the trainer.
func attempts(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "{\"at\":%q,\"card\":\"fourth-1\",\"score\":1,\"rating\":1300,\"deviation\":200}\n", time.Unix(int64(i)*60, 0).UTC().Format(time.RFC3339))
	}
	return text.String()
}

// problem returns the first problem of the trainer with a claim.
func (w *worker) problem(claim string) object {
	w.t.Helper()
	for not := []any{}; ; {
		var next struct{ Problems []object }
		w.ask("nextProblem", object{"not": not}, &next)
		require.NotEmpty(w.t, next.Problems, claim)
		if next.Problems[0]["claim"] == claim {
			return next.Problems[0]
		}
		not = append(not, next.Problems[0]["id"])
	}
}

// Nothing keeps the thread for long, whatever the engine does: messages, timers and answers get in.
func TestYield(t *testing.T) {
	const maximum = 50 * time.Millisecond // of the CPU, where the system tells it of a thread
	w := start(t, "ZONDA_GAPS=1")
	w.gap() // of the start
	does := func(what string, work func()) {
		t.Helper()
		began := time.Now()
		work()
		gap := w.gap()
		t.Logf("%s: %s, at most %s without a yield", what, time.Since(began).Round(time.Millisecond), gap.Round(time.Millisecond))
		if gap > maximum {
			t.Errorf("%s: the engine has kept its thread for %s", what, gap)
		}
	}
	w.ask("hello", object{}, &object{})
	does("analysis", func() {
		w.ask("analyze", object{"search": 1, "multiPV": 1}, &object{})
		w.lines(1, 16)
	})
	for _, name := range []string{"weights", "book", "problems", "values", "distances"} {
		does(name, func() { require.Empty(t, w.give(name, w.parts[name])) })
	}
	does("anti-book", func() { w.ask("book", object{}, &object{}) })
	does("an ending", func() {
		w.ask("analyze", object{"search": 2, "multiPV": 1, "start": "B:WK9,12,K21:B1,K4,8,10"}, &object{})
		w.lines(2, 20)
	})
	does("a won ending", func() {
		w.ask("think", object{"start": "W:WK6,K9:BK15", "moveTime": 1000}, &object{})
		w.ask("perfect", object{"start": "B:W30,K31,K32:BK20,21,K22"}, &object{})
		w.ask("database", object{"start": "B:W30,K31,K32:BK20,21,K22"}, &object{})
	})
	does("the explanation of an ending", func() { w.ask("explain", object{"start": "B:WK9,12,K21:B1,K4,8"}, &object{}) })
	does("the proof solver", func() {
		w.ask("set", object{"name": "Solver", "value": "true"}, &object{})
		w.ask("analyze", object{"search": 3, "multiPV": 1, "start": "B:W18,20,22,25,26,27,29,30,31,32:B1,2,3,5,6,7,8,10,11,12"}, &object{})
		w.lines(3, 18)
		time.Sleep(2 * time.Second)
		w.ask("stop", object{}, &object{})
		w.ask("set", object{"name": "Solver", "value": "false"}, &object{})
	})
	var collection struct{ ID string }
	does("10,000 games", func() { require.NoError(t, json.Unmarshal(w.receive("games", games(10_000)), &collection)) })
	does("a search for a position", func() {
		w.ask("games", object{"collection": collection.ID, "position": "W:W21-32:B1-10,12,15", "sort": "black", "count": 50}, &object{})
	})
	does("a report", func() {
		var read struct{ Game object }
		w.ask("read", object{"text": "1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 4. 15-18 24-20 *"}, &read)
		w.ask("report", object{"game": read.Game, "nodes": 20_000}, &object{})
	})
	does("the trainer", func() {
		w.ask("training", object{}, &object{})
		w.ask("lessons", object{}, &object{})
		for _, claim := range []string{"man", "save", "value"} {
			p := w.problem(claim)
			var at struct{ Moves []struct{ Text string } }
			w.ask("position", object{"start": p["fen"]}, &at)
			for _, m := range at.Moves {
				w.ask("try", object{"problem": p, "move": m.Text}, &object{})
			}
			w.ask("solution", object{"problem": p}, &object{})
		}
	})
	does("a repertoire", func() {
		for _, suite := range []string{"3move", "2move", "11man"} {
			var list struct{ Ballots []struct{ ID string } }
			w.ask("ballots", object{"deck": suite}, &list)
			for _, side := range []string{"Black", "White"} {
				w.ask("repertoire", object{"deck": suite, "id": list.Ballots[0].ID, "side": side}, &object{})
			}
		}
		w.ask("departures", object{"moves": strings.Fields("11-15 23-19 8-11 22-17 12-16")}, &object{})
	})
	does("a file of 10,000 games", func() {
		require.NoError(t, os.WriteFile(filepath.Join(w.home, "games", "many.pdn"), []byte(games(10_000)), 0o600))
		var done struct {
			Collection struct{ ID, Digest, UndoID string }
		}
		w.ask("open", object{"name": "many.pdn"}, &done.Collection)
		w.ask("ownMoves", object{"collection": done.Collection.ID, "position": "B:W21-32:B1-12"}, &object{})
		w.ask("change", object{"file": "many.pdn", "number": 10_001, "text": "1. 9-14 *", "digest": done.Collection.Digest}, &done)
		w.ask("undoChange", object{"name": "many.pdn", "undoID": done.Collection.UndoID}, &done)
		w.ask("versions", object{"name": "many.pdn"}, &object{})
	})
	does("2,000 problems and 10,000 attempts", func() {
		for kind, text := range map[string]string{
			"problems": "id,fen,result,key_moves\n" + strings.Repeat("a,B:WK29:BK1,win,\n", 2000),
			"training": "{\"format\":1,\"guess\":1000}\n" + attempts(10_000),
		} {
			w.receive(kind, text)
		}
		w.ask("training", object{}, &object{})
	})
	does("a threat", func() { w.ask("threat", object{}, &object{}) })
	does("the table", func() {
		for _, size := range []string{"16", "24"} {
			w.ask("set", object{"name": "Hash", "value": size}, &object{})
		}
	})
}

// TestYieldIfAsked: where the engine sees that a message waits, it yields at once, and visits the same nodes.
func TestYieldIfAsked(t *testing.T) {
	const nodes, between = 811702, 512 // without weights; nodes from one look to the next
	w := start(t, "ZONDA_ASKED=1")
	before := w.measured().Yields
	var found struct{ Nodes int }
	w.ask("bench", object{"evaluation": "network"}, &found)
	require.Equal(t, nodes, found.Nodes)
	require.Greater(t, w.measured().Yields-before, nodes/between)
	const lines = 100
	for kind, text := range map[string]string{"games": games(lines), "training": "{\"format\":1,\"guess\":1000}\n" + attempts(lines)} {
		before := w.measured().Yields
		w.receive(kind, text)
		require.Greater(t, w.measured().Yields-before, 2*lines, "%s are read without a yield for each line, or added up without one", kind)
	}
}

// Values that come while an analysis runs are used at once, under the number that the page knows; a part that is wrong is one error,
// and the engine goes on without it.
func TestParts(t *testing.T) {
	w := start(t)
	const won = "W:WK6,K9,K10,K14:BK15,K19"
	result := func(lines []struct{ Score struct{ Result string } }) string { return lines[0].Score.Result }
	w.ask("analyze", object{"search": 7, "multiPV": 1, "start": won}, &object{})
	require.Empty(t, result(w.lines(7, 1).Lines), "nothing is known yet")
	broken := func(name string, change func([]byte) []byte) {
		data, err := os.ReadFile(w.parts[name])
		require.NoError(t, err)
		file := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.WriteFile(file, change(data), 0o600))
		require.Contains(t, w.give(name, file), "the part "+name+" cannot be used: ")
		w.lines(7, 1)
	}
	cut := func(data []byte) []byte { return data[:len(data)/2] }
	for name := range w.parts {
		broken(name, cut)
		broken(name, func(data []byte) []byte {
			data[len(data)*2/3] ^= 1
			return data
		})
	}
	require.Contains(t, w.give("clock", w.parts["book"]), `no part of the data is named "clock"`)
	for _, name := range []string{"weights", "book", "problems", "values", "distances"} {
		require.Empty(t, w.give(name, w.parts[name]), name)
	}
	require.Equal(t, "win", result(w.lines(7, 1).Lines))
	var found struct {
		Complete int
		Value    struct {
			Result string
			Plies  int
		}
	}
	w.ask("database", object{"start": "W:WK6,K9:BK15"}, &found)
	require.Equal(t, "win", found.Value.Result)
	require.Positive(t, found.Value.Plies)
	require.Equal(t, 6, found.Complete)
	var explained struct {
		Result  string
		Keeping int
		Stages  []object
	}
	w.ask("explain", object{"start": "W:WK32:BK26"}, &explained)
	require.Equal(t, "win", explained.Result)
	require.Equal(t, 1, explained.Keeping)
	require.NotEmpty(t, explained.Stages)
	var known struct{ Moves []object }
	w.ask("book", object{}, &known)
	require.NotEmpty(t, known.Moves)
}

// The module is fetched before a first visit has a board.
func TestModuleIsSmall(t *testing.T) {
	const maximum = 2_800_000 // bytes, packed
	start(t)
	module, err := os.Stat(filepath.Join(folder, "zonda.bin"))
	require.NoError(t, err)
	require.Less(t, module.Size(), int64(maximum))
}

// millionths leaves out the last digits, which a CPU may round in another way.
func millionths(x float64) int { return int(math.Round(x * 1e6)) }

// A report of the page is that of the program: a closer look fills a table, and so depends on its size.
func TestReportIsThatOfTheProgram(t *testing.T) {
	const text, nodes, rating = "1. 11-15 22-18 2. 15x22 25x18 3. 10-15 18x11 4. 7x16 30-25 5. 16-19 24x15 *", 20_000, 600
	type fault struct {
		Ply    int
		Sign   string
		People int // in millionths
		Better []string
	}
	var want []fault
	game, err := pdn.NewReader(strings.NewReader(text)).Read()
	require.NoError(t, err)
	study := judge.Of(game)
	settings := judge.Settings{Nodes: nodes, Threads: 1, HashMiB: 16, Rating: rating, Corridor: true, Concurrency: 1}
	require.NoError(t, judge.Run(t.Context(), study, settings, func(judge.Finding) error { return nil }))
	for _, j := range study.Studies[0].Judgements() {
		if j.Mark.Fault() {
			want = append(want, fault{j.Ply + 1, j.Mark.Sign(), millionths(j.People), strings.Fields(j.At.LineText(j.Before.Better()))})
		}
	}
	require.NotEmpty(t, want)
	w := start(t)
	for name, file := range w.parts {
		require.Empty(t, w.give(name, file), name)
	}
	var read struct{ Game object }
	w.ask("read", object{"text": text}, &read)
	var report struct {
		Faults []struct {
			Ply    int
			Sign   string
			People float64
			Better []string
		}
	}
	w.ask("report", object{"game": read.Game, "nodes": nodes, "rating": rating}, &report)
	var found []fault
	for _, f := range report.Faults {
		found = append(found, fault{f.Ply, f.Sign, millionths(f.People), f.Better})
	}
	require.Equal(t, want, found)
}

// With all data and a table of 24 MiB, levels, reports, explanations and the trainer leave the memory below its bound.
func TestMemory(t *testing.T) {
	const maximum, rounds = 142 << 20, 3
	w := start(t)
	for name, file := range w.parts {
		require.Empty(t, w.give(name, file), name)
	}
	var read struct{ Game object }
	w.ask("read", object{"text": "1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 4. 15-18 24-20 *"}, &read)
	p := w.problem("man")
	for n := range rounds {
		for level := range 3 {
			w.ask("think", object{"level": n + level, "moveTime": 50}, &object{})
		}
		w.ask("report", object{"game": read.Game, "nodes": 5000}, &object{})
		w.ask("explain", object{"start": "B:WK9,12,K21:B1,K4,8"}, &object{})
		w.ask("solution", object{"problem": p}, &object{})
		memory := w.measured().Memory
		t.Logf("%d MiB", memory>>20)
		require.LessOrEqual(t, memory, maximum)
	}
}

// A part waits for the engine's move.
func TestPartsWaitForAMove(t *testing.T) {
	w := start(t)
	const moveTime = 1500
	began := time.Now()
	thought := w.send("think", object{"moveTime": moveTime})
	w.write(object{"part": "weights", "file": w.parts["weights"]})
	first := w.until(func(m message) bool { return m.Text.ID == thought || m.Part != "" })
	require.Equal(t, thought, first.Text.ID)
	require.Empty(t, first.Text.Error)
	require.GreaterOrEqual(t, time.Since(began), moveTime*time.Millisecond*9/10)
	require.Empty(t, w.until(func(m message) bool { return m.Part == "weights" }).Error)
}

// A stop and a new position are obeyed while the engine searches. The test tells how long an answer takes: on a host that does nothing
// else nine of ten take less than 30 ms.
func TestStop(t *testing.T) {
	const stops = 20
	w := start(t)
	var all []time.Duration
	for n := range stops {
		w.ask("analyze", object{"search": n + 1, "multiPV": 1}, &object{})
		w.lines(n+1, 8)
		began := time.Now()
		w.ask("position", object{"moves": []string{"11-15"}}, &object{})
		w.ask("stop", object{}, &object{})
		all = append(all, time.Since(began)/2)
	}
	slices.Sort(all)
	t.Logf("median %s, nine of ten %s, most %s", all[stops/2], all[stops*9/10], all[stops-1])
}

// The engine keeps games in files, with their versions and what was changed last, and tells which requests it answers.
func TestDesk(t *testing.T) {
	w := start(t)
	var hello struct{ Kinds []string }
	w.ask("hello", object{}, &hello)
	require.Subset(t, hello.Kinds, []string{"analyze", "change", "report", "problems", "solution"})
	require.NotContains(t, hello.Kinds, "matches")
	var done struct {
		Collection struct {
			Digest, UndoID string
			Games          int
		}
		Unkept string
	}
	w.ask("change", object{"file": "mine.pdn", "number": 1, "text": "1. 11-15 *"}, &done)
	w.ask("change", object{"file": "mine.pdn", "number": 2, "text": "1. 9-14 *", "digest": done.Collection.Digest}, &done)
	require.Equal(t, 2, done.Collection.Games)
	require.Empty(t, done.Unkept)
	w.ask("undoChange", object{"name": "mine.pdn", "undoID": done.Collection.UndoID}, &done)
	require.Equal(t, 1, done.Collection.Games)
	var kept struct{ Versions []object }
	w.ask("versions", object{"name": "mine.pdn"}, &kept)
	require.Len(t, kept.Versions, 2)
	var list struct{ Names []string }
	w.ask("files", object{}, &list)
	require.Equal(t, []string{"mine.pdn"}, list.Names)
	var suite struct{ Problems []object }
	w.ask("problems", object{}, &suite)
	require.Len(t, suite.Problems, 30)
}

// The engine of the page has no server, no templates and no processes inside.
func TestImports(t *testing.T) {
	list := exec.Command("go", "list", "-deps", ".")
	list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	text, err := list.Output()
	require.NoError(t, err)
	names := strings.Fields(string(text))
	require.Greater(t, len(names), 100, runtime.Version())
	for _, heavy := range []string{"net/http", "net", "html/template", "text/template", "os/exec", "testing"} {
		require.NotContains(t, names, heavy)
	}
}

// No package that the page has compiles a regular expression at its start, when nobody needs one yet.
func TestPatternsAreLate(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "-f", `{{if not .Standard}}{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}{{"\n"}}{{end}}{{end}}`, ".")
	list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	names, err := list.Output()
	require.NoError(t, err)
	seen := 0
	for _, name := range strings.Fields(string(names)) {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range f.Decls {
			if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.VAR {
				ast.Inspect(d, func(n ast.Node) bool {
					call, ok := n.(*ast.SelectorExpr)
					if ok && call.Sel.Name == "Of" {
						seen++
					}
					require.False(t, ok && strings.HasPrefix(call.Sel.Name, "MustCompile"), "%s: package internal/pattern compiles late", name)
					_, later := n.(*ast.FuncLit)
					return !later
				})
			}
		}
	}
	require.Positive(t, seen)
}
