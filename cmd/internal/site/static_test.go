package site

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestStatic: a folder is served to this machine alone, with the types that browsers need, and nothing beside it.
func TestStatic(t *testing.T) {
	folder := t.TempDir()
	require.ErrorContains(t, ServeStatic(t.Context(), Options{Listen: "127.0.0.1:0", Folder: folder}, nil), "holds no page")
	for name, text := range map[string]string{"index.html": "<title>page</title>", "app.js": "0", "zonda.bin": "\x1f\x8b"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	require.NoError(t, os.Symlink("/etc/hostname", filepath.Join(folder, "outside")))
	ctx, stop := context.WithCancel(t.Context())
	addresses, done := make(chan string), make(chan error, 1)
	go func() {
		done <- ServeStatic(ctx, Options{Listen: "127.0.0.1:0", Folder: folder}, func(address string) error { addresses <- address; return nil })
	}()
	address := <-addresses
	code, text := get(t, address, nil)
	require.Equal(t, http.StatusOK, code)
	require.Contains(t, text, "page")
	for name, want := range map[string]int{
		"app.js?v=1": http.StatusOK, "zonda.bin": http.StatusOK, "outside": http.StatusInternalServerError, "none": http.StatusNotFound, "kept/settings": http.StatusNotFound, "socket": http.StatusNotFound,
	} {
		code, _ = get(t, address+name, nil)
		require.Equal(t, want, code, name)
	}
	code, _ = get(t, address, func(r *http.Request) { r.Host = "evil.example" })
	require.Equal(t, http.StatusMisdirectedRequest, code)
	response, err := http.Get(address + "app.js") //nolint:gosec // the address is that of the server here
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	require.Equal(t, "text/javascript; charset=utf-8", response.Header.Get("Content-Type"))
	require.Contains(t, response.Header.Get("Content-Security-Policy"), "'wasm-unsafe-eval'")
	require.Equal(t, "same-origin", response.Header.Get("Cross-Origin-Opener-Policy"))
	require.Equal(t, "require-corp", response.Header.Get("Cross-Origin-Embedder-Policy"))
	stop()
	require.NoError(t, <-done)
}
