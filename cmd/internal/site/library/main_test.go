package library

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/protocol/session"
)

// long skips a test that takes long, unless it is asked for.
func long(t *testing.T) {
	t.Helper()
	if os.Getenv("ZONDA_LONG") == "" {
		t.Skip("set ZONDA_LONG=1")
	}
}

// Options are the folders of a library; a folder that is not named is a new one.
type Options struct{ Folder, Kept string }

func started(t *testing.T, o Options) *Library {
	t.Helper()
	if o.Folder == "" {
		o.Folder = t.TempDir()
	}
	if o.Kept == "" {
		o.Kept = t.TempDir()
	}
	d, err := New(o.Folder, o.Kept)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	return d
}

// connection is a page at a library.
type connection struct {
	session *talk.Session
	said    chan []byte
}

// dial opens a page.
func dial(t *testing.T, d *Library) *connection {
	t.Helper()
	e := session.NewSized(1)
	ctx, cancel := context.WithCancel(t.Context())
	c := &connection{said: make(chan []byte, 1000)}
	send := func(message any) {
		data, err := json.Marshal(message)
		if err != nil {
			t.Error(err)
		}
		select {
		case c.said <- data:
		case <-ctx.Done():
		}
	}
	c.session = talk.NewSession(e, send, append(talk.Kinds(), d.Kinds()...))
	leave := d.Open(c.session)
	t.Cleanup(func() {
		cancel()
		leave()
		c.session.Close()
		require.NoError(t, e.Close())
	})
	return c
}

// asked sends a request and returns the body of its reply, or its error.
func asked(t *testing.T, c *connection, message string) (body json.RawMessage, failed string) {
	t.Helper()
	c.session.Take(t.Context(), []byte(message))
	for data := range c.said {
		var reply struct {
			Event string          `json:"event"`
			Body  json.RawMessage `json:"body"`
			Error string          `json:"error"`
		}
		require.NoError(t, json.Unmarshal(data, &reply))
		if reply.Event == "" {
			return reply.Body, reply.Error
		}
	}
	return nil, ""
}

// reply asks the library and reads the body of its answer.
func reply[A any](t *testing.T, conn *connection, kind string, body any) (answer A) {
	t.Helper()
	message, err := json.Marshal(map[string]any{"id": 1, "kind": kind, "body": body})
	require.NoError(t, err)
	data, failed := asked(t, conn, string(message))
	require.Empty(t, failed)
	require.NoError(t, json.Unmarshal(data, &answer))
	return answer
}

// refused asks the library and returns its error.
func refused(t *testing.T, conn *connection, kind string, body any) string {
	t.Helper()
	message, err := json.Marshal(map[string]any{"id": 1, "kind": kind, "body": body})
	require.NoError(t, err)
	_, failed := asked(t, conn, string(message))
	require.NotEmpty(t, failed)
	return failed
}

// twelve is a file of twelve games.
func twelve() string {
	var text strings.Builder
	for n := range 12 {
		fmt.Fprintf(&text, "[Event \"round %d\"]\n[Black \"A%[1]d\"]\n[White  \"B\"]\n\n1.11-15  23-19 2.8-11 {as \xE9ver} *\n\n", n+1)
	}
	return text.String()
}
