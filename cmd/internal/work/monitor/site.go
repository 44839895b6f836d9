package monitor

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/work"
)

// Site is a page with the status of a server of work, and /metrics for Prometheus. It shows no token.
type Site struct {
	server   *http.Server
	listener net.Listener
	ended    chan error
}

const readTimeout = 10 * time.Second // for the head of a request

// Listen serves the site at HOST:PORT until Close.
func Listen(ctx context.Context, address string, link *work.Link) (*Site, error) {
	listener, err := cli.Listen(ctx, address)
	if err != nil {
		return nil, fmt.Errorf("http: %w", err)
	}
	registry := prometheus.NewRegistry()
	if err := registry.Register(&collector{ctx: ctx, link: link}); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { servePage(w, r, link) })
	s := &Site{server: &http.Server{Handler: mux, ReadHeaderTimeout: readTimeout}, listener: listener, ended: make(chan error, 1)}
	go func() { s.ended <- s.server.Serve(listener) }()
	return s, nil
}

// Address returns where the site is.
func (s *Site) Address() net.Addr { return s.listener.Addr() }

// Close ends the site.
func (s *Site) Close() error {
	err := s.server.Close()
	if ended := <-s.ended; !errors.Is(ended, http.ErrServerClosed) {
		err = errors.Join(err, ended)
	}
	return err
}

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"mib":     func(bytes uint64) string { return fmt.Sprintf("%.1f", mib(bytes)) },
	"for":     func(now, began time.Time) time.Duration { return now.Sub(began).Round(time.Second) },
	"failure": failureText,
}).Parse(pageText))

// servePage writes the page.
func servePage(w http.ResponseWriter, r *http.Request, link *work.Link) {
	s, err := link.Status(r.Context())
	var failures []work.FailedPiece
	if err == nil {
		failures, err = link.Failures(r.Context(), FailuresShown)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = page.Execute(w, struct { // a reader who is gone needs no page
		work.Status
		Failures []work.FailedPiece
	}{s, failures})
}
