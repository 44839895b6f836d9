package api_test

import (
	"html"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/site/api"
)

// TestClients runs the clients that the page shows, where the machine has their languages: with the token, against a server that at
// first has no place, and with a wrong token.
func TestClients(t *testing.T) {
	t.Parallel()
	page, status, _ := send(t, serve(t), request{method: "GET", path: "docs"})
	require.Equal(t, 200, status)
	address := serve(t, func(o *api.Options) { o.Token = "secret" })
	for program, want := range map[string]string{"python3 client.py": "8-11 0.", "node client.mjs": "8-11 ", "go run client.go": "1-5 win"} {
		t.Run(program, func(t *testing.T) {
			t.Parallel()
			words := strings.Fields(program)
			name := words[len(words)-1]
			text, err := os.ReadFile("clients/" + strings.Replace(name, ".go", ".go.txt", 1)) // no package of the program
			require.NoError(t, err)
			file := filepath.Join(t.TempDir(), name)
			require.NoError(t, os.WriteFile(file, text, 0o600))
			require.Contains(t, html.UnescapeString(page), string(text), "the page shows another program")
			if _, err := exec.LookPath(words[0]); err != nil {
				t.Skip(err)
			}
			run := func(token string) (string, error) {
				client := exec.CommandContext(t.Context(), words[0], append(words[1:len(words)-1], file, fullAtFirst(t, address))...)
				client.Env = append(os.Environ(), "ZONDA_TOKEN="+token)
				out, err := client.CombinedOutput()
				return string(out), err
			}
			out, err := run("secret")
			require.NoError(t, err, out)
			require.True(t, strings.HasPrefix(out, want), out)
			out, err = run("wrong")
			require.Error(t, err)
			require.Contains(t, out, "the token is missing or wrong")
		})
	}
}

// fullAtFirst returns the address of a server that has no place for the first request, and sends all others to an address.
func fullAtFirst(t *testing.T, address string) string {
	to, err := url.Parse(address)
	require.NoError(t, err)
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to) }}
	var asked atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked.CompareAndSwap(false, true) {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/"
}
