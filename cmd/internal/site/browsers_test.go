package site

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"
)

// otherBrowser is a window of Firefox or WebKit. The tests of all else run in Chromium; here the page is walked through.
type otherBrowser interface {
	// open goes to an address and waits until the page is loaded.
	open(ctx context.Context, address string) error
	// evaluate returns the text that an expression of the page yields.
	evaluate(ctx context.Context, expression string) (string, error)
	// act lets the user's devices act, in the words of WebDriver.
	act(ctx context.Context, devices []map[string]any) error
	// resize gives the window a size in pixels, which may include its frame.
	resize(ctx context.Context, width, height int) error
	// faults returns what the page has written to the console as errors, if the browser tells.
	faults() []string
}

// TestOtherBrowsers walks through the board, with a server and without one, in Firefox and WebKit where they are installed.
func TestOtherBrowsers(t *testing.T) {
	if os.Getenv("ZONDA_BROWSERS") == "" {
		t.Skip("make test-browsers runs it")
	}
	for name, start := range map[string]func(*testing.T) otherBrowser{"Firefox": firefox, "WebKit": webKit} {
		t.Run(name, func(t *testing.T) {
			w := start(t)
			for kind, address := range map[string]string{"server": started(t, Options{}).Address(), "no server": hosted(t, "", "").Address()} {
				t.Run(kind, func(t *testing.T) { walkThrough(t, w, address) })
			}
			require.Empty(t, w.faults())
		})
	}
}

// walkThrough opens the board, plays with the mouse and with keys, lets the engine think, and looks into each view.
func walkThrough(t *testing.T, w otherBrowser, address string) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	evaluated := func(expression string) string {
		text, err := w.evaluate(ctx, "String("+expression+")")
		require.NoError(t, err, expression)
		return text
	}
	waits := func(expression string) {
		for evaluated(expression) != "true" {
			select {
			case <-time.After(100 * time.Millisecond):
			case <-ctx.Done():
				require.Fail(t, "the page does not come to "+expression, evaluated("document.body.innerText"))
			}
		}
	}
	press := func(selector string) {
		waits(fmt.Sprintf(`!!document.querySelector(%q)`, selector))
		var place struct{ X, Y float64 }
		text := evaluated(fmt.Sprintf(`(() => { const b = document.querySelector(%q).getBoundingClientRect(); return JSON.stringify({x: b.x + b.width / 2, y: b.y + b.height / 2}); })()`, selector))
		require.NoError(t, json.Unmarshal([]byte(text), &place))
		require.NoError(t, w.act(ctx, []map[string]any{{"type": "pointer", "id": "mouse", "parameters": map[string]any{"pointerType": "mouse"}, "actions": []map[string]any{
			{"type": "pointerMove", "duration": 0, "x": int(place.X), "y": int(place.Y)}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0},
		}}}))
	}
	keys := func(text string) {
		var actions []map[string]any
		for _, key := range text {
			actions = append(actions, map[string]any{"type": "keyDown", "value": string(key)}, map[string]any{"type": "keyUp", "value": string(key)})
		}
		require.NoError(t, w.act(ctx, []map[string]any{{"type": "key", "id": "keyboard", "actions": actions}}))
	}
	moves := func(n int) { waits(fmt.Sprintf(`document.querySelectorAll(".sheet .move").length === %d`, n)) }

	require.NoError(t, w.open(ctx, address+"#analyse"))
	waits(`!!document.querySelector(".hit.active")`)
	press(`[data-square="11"]`)
	press(`[data-square="15"]`)
	moves(1)
	const enter = "\ue007" // WebDriver's name of the key
	keys("23-19" + enter)
	moves(2)
	press("#engine-on")
	waits(`document.querySelectorAll(".lines .line").length === 3 && /\d/.test(document.querySelector(".engine .facts").innerText)`)
	press("#engine-on")
	for _, size := range [][2]int{{320, 568}, {390, 844}, {844, 390}, {800, 600}, {1400, 900}} {
		require.NoError(t, w.resize(ctx, size[0], size[1]))
		for _, view := range []string{"play", "problems", "games", "lab", "settings", "setup", "analyse"} {
			require.NoError(t, w.open(ctx, address+"#"+view))
			waits(`document.querySelector(".side-in, main")?.innerText.trim().length > 20`)
			require.Equal(t, "true", evaluated("document.documentElement.scrollWidth <= innerWidth"), "%s scrolls sideways at %v", view, size)
		}
	}
	moves(2)
}

// bidi speaks WebDriver BiDi with Firefox.
type bidi struct {
	conn    *websocket.Conn
	context string // the window
	number  int
	errors  []string
}

func firefox(t *testing.T) otherBrowser {
	program := look(t, "firefox-esr", "firefox")
	c := exec.CommandContext(t.Context(), program, "--headless", "--no-remote", "--profile", t.TempDir(), "--remote-debugging-port", "0", "--window-size", "1280,900")
	c.Env = append(os.Environ(), "HOME="+t.TempDir())
	said, err := c.StderrPipe()
	require.NoError(t, err)
	begin(t, c)
	const tells = "WebDriver BiDi listening on "
	lines := bufio.NewScanner(said)
	for lines.Scan() {
		if at := strings.Index(lines.Text(), tells); at >= 0 {
			b := &bidi{}
			b.conn, _, err = websocket.Dial(t.Context(), lines.Text()[at+len(tells):]+"/session", nil)
			require.NoError(t, err)
			b.conn.SetReadLimit(MaxMessageBytes)
			go func() {
				for lines.Scan() { // what it says further is of no use
				}
			}()
			b.begin(t)
			return b
		}
	}
	require.Fail(t, "Firefox does not listen")
	return nil
}

