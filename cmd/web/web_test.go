package main_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// folder is where the tests build the engine of the page.
var folder string

func TestMain(m *testing.M) {
	folder, _ = os.MkdirTemp("", "zonda-web")
	code := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// built writes the engine of the page and its parts into the folder, once, and returns the parts by their names.
var built = sync.OnceValues(func() (map[string]string, error) {
	write := exec.Command("go", "run", "./cmd/release", "web", folder)
	write.Dir, write.Stderr = "../..", os.Stderr
	if err := write.Run(); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(folder, "parts.json"))
	if err != nil {
		return nil, err
	}
	var list struct{ Parts []struct{ Name, File string } }
	parts := map[string]string{}
	err = json.Unmarshal(text, &list)
	for _, p := range list.Parts {
		parts[p.Name] = filepath.Join(folder, p.File)
	}
	return parts, err
})

// worker is the engine of the page under node.
type worker struct {
	t     *testing.T
	in    io.Writer
	parts map[string]string // files, by the names of the parts
	said  chan message
	last  int // the number of the last request
}

// message is what the engine posts.
type message struct {
	Text struct {
		ID    int             `json:"id"`
		Event string          `json:"event"`
		Body  json.RawMessage `json:"body"`
		Error string          `json:"error"`
	} `json:"text"`
	Ready    bool            `json:"ready"`
	Part     string          `json:"part"`
	Received int             `json:"received"`
	Body     json.RawMessage `json:"body"`
	Error    string          `json:"error"`
	Gap      float64         `json:"gap"` // milliseconds
	Memory   int             `json:"memory"`
}

// start runs the engine, which needs node. The environment is added to that of the test.
func start(t *testing.T, environment ...string) *worker {
	t.Helper()
	if os.Getenv("ZONDA_LONG") == "" {
		t.Skip("set ZONDA_LONG=1 to build the engine of the page and run it under node")
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no node")
	}
	parts, err := built()
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	node := exec.CommandContext(ctx, "node", "testdata/run.js", folder, t.TempDir())
	node.Env = append(os.Environ(), environment...)
	node.Stderr = os.Stderr
	in, err := node.StdinPipe()
	require.NoError(t, err)
	out, err := node.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, node.Start())
	w := &worker{t: t, in: in, parts: parts, said: make(chan message, 1000)}
	t.Cleanup(func() {
		_ = in.Close()
		_ = node.Wait()
	})
	go func() {
		defer close(w.said)
		lines := bufio.NewScanner(out)
		lines.Buffer(nil, 1<<24)
		for lines.Scan() {
			var m message
			if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
				t.Errorf("%s: %v", lines.Text(), err)
				return
			}
			w.said <- m
		}
	}()
	w.until(func(m message) bool { return m.Ready })
	return w
}

// until waits for a message.
func (w *worker) until(wanted func(message) bool) message {
	w.t.Helper()
	for m := range w.said {
		if wanted(m) {
			return m
		}
	}
	require.Fail(w.t, "the engine has ended")
	return message{}
}

// write sends a line to the runner.
func (w *worker) write(line map[string]any) {
	text, err := json.Marshal(line)
	require.NoError(w.t, err)
	_, err = w.in.Write(append(text, '\n'))
	require.NoError(w.t, err)
}

// send sends a request and returns its number.
func (w *worker) send(kind string, body any) int {
	w.last++
	w.write(map[string]any{"take": map[string]any{"id": w.last, "kind": kind, "body": body}})
	return w.last
}

// answer waits for the reply to a request.
func (w *worker) answer(id int) message {
	w.t.Helper()
	return w.until(func(m message) bool { return m.Text.ID == id })
}

// ask sends a request and reads the body of its reply.
func (w *worker) ask(kind string, body, into any) {
	w.t.Helper()
	m := w.answer(w.send(kind, body))
	require.Empty(w.t, m.Text.Error)
	require.NoError(w.t, json.Unmarshal(m.Text.Body, into))
}

