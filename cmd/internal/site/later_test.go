package site

import (
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// scripts is an expression: the scripts that the page has loaded, without their hashes.
const scripts = `[...new Set(performance.getEntriesByType("resource").map(e => e.name.match(/([a-z]+)-[A-Z0-9]{8}\.js/)?.[1]).filter(Boolean))].sort()`

// TestLater: the page begins with one script; what it does not show at once is loaded when it is shown. A part that cannot be loaded says
// so, and the page goes on.
func TestLater(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400, "ERR_BLOCKED_BY_CLIENT"), started(t, Options{})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"))
	require.Equal(t, []string{"chunk"}, evaluated[[]string](t, ctx, scripts))
	act(t, ctx, "a view", press(`.rail [aria-label="Settings"]`), chromedp.WaitVisible("#language"))
	require.Equal(t, []string{"chunk", "later", "settings"}, evaluated[[]string](t, ctx, scripts))
	act(t, ctx, "another language", chosen("language", "de"), shows("Sprache"))
	require.Equal(t, []string{"chunk", "de", "later", "settings"}, evaluated[[]string](t, ctx, scripts))
	act(t, ctx, "and back", chosen("language", "en"), shows("Language"))
	_, err := chromedp.Call(ctx, network.Enable, network.EnableParams{})
	require.NoError(t, err)
	blocked := func(patterns ...*network.BlockPattern) {
		_, err := chromedp.Call(ctx, network.SetBlockedURLs, network.SetBlockedURLsParams{URLPatterns: patterns})
		require.NoError(t, err)
	}
	blocked(&network.BlockPattern{URLPattern: "*://*:*/matches-*.js", Block: true})
	act(t, ctx, "a part that is gone", button("Lab"), shows("This part of the page could not be loaded."))
	act(t, ctx, "the others go on", button("Analyse"), typed("11-15"), has(1), button("Lab"))
	blocked()
	reloads(t, ctx, "it is there again", button("Reload"))
	act(t, ctx, "the view", chromedp.WaitVisible(".v-lab .side-in"))
}