func (b *bidi) begin(t *testing.T) {
	var tree struct{ Contexts []struct{ Context string } }
	require.NoError(t, b.call(t.Context(), "session.new", map[string]any{"capabilities": map[string]any{}}, nil))
	require.NoError(t, b.call(t.Context(), "session.subscribe", map[string]any{"events": []string{"log.entryAdded"}}, nil))
	require.NoError(t, b.call(t.Context(), "browsingContext.getTree", map[string]any{}, &tree))
	b.context = tree.Contexts[0].Context
}

func (b *bidi) call(ctx context.Context, method string, parameters map[string]any, result any) error {
	b.number++
	message, err := json.Marshal(map[string]any{"id": b.number, "method": method, "params": parameters})
	if err == nil {
		err = b.conn.Write(ctx, websocket.MessageText, message)
	}
	for err == nil {
		var answer struct {
			Type, Method, Error, Message string
			ID                           int
			Result                       json.RawMessage
			Params                       struct{ Level, Text string }
		}
		if _, message, err = b.conn.Read(ctx); err == nil {
			err = json.Unmarshal(message, &answer)
		}
		switch {
		case err != nil:
		case answer.Method == "log.entryAdded" && answer.Params.Level == "error":
			b.errors = append(b.errors, answer.Params.Text)
		case answer.ID != b.number:
		case answer.Type == "error":
			return fmt.Errorf("%s: %s: %s", method, answer.Error, answer.Message)
		case result == nil:
			return nil
		default:
			return json.Unmarshal(answer.Result, result)
		}
	}
	return err
}

func (b *bidi) open(ctx context.Context, address string) error {
	return b.call(ctx, "browsingContext.navigate", map[string]any{"context": b.context, "url": address, "wait": "complete"}, nil)
}

func (b *bidi) evaluate(ctx context.Context, expression string) (string, error) {
	var found struct {
		Type             string
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	err := b.call(ctx, "script.evaluate", map[string]any{"expression": expression, "target": map[string]any{"context": b.context}, "awaitPromise": true}, &found)
	if err == nil && found.Type == "exception" {
		err = errors.New(found.ExceptionDetails.Text)
	}
	return found.Result.Value, err
}

func (b *bidi) act(ctx context.Context, devices []map[string]any) error {
	return b.call(ctx, "input.performActions", map[string]any{"context": b.context, "actions": devices}, nil)
}

func (b *bidi) resize(ctx context.Context, width, height int) error {
	return b.call(ctx, "browsingContext.setViewport", map[string]any{"context": b.context, "viewport": map[string]any{"width": width, "height": height}}, nil)
}

func (b *bidi) faults() []string { return b.errors }

// driver speaks WebDriver with WebKit.
type driver struct{ session string } // its address

func webKit(t *testing.T) otherBrowser {
	program := look(t, "WebKitWebDriver")
	windows, err := filepath.Glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")
	require.NoError(t, err)
	if len(windows) == 0 {
		t.Skip("WebKit has no MiniBrowser")
	}
	display := look(t, "Xvfb")
	screen := exec.CommandContext(t.Context(), display, "-displayfd", "1", "-screen", "0", "1280x1024x24")
	told, err := screen.StdoutPipe()
	require.NoError(t, err)
	begin(t, screen)
	number, err := bufio.NewReader(told).ReadString('\n')
	require.NoError(t, err)
	free, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	_, port, err := net.SplitHostPort(free.Addr().String())
	require.NoError(t, err)
	require.NoError(t, free.Close())
	c := exec.CommandContext(t.Context(), program, "--port="+port)
	c.Env = append(os.Environ(), "DISPLAY=:"+strings.TrimSpace(number), "HOME="+t.TempDir(), "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS=1") // the tests may run as root
	begin(t, c)
	address := "http://127.0.0.1:" + port + "/session"
	var made struct{ SessionID string }
	options := map[string]any{"binary": windows[len(windows)-1], "args": []string{"--automation"}}
	require.Eventually(t, func() bool {
		err := request(t.Context(), http.MethodPost, address, map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{"webkitgtk:browserOptions": options}}}, &made)
		return err == nil
	}, time.Minute, 200*time.Millisecond)
	return driver{address + "/" + made.SessionID}
}

// request sends a command of WebDriver and reads its value.
func request(ctx context.Context, method, address string, body, value any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(data))
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	var found struct{ Value json.RawMessage }
	if err := json.NewDecoder(answer.Body).Decode(&found); err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", address, found.Value)
	}
	if value == nil {
		return nil
	}
	return json.Unmarshal(found.Value, value)
}

func (d driver) open(ctx context.Context, address string) error {
	return request(ctx, http.MethodPost, d.session+"/url", map[string]any{"url": address}, nil)
}

func (d driver) evaluate(ctx context.Context, expression string) (text string, err error) {
	err = request(ctx, http.MethodPost, d.session+"/execute/sync", map[string]any{"script": "return " + expression, "args": []any{}}, &text)
	return text, err
}

func (d driver) act(ctx context.Context, devices []map[string]any) error {
	return request(ctx, http.MethodPost, d.session+"/actions", map[string]any{"actions": devices}, nil)
}

func (d driver) resize(ctx context.Context, width, height int) error {
	return request(ctx, http.MethodPost, d.session+"/window/rect", map[string]any{"width": width, "height": height}, nil)
}

func (d driver) faults() []string { return nil }

// look returns the path of the first program that is installed. It skips the test if there is none.
func look(t *testing.T, names ...string) string {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skipf("there is no %s", strings.Join(names, ", nor "))
	return ""
}

// begin starts a program that ends with the test.
func begin(t *testing.T, c *exec.Cmd) {
	require.NoError(t, c.Start())
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
}
