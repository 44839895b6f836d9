package site

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/zonda-checkers/zonda/cmd/internal/match"
	"github.com/zonda-checkers/zonda/cmd/internal/site/httpguard"
	"github.com/zonda-checkers/zonda/cmd/internal/site/library"
	"github.com/zonda-checkers/zonda/internal/logfile"
)

// Options are the settings of a server.
type Options struct {
	Listen string // host and port, 0 for any port; empty for the usual port of this machine, or the next one that is free
	Token  string // what a browser must know; empty for none, which only this machine's own addresses allow
	Folder string // the folder whose games and journals pages may open, and where they save games
	Kept   string // the folder of settings, solved problems and games; empty to keep them until the program ends
	Cache  string // the folder of journals of matches that were begun without a name; empty for none
	Zonda  string // the program, with which pages start matches; empty for none
	Pages  int    // largest number of pages at once, 0 for maxPages

	Log logfile.Logger // has a line for each request; nil for none

	UntilClosed time.Duration // how long after the last page is closed the server ends, 0 for never; the first page has longer
}

// maxPages is the usual limit of pages: each has an engine of its own.
const maxPages = 8

// Server is a running board. Use Listen, and Serve until its end.
type Server struct {
	options  Options
	listener net.Listener
	guard    *httpguard.Guard
	policy   string              // of the content
	routes   http.Handler        // nil for those of the board
	places   chan struct{}       // one for each page
	sockets  *semaphore.Weighted // pages that wait for a place
	library  *library.Library
	kept     *kept
	matches  *matchProcesses

	certificates certificates
}

// Listen opens the address and the folder. An address beyond this machine needs a token.
func Listen(ctx context.Context, o Options) (*Server, error) {
	if o.Pages == 0 {
		o.Pages = maxPages
	}
	listener, err := listen(ctx, o.Listen)
	if err != nil {
		return nil, err
	}
	guard, err := httpguard.New(listener, o.Token)
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	s := &Server{
		options: o, listener: listener, guard: guard, policy: policy,
		places: make(chan struct{}, o.Pages), sockets: semaphore.NewWeighted(maxSockets),
		kept: newKept(o.Kept), matches: &matchProcesses{program: o.Zonda, running: map[string]bool{}, failed: map[string]string{}},
		certificates: newCertificates(),
	}
	if s.library, err = library.New(o.Folder, s.kept.folder); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return s, nil
}

// The usual ports. A port that stays the same lets a page find its server again after a new start.
const (
	usualPort  = 8832
	usualPorts = 32 // that are tried, one after the other
)

// listen opens an address. If it is empty, the first usual port that is free is opened, or any port if none is.
func listen(ctx context.Context, address string) (net.Listener, error) {
	if address != "" {
		return httpguard.Listen(ctx, address)
	}
	for port := range usualPorts {
		if l, err := httpguard.Listen(ctx, fmt.Sprintf("127.0.0.1:%d", usualPort+port)); err == nil {
			return l, nil
		}
	}
	return httpguard.Listen(ctx, "127.0.0.1:0")
}

// Address returns the address of the page, such as http://127.0.0.1:8080/.
func (s *Server) Address() string {
	host, port, err := net.SplitHostPort(s.listener.Addr().String())
	if err != nil {
		return ""
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		if name, err := os.Hostname(); err == nil {
			host = name
		}
	}
	return "http://" + net.JoinHostPort(host, port) + "/"
}

// AddressWithToken returns the address that opens the page in a browser that has not been here before.
func (s *Server) AddressWithToken() string {
	if s.options.Token == "" {
		return s.Address()
	}
	return s.Address() + "?" + tokenName + "=" + escapedToken(s.options.Token)
}

// Serve serves until ctx ends. Pages are then told that the server is gone.
func (s *Server) Serve(ctx context.Context) error {
	if s.options.UntilClosed > 0 {
		open, cancel := context.WithCancel(ctx)
		defer cancel()
		go s.endWhenClosed(open, cancel)
		ctx = open
	}
	s.matches.serve(ctx)
	defer s.matches.ended.Wait()
	defer s.library.Close()
	if err := httpguard.Serve(ctx, s.listener, s.handler(), s.options.Log); err != nil {
		return errors.Join(err, s.kept.close())
	}
	for range s.options.Pages { // until the engines of all pages are closed
		s.places <- struct{}{}
	}
	return s.kept.close()
}

// endWhenClosed ends the server when no page has been open for the time of the options. A page that is loaded again, or that
// comes back to a machine that has slept, is in time.
func (s *Server) endWhenClosed(ctx context.Context, end context.CancelFunc) {
	const (
		looks = 10 // in the time
		first = 4  // times as long for the first page: the browser may have to start
	)
	ticks := time.NewTicker(s.options.UntilClosed / looks)
	defer ticks.Stop()
	for left := first * looks; left > 0; {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
			if left--; len(s.places) > 0 {
				left = looks
			}
		}
	}
	end()
}

// tokenName is the name of the query's value that holds the token.
const tokenName = "token"

