// Package api serves the engine over HTTP: moves, analysis as it comes, values of the databases, judged games and diagrams,
// each in JSON, with an OpenAPI document that is made from the types of this package.
//
//	server, err := api.Listen(ctx, api.Options{Listen: "127.0.0.1:0"})
//	fmt.Println(server.Address())
//	err = server.Serve(ctx)
package api

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/klauspost/compress/gzhttp"
	"golang.org/x/sync/semaphore"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/site/httpguard"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/internal/logfile"
)

// Options are the settings of a server.
type Options struct {
	Listen  string   // host and port, 0 for any port
	Token   string   // what a client must know; empty for none, which only this machine's own addresses allow
	Origins []string // of the web pages of other servers that may ask
	Proxies []string // networks of proxies that tell for whom they ask, such as 10.0.0.0/8

	Engines int    // searches at once
	Hash    int    // MiB of the transposition table of each engine
	EGDB    string // a folder with more endgame databases than those in the program; empty for none

	Queue     int           // requests that may wait for an engine
	PerClient int           // searches of one client, those that wait too
	MaxTime   time.Duration // of a search
	MaxNodes  uint64        // of a search
	MaxLines  int           // of an analysis

	MaxGameTime time.Duration // of a judgement
	MaxBody     int64         // bytes of a request without a game

	Log logfile.Logger // has a line for each request; nil for none
}

// The usual settings.
const (
	maxEngines  = 4 // unless the user wants more
	QueuePlaces = 64
	PerClient   = 8
	MaxTime     = 10 * time.Second
	MaxNodes    = 50_000_000
	MaxLines    = 10
	MaxGameTime = time.Minute
	MaxBody     = 64 << 10
	maxGameBody = 4 << 20 // bytes of a request with a game
)

// Engines returns the usual number of engines on a machine with CPUs.
func Engines(cpus int) int { return max(1, min(cpus, maxEngines)) }

// Server is a running API. Use Listen, and Serve until its end.
type Server struct {
	options  Options
	listener net.Listener
	guard    *httpguard.Guard
	proxies  proxies
	endings  *egdb.DB
	engines  *pool
	pictures *semaphore.Weighted // that are made of pixels at once, as many as engines: each takes some MiB
	metrics  *metrics
	ending   context.Context // ends when the server does
}

// Listen opens the address, the databases and the engines. An address beyond this machine needs a token.
func Listen(ctx context.Context, o Options) (_ *Server, err error) {
	for _, origin := range o.Origins {
		if origin == anyOrigin && o.Token == "" {
			return nil, cli.WrongUse(errors.New("--allow-origin '*' lets all pages ask: give --token, which a page then has to know"))
		}
		if origin == anyOrigin {
			continue
		}
		if at, err := url.Parse(origin); err != nil || at.Host == "" || at.Scheme+"://"+at.Host != origin {
			return nil, cli.WrongUse(fmt.Errorf("--allow-origin %s is no origin such as https://club.example, without a path and a slash at the end", origin))
		}
	}
	trusted, err := newProxies(o.Proxies)
	if err != nil {
		return nil, err
	}
	listener, err := httpguard.Listen(ctx, o.Listen)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, listener.Close())
		}
	}()
	s := &Server{options: o, listener: listener, proxies: trusted}
	if s.guard, err = httpguard.New(s.listener, o.Token); err != nil {
		return nil, err
	}
	if s.endings, err = egdb.Open(egdb.Options{Directory: o.EGDB, Memory: egdb.DefaultMemory, LeftOut: func(error) {}}); err != nil {
		return nil, err
	}
	engines := make([]*engine.Engine, o.Engines)
	for i := range engines {
		if engines[i], err = engine.New(s.config(0)); err != nil {
			return nil, err
		}
	}
	s.engines = newPool(engines, o.Queue, o.PerClient)
	s.pictures = semaphore.NewWeighted(int64(o.Engines))
	s.metrics = newMetrics(s.engines)
	return s, nil
}

// config returns the settings of an engine that plays at a level, 0 for full strength.
func (s *Server) config(level int) engine.Config {
	return engine.Config{Hash: s.options.Hash, Threads: 1, Endings: s.endings, Level: level}
}

// Address returns the address of the server, such as http://127.0.0.1:8080/.
func (s *Server) Address() string { return "http://" + s.listener.Addr().String() + "/" }

// Serve serves until ctx ends. Searches then end, and their clients are told what was found.
func (s *Server) Serve(ctx context.Context) error {
	s.ending = ctx
	unlink := context.AfterFunc(ctx, s.engines.close)
	defer unlink()
	err := httpguard.Serve(ctx, s.listener, s.handler(), s.options.Log)
	return errors.Join(err, s.engines.closeEngines(), s.endings.Close())
}

// handler returns the routes of the server behind its guard.
func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	document := s.operations(mux)
	mux.Handle("GET /metrics", s.metrics.handler())
	mux.HandleFunc("GET /docs", document.serve)
	mux.Handle("GET /docs/{$}", http.RedirectHandler("/docs", http.StatusSeeOther))
	mux.Handle("GET /{$}", http.RedirectHandler("/docs", http.StatusSeeOther))
	return s.counted(s.guarded(s.received(packed(plainErrors(mux)))))
}

// minPacked is the number of bytes from which an answer is packed.
const minPacked = 1 << 10

// packed packs long answers for clients that take gzip. Streams are not packed: each event is to come at once.
func packed(next http.Handler) http.Handler {
	kinds := []string{"application/json", "application/problem+json", "image/svg+xml", "text/html", "application/openapi+json"}
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(minPacked), gzhttp.ContentTypes(kinds))
	if err != nil {
		return next // the options are right
	}
	packing := wrap(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == analysePath {
			next.ServeHTTP(w, r)
		} else {
			packing.ServeHTTP(w, r)
		}
	})
}
