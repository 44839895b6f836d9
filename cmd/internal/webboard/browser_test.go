package webboard

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// browser returns the context of a Chromium window of a width; the test fails if the page writes an error to the console.
func browser(t *testing.T, width int64, dark bool) context.Context {
	t.Helper()
	var program string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" || testing.Short() {
		t.Skip("no Chromium here: apt-get install chromium")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox)
	allocator, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, time.Minute)
	t.Cleanup(cancel)
	chromedp.ListenTarget(ctx, func(event any) {
		switch e := event.(type) {
		case *cdpruntime.EventExceptionThrown:
			t.Errorf("exception: %s", e.ExceptionDetails.Error())
		case *log.EventEntryAdded:
			if e.Entry.Level == log.LevelError && !strings.Contains(e.Entry.Text, "WebSocket") {
				t.Errorf("console: %s %s", e.Entry.Text, e.Entry.URL)
			}
		}
	})
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	const height = 900
	require.NoError(t, chromedp.Run(ctx, chromedp.EmulateViewport(width, height),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}})))
	return ctx
}

// act runs actions and names the step that fails.
func act(t *testing.T, ctx context.Context, what string, actions ...chromedp.Action) {
	t.Helper()
	require.NoError(t, chromedp.Run(ctx, actions...), what)
}

// shows waits until the page has a text.
func shows(text string) chromedp.Action {
	return chromedp.Poll(fmt.Sprintf("document.body.innerText.includes(%q)", text), nil, chromedp.WithPollingTimeout(10*time.Second))
}

// square presses a square as a mouse does.
func square(n int) chromedp.Action {
	return chromedp.Click(fmt.Sprintf(`[data-square="%d"]`, n), chromedp.ByQuery)
}

// button presses the button with a text.
func button(text string) chromedp.Action {
	return chromedp.Click(fmt.Sprintf(`//button[normalize-space()=%q]`, text), chromedp.BySearch)
}

// position waits until the board shows a FEN.
func hasFEN(fen string) chromedp.Action {
	return chromedp.Poll(fmt.Sprintf("document.getElementById('fen-now')?.value === %q", fen), nil, chromedp.WithPollingTimeout(10*time.Second))
}

// picture keeps a screenshot where ZONDA_PICTURES names a folder.
func picture(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	folder := os.Getenv("ZONDA_PICTURES")
	if folder == "" {
		return
	}
	var data []byte
	const settle = 400 * time.Millisecond
	act(t, ctx, "picture", chromedp.Sleep(settle), chromedp.FullScreenshot(&data, 100))
	require.NoError(t, os.WriteFile(filepath.Join(folder, name+".png"), data, 0o600))
}

// TestBrowser plays and analyses as a person does.
func TestBrowser(t *testing.T) {
	ctx := browser(t, 1400, false)
	s := started(t, Options{})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"))
	act(t, ctx, "click", square(11), square(15), shows("White to move"))
	act(t, ctx, "type", chromedp.SendKeys("#move", "23-19\r"), shows("Black to move"))
	act(t, ctx, "keyboard", chromedp.Focus(`[data-square="8"]`), chromedp.KeyEvent("\r"),
		chromedp.Focus(`[data-square="11"]`), chromedp.KeyEvent("\r"), shows("White to move"))
	act(t, ctx, "reload", chromedp.Reload(), shows("White to move"), shows("8-11"))
	act(t, ctx, "engine", chromedp.Click("#engine-on"), chromedp.WaitVisible(".line .score"), shows("nodes"))
	picture(t, ctx, "analyse-1400")
	act(t, ctx, "refuse", chromedp.SendKeys("#move", "1-2\r"), shows("illegal"))
	const double = "B:W18,26,32:B1,14"
	act(t, ctx, "paste", button("Share"), chromedp.SendKeys("#paste", double), button("Read it"), shows("and must capture"), hasFEN(double))
	act(t, ctx, "jump twice", square(14), square(23), square(30), shows("White to move"))
	const ending = "B:WK29:BK1,K2"
	act(t, ctx, "ending", button("Share"), chromedp.SendKeys("#paste", ending), button("Read it"), button("Endgame"), shows("win 11"))
	picture(t, ctx, "endgame-1400")
	act(t, ctx, "walk", chromedp.Click("#walk"), shows("Perfect play: 11 plies."), shows("Black wins"))
	act(t, ctx, "book", button("Share"), button("New game"), button("Book"), shows("visits"))
	act(t, ctx, "set up", button("Set up"), button("Clear"), shows("no pieces"))
}
