package webboard

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// browser returns the context of a Chromium window of a width. The test fails if the page writes an error to the console
// that has none of the tolerated texts.
func browser(t *testing.T, width int64, tolerated ...string) context.Context {
	t.Helper()
	if os.Getenv("ZONDA_LONG") == "" {
		t.Skip("a browser on a busy machine may lose a press: set ZONDA_LONG=1")
	}
	var program string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		t.Skip("no Chromium here: apt-get install chromium")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox)
	allocator, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	const height = 900
	messages := chromedp.Console(ctx)
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(width, height)))
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			known := slices.ContainsFunc(tolerated, func(part string) bool { return strings.Contains(m.Text, part) })
			if (m.IsException() || m.Type == "error") && !known {
				t.Errorf("console: %s", m)
			}
		}
	}()
	return ctx
}

// actTime is the most time for a few steps, on a busy machine.
const actTime = time.Minute

// act runs actions and names the step that fails.
func act(t *testing.T, ctx context.Context, what string, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	limited, cancel := context.WithTimeout(ctx, actTime)
	defer cancel()
	if err := chromedp.Do(limited, actions...); err != nil {
		text, _ := chromedp.Run(ctx, chromedp.Evaluate[string]("document.body.innerText"))
		require.NoError(t, err, "%s: the page shows\n%s", what, text)
	}
}

// shows waits until the page has a text.
func shows(text string) chromedp.Action[chromedp.Void] {
	return chromedp.Poll[chromedp.Void](fmt.Sprintf("document.body.innerText.includes(%q)", text), chromedp.WithPollingTimeout(actTime))
}

// square presses a square as a mouse does.
func square(n int) chromedp.Action[chromedp.Void] {
	return chromedp.Click(fmt.Sprintf(`[data-square="%d"]`, n))
}

// button presses the button with a text.
func button(text string) chromedp.Action[chromedp.Void] {
	return chromedp.Click(fmt.Sprintf(`//button[normalize-space()=%q]`, text))
}

// picture keeps a screenshot where ZONDA_PICTURES names a folder.
func picture(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	folder := os.Getenv("ZONDA_PICTURES")
	if folder == "" {
		return
	}
	const settle = 400 * time.Millisecond
	require.NoError(t, chromedp.Do(ctx, chromedp.Sleep(settle)))
	data, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, name+".png"), data, 0o600))
}

// TestBrowser plays and analyses as a person does.
func TestBrowser(t *testing.T) {
	ctx := browser(t, 1400)
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
	act(t, ctx, "paste", button("Share"), chromedp.SendKeys("#paste", double), button("Read it"), shows("and must capture"))
	act(t, ctx, "jump twice", square(14), square(23), square(30), shows("White to move"))
	const ending = "B:WK29:BK1,K2"
	act(t, ctx, "ending", button("Share"), chromedp.SendKeys("#paste", ending), button("Read it"), button("Endgame"), shows("win 11"))
	picture(t, ctx, "endgame-1400")
	act(t, ctx, "walk", chromedp.Click("#walk"), shows("Perfect play: 11 plies."), shows("Black wins"))
	act(t, ctx, "book", button("Share"), button("New game"), button("Book"), shows("visits"))
	act(t, ctx, "set up", button("Set up"), button("Clear"), shows("the board is empty"))
	act(t, ctx, "start position", button("Start"), button("Use this position"), shows("No moves yet"))
}
