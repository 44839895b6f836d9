package main_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// folder is where the tests build the engine of the page.
var folder string

func TestMain(m *testing.M) {
	temporary, _ := os.MkdirTemp("", "zonda-web")
	folder = temporary
	code := m.Run()
	_ = os.RemoveAll(temporary)
	os.Exit(code)
}

// built writes the engine of the page and its parts into the folder, once, and returns the parts by their names. A folder that is made
// already is that of ZONDA_WEB.
var built = sync.OnceValues(func() (map[string]string, error) {
	if made := os.Getenv("ZONDA_WEB"); made != "" {
		folder = made
	} else {
		write := exec.Command("go", "run", "./cmd/release", "web", folder)
		write.Dir, write.Stderr = "../..", os.Stderr
		if err := write.Run(); err != nil {
			return nil, err
		}
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
	home  string            // the folder of what the engine keeps
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
	Yields   int             `json:"yields"`
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
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute) // on a busy machine
	t.Cleanup(cancel)
	home := t.TempDir()
	node := exec.CommandContext(ctx, "node", "testdata/run.js", folder, home)
	node.Env = append(os.Environ(), environment...)
	node.Stderr = os.Stderr
	in, err := node.StdinPipe()
	require.NoError(t, err)
	out, err := node.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, node.Start())
	w := &worker{t: t, in: in, parts: parts, home: home, said: make(chan message, 1000)}
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

// receive gives the engine a file of the user, and returns what has become of it.
func (w *worker) receive(kind, text string) json.RawMessage {
	w.t.Helper()
	name := filepath.Join(w.t.TempDir(), kind)
	require.NoError(w.t, os.WriteFile(name, []byte(text), 0o600))
	w.write(object{"receive": 1, "kind": kind, "name": kind, "file": name})
	m := w.until(func(m message) bool { return m.Received > 0 })
	require.Empty(w.t, m.Error, kind)
	return m.Body
}

type object = map[string]any

// gap returns the longest time that the engine has kept its thread since gap was called last.
func (w *worker) gap() time.Duration {
	w.t.Helper()
	m := w.measured()
	w.t.Logf("%.1f ms at most, %d MiB", m.Gap, m.Memory>>20)
	return time.Duration(m.Gap * float64(time.Millisecond))
}

// measured returns what the runner has measured.
func (w *worker) measured() message {
	w.t.Helper()
	w.write(object{"gap": true})
	return w.until(func(m message) bool { return m.Memory > 0 })
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
