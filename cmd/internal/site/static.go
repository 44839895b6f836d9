package site

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path"
)

// staticTypes are the types of files of a page without a server, which some systems name in another way.
var staticTypes = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json",
	".bin": "application/octet-stream",
}

// staticPolicy is the policy of a page without a server, which no other page may hold in a frame.
const staticPolicy = PagePolicy + "; frame-ancestors 'none'"

// ServeStatic serves the folder of the options with a page that needs no server until ctx ends. Only this machine can reach it. Begun is
// called with the address.
func ServeStatic(ctx context.Context, o Options, begun func(address string) error) error {
	s, err := Listen(ctx, o)
	if err != nil {
		return err
	}
	s.policy, s.routes = staticPolicy, staticFiles(s.library.Folder())
	if _, err := s.library.Folder().Stat("index.html"); err != nil {
		_ = s.listener.Close() // nothing was served
		return fmt.Errorf("%s holds no page: it has no index.html; make web writes one into dist/web", o.Folder)
	}
	if err := begun(s.Address()); err != nil {
		_ = s.listener.Close() // nothing was served
		return err
	}
	return s.Serve(ctx)
}

// staticFiles answers with the files of a folder. A browser asks each time whether a file is still the same. The page is isolated, so that
// its worker sees at once that a message waits.
func staticFiles(folder *os.Root) http.Handler {
	files := http.FileServerFS(folder.FS())
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if kind, known := staticTypes[path.Ext(r.URL.Path)]; known {
			w.Header().Set("Content-Type", kind)
		}
		w.Header().Set("Cross-Origin-Embedder-Policy", "require-corp")
		w.Header().Set("Cache-Control", "no-cache")
		files.ServeHTTP(w, r)
	})
}