// give gives the engine a part from a file, and returns what it says of it.
func (w *worker) give(name, file string) string {
	w.t.Helper()
	w.write(map[string]any{"part": name, "file": file})
	return w.until(func(m message) bool { return m.Part == name }).Error
}

type object = map[string]any

// The engine of the page visits the nodes that the program visits. Without the weights the network judges positions of few
// pieces, too.
func TestSignatures(t *testing.T) {
	const network, linear, networkAlone = 1060821, 1035819, 1052981
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

// gap returns the longest time that the engine has kept its thread since gap was called last.
func (w *worker) gap() time.Duration {
	w.t.Helper()
	w.write(object{"gap": true})
	m := w.until(func(m message) bool { return m.Memory > 0 })
	w.t.Logf("%.1f ms at most, %d MiB", m.Gap, m.Memory>>20)
	return time.Duration(m.Gap * float64(time.Millisecond))
}

// lines waits for the lines of an analysis.
func (w *worker) lines(number, depth int) (found struct {
	Search, Depth int
	Lines         []struct{ Score struct{ Result string } }
}) {
	w.t.Helper()
	w.until(func(m message) bool {
		found.Search = 0
		return m.Text.Event == "lines" && json.Unmarshal(m.Text.Body, &found) == nil && found.Search == number && found.Depth >= depth
	})
	return found
}

// games is the text of a collection of a number of games.
func games(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "[Event \"E\"]\n[Black \"B%d\"]\n[White \"W\"]\n[Result \"1-0\"]\n1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 4. 15-18 24-20 5. 11-15 28-24 1-0\n\n", i)
	}
	return text.String()
}

// Nothing keeps the thread for long, whatever the engine does: messages, timers and answers get in.
func TestBreath(t *testing.T) {
	const longest = 100 * time.Millisecond // 50 on a machine that does nothing else
	w := start(t, "ZONDA_GAPS=1")
	w.gap() // of the start
	does := func(what string, work func()) {
		t.Helper()
		began := time.Now()
		work()
		t.Logf("%s: %s", what, time.Since(began).Round(time.Millisecond))
		if gap := w.gap(); gap > longest {
			t.Errorf("%s: the engine has kept its thread for %s", what, gap)
		}
	}
	w.ask("hello", object{}, &object{})
	does("analysis", func() {
		w.ask("analyze", object{"search": 1, "multiPV": 1}, &object{})
		w.lines(1, 16)
	})
	for _, name := range []string{"weights", "book", "values", "distances"} {
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
	does("the proof solver", func() {
		w.ask("set", object{"name": "Solver", "value": "true"}, &object{})
		w.ask("analyze", object{"search": 3, "multiPV": 1, "start": "B:W18,20,22,25,26,27,29,30,31,32:B1,2,3,5,6,7,8,10,11,12"}, &object{})
		w.lines(3, 18)
		time.Sleep(2 * time.Second)
		w.ask("stop", object{}, &object{})
		w.ask("set", object{"name": "Solver", "value": "false"}, &object{})
	})
	many := filepath.Join(t.TempDir(), "many.pdn")
	require.NoError(t, os.WriteFile(many, []byte(games(10_000)), 0o600))
	var collection struct{ ID string }
	does("10,000 games", func() {
		w.write(object{"receive": 1, "kind": "games", "name": "many.pdn", "file": many})
		m := w.until(func(m message) bool { return m.Received == 1 })
		require.Empty(t, m.Error)
		require.NoError(t, json.Unmarshal(m.Body, &collection))
	})
	does("a search for a position", func() {
		w.ask("games", object{"collection": collection.ID, "position": "W:W21-32:B1-10,12,15", "sort": "black", "count": 50}, &object{})
	})
	does("a report", func() {
		var read struct{ Game object }
		w.ask("read", object{"text": "1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 4. 15-18 24-20 *"}, &read)
		w.ask("report", object{"game": read.Game, "nodes": 20_000}, &object{})
	})
	does("the table", func() {
		for _, size := range []string{"16", "64"} {
			w.ask("set", object{"name": "Hash", "value": size}, &object{})
		}
	})
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
