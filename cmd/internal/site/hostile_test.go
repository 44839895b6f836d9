package site

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/site/library"
)

// Foreign messages get an error, and the page goes on.
func TestForeignMessages(t *testing.T) {
	conn := dial(t, started(t, Options{}))
	for message, want := range map[string]string{
		"no json":                    "no request",
		"":                           "no request",
		"[]":                         "no request",
		strings.Repeat("[", 100_000): "no request",
		`{"id":"x"}`:                 "no request",
		`{"id":1,"kind":"none"}`:     "unknown request",
		`{"id":1,"kind":"position","body":{"start":"x"}}`:                  "FEN",
		`{"id":1,"kind":"position","body":{"x":1}}`:                        "unknown field",
		`{"id":1,"kind":"set","body":{"name":"LogFile","value":"/tmp/x"}}`: "no option",
		`{"id":1,"kind":"set","body":{"name":"Hash","value":"9999999"}}`:   "is not between 1 and 1024",
		`{"id":1,"kind":"open","body":{"name":"../x.pdn"}}`:                "no name of a file",
		`{"id":1,"kind":"change","body":{"file":"x.sh","text":""}}`:        "does not end in .pdn",
		`{"id":1,"kind":"change","body":{"file":"../x.pdn"}}`:              "no name of a file",
		`{"id":1,"kind":"change","body":{"file":"x.pdn","text":"hello"}}`:  "no game in it",
		`{"id":1,"kind":"undoChange","body":{"name":"/x.pdn"}}`:            "no name of a file",
		`{"id":1,"kind":"match","body":{"name":"../../etc/passwd"}}`:       "no match",
		`{"id":1,"kind":"resumeMatch","body":{"name":"/tmp/x.match"}}`:     "no match",
		`{"id":1,"kind":"stopMatch","body":{"name":"x"}}`:                  "no match",
		`{"id":1,"kind":"analyze","body":{"multiPV":900}}`:                 "not between",
	} {
		_, failed := asked(t, conn, message)
		require.Contains(t, failed, want, message[:min(len(message), 100)])
	}
	body, failed := asked(t, conn, `{"id":2,"kind":"position","body":{"moves":["11-15"]}}`)
	require.Empty(t, failed)
	require.Contains(t, string(body), `"turn":"White"`)
}

// A message that is too large, or that is no text, ends its page and no other.
func TestMessagesThatEndAPage(t *testing.T) {
	s := started(t, Options{})
	other := dial(t, s)
	for kind, want := range map[websocket.MessageType]websocket.StatusCode{
		websocket.MessageText: websocket.StatusMessageTooBig, websocket.MessageBinary: websocket.StatusUnsupportedData,
	} {
		conn, size := dial(t, s), MaxMessageBytes+1
		if kind == websocket.MessageBinary {
			size = 1
		}
		require.NoError(t, conn.Write(t.Context(), kind, make([]byte, size)))
		_, _, err := conn.Read(t.Context())
		require.Equal(t, want, websocket.CloseStatus(err), err)
	}
	_, failed := asked(t, other, `{"id":1,"kind":"hello"}`)
	require.Empty(t, failed)
}

// A thousand sockets: as many as there are boards are open, all others get an answer, and when they are gone the server is
// as it was.
func TestThousandSockets(t *testing.T) {
	long(t)
	s := started(t, Options{})
	var open, refused atomic.Int64
	var sockets sync.WaitGroup
	ctx, cancel := context.WithCancel(t.Context())
	held := make(chan *websocket.Conn, maxPages)
	for range 1000 {
		sockets.Go(func() {
			conn, response, err := websocket.Dial(ctx, strings.Replace(s.Address(), "http", "ws", 1)+"socket", nil)
			switch {
			case err == nil:
				open.Add(1)
				held <- conn
			case assert.NotNil(t, response, err):
				assert.Equal(t, http.StatusServiceUnavailable, response.StatusCode)
				refused.Add(1)
			}
		})
	}
	sockets.Wait()
	require.EqualValues(t, maxPages, open.Load())
	require.EqualValues(t, 1000-maxPages, refused.Load())
	code, _ := get(t, s.Address(), nil)
	require.Equal(t, http.StatusOK, code)
	for range maxPages {
		_ = (<-held).CloseNow()
	}
	cancel()
	_, failed := asked(t, dial(t, s), `{"id":1,"kind":"hello"}`)
	require.Empty(t, failed)
}

