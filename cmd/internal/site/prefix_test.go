package site

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// prefixed is a proxy that shows a server below a prefix, as a gateway does.
func prefixed(t *testing.T, s *Server, prefix string) string {
	t.Helper()
	target, err := url.Parse("http://" + s.listener.Addr().String())
	require.NoError(t, err)
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Host = r.In.Host
	}}
	gateway := httptest.NewServer(http.StripPrefix(prefix, proxy))
	t.Cleanup(gateway.Close)
	return gateway.URL + prefix + "/"
}

// TestBelowAPrefix: every address of the page is relative, so that it works below any path: the socket, what is kept, files, pictures, and
// the way from the token to the page.
func TestBelowAPrefix(t *testing.T) {
	long(t)
	kept := t.TempDir()
	s := started(t, Options{Listen: "0.0.0.0:0", Token: "secret", Kept: kept})
	address := prefixed(t, s, "/a/b")
	ctx := browser(t, 1400)
	act(t, ctx, "open", chromedp.Navigate(address+"?token=secret"), shows("New to checkers?"), button("Analyse"), shows("Black to move"), typed("11-15"), shows("White to move"))
	require.Equal(t, address+"#analyse", evaluated[string](t, ctx, "location.href"))
	act(t, ctx, "the font", holds(`document.fonts.check("14px Figtree")`))
	act(t, ctx, "settings are kept", press(`.rail [aria-label="Settings"]`), chosen("theme", "dark"), themeIs("dark"))
	require.Eventually(t, func() bool {
		data, err := os.ReadFile(filepath.Join(kept, "settings.json"))
		return err == nil && strings.Contains(string(data), `"theme":"dark"`)
	}, actTime, time.Second/10)
	act(t, ctx, "a reload", chromedp.Reload(), themeIs("dark"))
	act(t, ctx, "a file", button("Games"), button("Open…"), holds(`!!document.querySelector("#pdn-file")`), uploaded("#pdn-file", "one.pdn", "[Black \"Anna\"]\n1. 9-14 22-18 *\n"), shows("Anna"))
	require.Empty(t, evaluated[string](t, ctx, `performance.getEntriesByType("resource").map(e => e.name).filter(name => !name.startsWith(location.href.split("#")[0])).join("\n")`))
}