// cookieName is the name of the cookie that holds the token. A browser shares cookies among the ports of a host.
func (s *Server) cookieName() string {
	_, port, _ := net.SplitHostPort(s.listener.Addr().String())
	return tokenName + port
}

func escapedToken(token string) string { return url.QueryEscape(token) }

// PagePolicy lets a page that has its engine inside load and reach nothing but its own server.
const PagePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; " + ownFiles

// ownFiles is the part of the policy for everything but scripts.
const ownFiles = "style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"

// policy lets a page load and reach nothing but this server, and no other page hold it in a frame.
const policy = "default-src 'none'; script-src 'self'; " + ownFiles + "; frame-ancestors 'none'"

// guarded lets through only requests that the user's own page can have made: to this host, from this origin, with the
// token if there is one.
func (s *Server) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range map[string]string{
			"Content-Security-Policy":      s.policy,
			"X-Content-Type-Options":       "nosniff",
			"Referrer-Policy":              "no-referrer",
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin",
		} {
			w.Header().Set(name, value)
		}
		switch {
		case !s.guard.HostAllowed(r.Host):
			http.Error(w, "this server does not answer to that host", http.StatusMisdirectedRequest)
		case !httpguard.SameOrigin(r):
			http.Error(w, "only the board's own page may ask this", http.StatusForbidden)
		case s.takesToken(w, r):
		case !s.knowsToken(r):
			http.Error(w, "the token is missing or wrong: open the address that zonda board has printed", http.StatusUnauthorized)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// takesToken answers a request whose query has the right token: the browser keeps the token in a cookie and asks again
// without it, so that the token stays in no history.
func (s *Server) takesToken(w http.ResponseWriter, r *http.Request) bool {
	if s.options.Token == "" || r.Method != http.MethodGet || !s.guard.IsToken(r.URL.Query().Get(tokenName)) {
		return false
	}
	http.SetCookie(w, &http.Cookie{
		Name: s.cookieName(), Value: escapedToken(s.options.Token), HttpOnly: true, SameSite: http.SameSiteStrictMode,
	})
	w.Header().Set("Location", "./") // relative: the page may lie below a prefix
	w.WriteHeader(http.StatusSeeOther)
	return true
}

func (s *Server) knowsToken(r *http.Request) bool {
	if s.options.Token == "" {
		return true
	}
	cookie, err := r.Cookie(s.cookieName())
	if err != nil {
		return false
	}
	value, err := url.QueryUnescape(cookie.Value)
	return err == nil && s.guard.IsToken(value)
}

// matchProcesses are the matches that pages have started or made go on: processes of the program, which end with the board.
type matchProcesses struct {
	program string

	mu      sync.Mutex
	ctx     context.Context   // of the processes; nil until the board serves
	running map[string]bool   // by the path of the journal
	failed  map[string]string // the last words of a process that has failed
	ended   sync.WaitGroup
}

// serve lets processes run until ctx ends.
func (m *matchProcesses) serve(ctx context.Context) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ctx = ctx
}

// stopTime is how long a match may take to end its engines when the board ends.
const stopTime = 10 * time.Second

// resume makes the match of a journal go on.
func (m *matchProcesses) resume(path string) error { return m.start(path, "match", "--resume", path) }

// start starts the match of a journal. An error that comes later is told by state.
func (m *matchProcesses) start(path string, arguments ...string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.running[path] {
		return errors.New("the match is being started already")
	}
	if m.program == "" || m.ctx == nil {
		return errors.New("this board cannot start a match")
	}
	c := exec.CommandContext(m.ctx, m.program, arguments...)
	c.Cancel = func() error { return match.AskToStop(path) }
	c.WaitDelay = stopTime
	words := &tail{}
	c.Stderr = words
	if err := c.Start(); err != nil {
		return err
	}
	m.running[path] = true
	delete(m.failed, path)
	m.ended.Go(func() {
		err := c.Wait()
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.running, path)
		if err != nil && !strings.Contains(words.String(), match.ErrStopAsked.Error()) {
			m.failed[path] = lastLine(words.String(), err)
		}
	})
	return nil
}

// tail keeps the end of what is written.
type tail struct{ bytes.Buffer }

// tailBytes is how much of it a tail keeps at least.
const tailBytes = 4 << 10

// Write makes a tail an io.Writer.
func (t *tail) Write(text []byte) (int, error) {
	if over := t.Len() - tailBytes; over > 0 {
		t.Next(over)
	}
	return t.Buffer.Write(text)
}

// lastLine returns the last line of what a process has said, or how it ended if it said nothing.
func lastLine(words string, err error) string {
	lines := strings.Split(strings.TrimSpace(words), "\n")
	if last := lines[len(lines)-1]; last != "" {
		return last
	}
	return err.Error()
}

// state returns whether a process that a page has started plays the match of a journal now, and why the last such process failed,
// empty if none did.
func (m *matchProcesses) state(path string) (running bool, failure string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.running[path], m.failed[path]
}