// A file that is too large is refused by its announced size before it is sent, or when it has grown too large.
func TestTooLarge(t *testing.T) {
	s := started(t, Options{})
	address := strings.Trim(strings.TrimPrefix(s.Address(), "http:"), "/")
	for what, body := range map[string]string{"announced": fmt.Sprintf("Content-Length: %d\r\n\r\n", 100<<20), "growing": "Transfer-Encoding: chunked\r\n\r\n"} {
		conn, err := net.Dial("tcp", address)
		require.NoError(t, err)
		_, err = fmt.Fprintf(conn, "POST /games?name=x.pdn HTTP/1.1\r\nHost: %s\r\n%s", address, body)
		require.NoError(t, err)
		if what == "growing" {
			const chunk = 1 << 20
			data := strings.Repeat("x", chunk)
			for range library.MaxGamesBytes / chunk {
				_, err = fmt.Fprintf(conn, "%x\r\n%s\r\n", chunk, data)
				require.NoError(t, err)
			}
			_, err = fmt.Fprint(conn, "1\r\nx\r\n")
			require.NoError(t, err)
		}
		response, err := http.ReadResponse(bufio.NewReader(conn), nil)
		require.NoError(t, err, what)
		require.Equal(t, http.StatusRequestEntityTooLarge, response.StatusCode, what)
		text, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		require.Equal(t, "the file is larger than 64 MiB\n", string(text))
		require.NoError(t, conn.Close())
	}
	code, _ := get(t, s.Address(), nil)
	require.Equal(t, http.StatusOK, code)
}

// evil is markup that would run a script or draw something if a page took it for its own.
const evil = `</script></style></textarea><script>window.taken=1</script><img src=x onerror=window.taken=1><svg onload=window.taken=1><b class=evil>`

// TestHostilePDN: a file with markup in every tag and comment is text in every view.
func TestHostilePDN(t *testing.T) {
	long(t)
	folder := t.TempDir()
	var game strings.Builder
	for _, tag := range []string{"Event", "Site", "Date", "Round", "Black", "White", "Opening", "Annotator", "ECO"} {
		fmt.Fprintf(&game, "[%s \"%s\"]\n", tag, evil)
	}
	fmt.Fprintf(&game, "{%[1]s} 1. 11-15 {%[1]s} 22-18 ({%[1]s} 23-19 {%[1]s}) 2. 15x22 $1 25x18 {%[1]s} *\n\n", evil)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "evil.pdn"), []byte(game.String()), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "<img src=x onerror=window.taken=1>.pdn"), []byte(game.String()), 0o600))
	s, ctx := started(t, Options{Folder: folder}), browser(t, 1400)
	untouched := func(where string) {
		t.Helper()
		const strange = `document.querySelectorAll("main script, main img, main .evil, main svg[onload], iframe").length`
		require.Zero(t, evaluated[int](t, ctx, strange), where)
		require.Equal(t, "undefined", evaluated[string](t, ctx, "typeof window.taken"), where)
	}
	act(t, ctx, "list", chromedp.Navigate(s.Address()), opens("evil.pdn"), lists("1 game"), shows("<b class=evil>"))
	untouched("list")
	act(t, ctx, "game", reads(1), has(5))
	untouched("game")
	act(t, ctx, "names", button("Analyse"), fromMenu("#game-menu", "#details"))
	untouched("names")
	act(t, ctx, "close", button("Done"))
	act(t, ctx, "report", button("Report"), judged)
	untouched("report")
	require.Zero(t, evaluated[int](t, ctx, `document.querySelector(".report").querySelectorAll("script, img, .evil").length`))
	act(t, ctx, "a file that is too large", button("Games"), button("Open…"), holds(`!!document.querySelector("#pdn-file")`), run(`
		const files = new DataTransfer(), input = document.querySelector("#pdn-file");
		files.items.add(new File([new Uint8Array(65 << 20)], "large.pdn"));
		input.files = files.files;
		input.dispatchEvent(new Event("change", {bubbles: true}));`), shows("large.pdn is larger than 64 MiB"))
}

// TestNoRoom: where the browser keeps nothing the page works, and the server has the game after a reload. Where the server cannot keep
// anything the page says so.
func TestNoRoom(t *testing.T) {
	long(t)
	kept := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(kept, "settings.json"), []byte("{}"), 0o600), "the user is not new")
	ctx, s := browser(t, 1400, "Failed to load resource"), started(t, Options{Kept: kept})
	const full = `Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }`
	act(t, ctx, "no room in the browser", chromedp.Navigate(s.Address()), shows("Black to move"), run(full), typed("11-15"), typed("23-19"), has(2))
	require.Eventually(t, func() bool {
		games, err := filepath.Glob(filepath.Join(kept, "games-*.json"))
		if err != nil || len(games) == 0 {
			return false
		}
		text, err := os.ReadFile(games[0])
		return err == nil && strings.Contains(string(text), "23-19")
	}, actTime, time.Second/10, "the server keeps the game")
	act(t, ctx, "reload", chromedp.Reload(), has(2))
	s.kept.folder = filepath.Join(kept, "settings.json", "no folder")
	act(t, ctx, "no room at the server", typed("8-11"), holds(`!!document.querySelector(".toast.bad")`), has(3))
}
