package site

import (
	"context"
	"encoding/json"
	"image/png"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"
)

// started returns a server that runs until the end of the test.
func started(t *testing.T, o Options) *Server {
	t.Helper()
	if o.Listen == "" {
		o.Listen = "127.0.0.1:0"
	}
	if o.Folder == "" {
		o.Folder = t.TempDir()
	}
	ctx, cancel := context.WithCancel(context.Background())
	s, err := Listen(ctx, o)
	require.NoError(t, err)
	if inPage != "" {
		pages, err := os.OpenRoot(inPage)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, pages.Close()) })
		s.policy, s.routes = staticPolicy, staticFiles(pages)
	}
	if o.Kept == "" {
		require.NoError(t, s.kept.put("settings", []byte("{}")), "the user is not new")
	}
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-done)
	})
	return s
}

func get(t *testing.T, url string, change func(*http.Request)) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	require.NoError(t, err)
	if change != nil {
		change(r)
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(r)
	require.NoError(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, string(text)
}

func TestGuard(t *testing.T) {
	s := started(t, Options{})
	code, text := get(t, s.Address(), nil)
	require.Equal(t, http.StatusOK, code)
	require.Contains(t, text, `<script type="module" src="chunk-`)
	code, _ = get(t, s.Address(), func(r *http.Request) { r.Host = "evil.example" })
	require.Equal(t, http.StatusMisdirectedRequest, code)
	for _, header := range []string{"http://evil.example", "null", "http://127.0.0.1:1"} {
		code, _ = get(t, s.Address()+"socket", func(r *http.Request) { r.Header.Set("Origin", header) })
		require.Equal(t, http.StatusForbidden, code, header)
	}
	code, _ = get(t, s.Address()+"go.mod", nil)
	require.Equal(t, http.StatusNotFound, code)
}

// The server draws the position that a page shows, and says what is wrong with one that cannot be.
func TestDiagram(t *testing.T) {
	address := started(t, Options{}).Address() + "diagram"
	code, text := get(t, address+".svg?fen=B:W32:B1", nil)
	require.Equal(t, http.StatusOK, code)
	require.Contains(t, text, ">32</text>")
	code, turned := get(t, address+".svg?fen=B:W32:B1&numbers=none&flip", nil)
	require.Equal(t, http.StatusOK, code)
	require.NotContains(t, turned, "</text>")
	code, text = get(t, address+".svg?fen=B:W32:BK1&numbers=inside&theme=slate&red&arrow=1-6&chalk=32-28&chalk=32", nil)
	require.Equal(t, http.StatusOK, code)
	for _, colour := range []string{"#5b7082", "#8f261d", "#123f78", "#45423c"} {
		require.Contains(t, text, colour)
	}
	code, text = get(t, address+".png?fen=B:W32:B1&numbers=none&chalk=32-28&chalk=32&arrow=1-6", nil)
	require.Equal(t, http.StatusOK, code)
	picture, err := png.Decode(strings.NewReader(text))
	require.NoError(t, err)
	require.Equal(t, pictureWidth, picture.Bounds().Dx())
	for query, message := range map[string]string{
		"fen=B:W1:B5&numbers=inside":                                         "White has a man on 1",
		"fen=B:W5:B5&numbers=inside":                                         "square 5 has two pieces",
		"numbers=inside":                                                     `FEN ""`,
		"fen=B:W32:B1&numbers=none&theme=x":                                  `theme "x" is none of tournament, walnut, slate`,
		"fen=B:W32:B1&numbers=none&arrow=1":                                  "want two squares or more",
		"fen=B:W32:B1&numbers=none&chalk=33":                                 `"33" is not a square`,
		"fen=B:W32:B1&numbers=none" + strings.Repeat("&chalk=1", maxMarks+1): "65 arrows and rings are more than 64",
		"fen=B:W32:B1&numbers=%3Cb>":                                         `numbers "<b>"`,
	} {
		code, text = get(t, address+".png?"+query, nil)
		require.Equal(t, http.StatusUnprocessableEntity, code)
		require.Contains(t, text, message)
	}
	code, _ = get(t, address+".svg?fen=B:W32:B1&numbers=none", func(r *http.Request) { r.Host = "evil.example" })
	require.Equal(t, http.StatusMisdirectedRequest, code)
}

func TestToken(t *testing.T) {
	_, err := Listen(t.Context(), Options{Listen: "0.0.0.0:0", Folder: t.TempDir()})
	require.ErrorContains(t, err, "give --token")
	s := started(t, Options{Token: "se cret"})
	code, _ := get(t, s.Address(), nil)
	require.Equal(t, http.StatusUnauthorized, code)
	code, _ = get(t, s.Address()+"?token=wrong", nil)
	require.Equal(t, http.StatusUnauthorized, code)
	code, _ = get(t, s.AddressWithToken(), nil)
	require.Equal(t, http.StatusSeeOther, code)
	code, _ = get(t, s.Address(), func(r *http.Request) { r.AddCookie(&http.Cookie{Name: s.cookieName(), Value: escapedToken("se cret")}) })
	require.Equal(t, http.StatusOK, code)

	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	browser, other := http.Client{Jar: jar}, started(t, Options{Token: "another"})
	for _, address := range []string{s.AddressWithToken(), other.AddressWithToken(), s.Address(), other.Address()} {
		response, err := browser.Get(address)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		require.Equal(t, http.StatusOK, response.StatusCode, "two boards of one host")
	}
}

// dial opens a page's socket.
func dial(t *testing.T, s *Server) *websocket.Conn {
	t.Helper()
	conn, response, err := websocket.Dial(t.Context(), strings.Replace(s.Address(), "http", "ws", 1)+"socket", nil)
	require.NoError(t, err)
	if response.Body != nil {
		require.NoError(t, response.Body.Close())
	}
	conn.SetReadLimit(1 << 20)
	t.Cleanup(func() { _ = conn.CloseNow() })
	return conn
}

// asked sends a request and returns the body of its reply, or its error.
func asked(t *testing.T, conn *websocket.Conn, message string) (body json.RawMessage, failed string) {
	t.Helper()
	require.NoError(t, conn.Write(t.Context(), websocket.MessageText, []byte(message)))
	for {
		_, data, err := conn.Read(t.Context())
		require.NoError(t, err)
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
}

// The limit of pages holds, and a place that is given back is taken again.
func TestPlaces(t *testing.T) {
	s := started(t, Options{Pages: 1})
	first := dial(t, s)
	code, text := get(t, s.Address()+"socket", nil)
	require.Equal(t, http.StatusServiceUnavailable, code)
	require.Contains(t, text, "close a page first")
	require.NoError(t, first.CloseNow())
	_, failed := asked(t, dial(t, s), `{"id":1,"kind":"hello"}`)
	require.Empty(t, failed)
}

// TestUntilClosed: the server ends by itself when its pages have been closed for a while, not while one is open, and not before
// the first one could open.
func TestUntilClosed(t *testing.T) {
	const while = 300 * time.Millisecond
	s, err := Listen(t.Context(), Options{Listen: "127.0.0.1:0", Folder: t.TempDir(), UntilClosed: while})
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(t.Context()) }()
	stays := func(long time.Duration) {
		select {
		case <-ended:
			require.Fail(t, "the server has ended")
		case <-time.After(long):
		}
	}
	stays(2 * while)
	first := dial(t, s)
	stays(6 * while)
	second := dial(t, s) // loaded again
	require.NoError(t, first.CloseNow())
	stays(2 * while)
	require.NoError(t, second.CloseNow())
	select {
	case err := <-ended:
		require.NoError(t, err)
	case <-time.After(time.Minute):
		require.Fail(t, "the server has not ended")
	}
}

// TestAnswersWhileSearching: a request does not wait for the search of the engine, which has no end.
func TestAnswersWhileSearching(t *testing.T) {
	conn := dial(t, started(t, Options{}))
	_, failed := asked(t, conn, `{"id":1,"kind":"analyze","body":{"search":1,"multiPV":3}}`)
	require.Empty(t, failed)
	const requests = 20
	for range requests {
		_, failed = asked(t, conn, `{"id":2,"kind":"position","body":{"moves":["11-15"]}}`)
		require.Empty(t, failed)
	}
}
