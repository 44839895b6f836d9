package webboard

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
)

// Options are the settings of a server.
type Options struct {
	Listen string // host and port, 0 for any port; empty for the usual port of this machine, or the next one that is free
	Token  string // what a browser must know; empty for none, which only this machine's own addresses allow
	Folder string // the folder whose games and journals pages may open, and where they save games
	Kept   string // the folder of settings, solved problems and games; empty to keep them until the program ends
	Cache  string // the folder of journals of matches that were begun without a name; empty for none
	Zonda  string // the program, with which pages make matches go on; empty for none
	Pages  int    // largest number of pages at once, 0 for MostPages
}

// MostPages is the usual limit of pages: each has an engine of its own.
const MostPages = 8

// Server is a running board. Use Listen, and Serve until its end.
type Server struct {
	options  Options
	listener net.Listener
	loopback bool
	folder   *os.Root
	places   chan struct{}       // one for each page
	sockets  *semaphore.Weighted // pages that wait for a place
	pages    sync.Map            // the sessions of open pages
	library  *library
	changes  changes
	kept     *kept
	matches  *resumed
	report   chan struct{} // held by the page whose game is being judged
}

// Listen opens the address and the folder. An address beyond this machine needs a token.
func Listen(ctx context.Context, o Options) (*Server, error) {
	if o.Pages == 0 {
		o.Pages = MostPages
	}
	listener, err := listen(ctx, o.Listen)
	if err != nil {
		return nil, err
	}
	s := &Server{
		options: o, listener: listener, loopback: isLoopback(listener.Addr()),
		places: make(chan struct{}, o.Pages), sockets: semaphore.NewWeighted(mostSockets),
		library: newLibrary(), kept: newKept(o.Kept), matches: newResumed(o.Zonda), report: make(chan struct{}, 1),
	}
	if !s.loopback && o.Token == "" {
		err := cli.WrongUse(fmt.Errorf("%s can be reached from other machines: give --token, for example --token %s", o.Listen, rand.Text()))
		return nil, errors.Join(err, listener.Close())
	}
	if s.folder, err = os.OpenRoot(o.Folder); err != nil {
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
		return cli.Listen(ctx, address)
	}
	for port := range usualPorts {
		if l, err := cli.Listen(ctx, fmt.Sprintf("127.0.0.1:%d", usualPort+port)); err == nil {
			return l, nil
		}
	}
	return cli.Listen(ctx, "127.0.0.1:0")
}

func isLoopback(a net.Addr) bool {
	tcp, ok := a.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
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

// Limits of a connection.
const (
	headerTime  = 10 * time.Second
	idleTime    = 2 * time.Minute
	headerBytes = 16 << 10
	closingTime = 2 * time.Second
)

// Serve serves until ctx ends. Pages are then told that the server is gone.
func (s *Server) Serve(ctx context.Context) error {
	s.matches.serve(ctx)
	defer s.matches.ended.Wait()
	server := &http.Server{
		Handler: s.handler(), ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: headerBytes,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	unlink := context.AfterFunc(ctx, func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), closingTime)
		defer cancel()
		if server.Shutdown(closing) != nil {
			_ = server.Close() // what is left is cut off
		}
	})
	defer unlink()
	defer s.folder.Close()
	err := server.Serve(s.listener)
	if errors.Is(err, http.ErrServerClosed) {
		s.waitForPages()
		return s.kept.close()
	}
	return err
}

// waitForPages waits until the engines of all pages are closed.
func (s *Server) waitForPages() {
	for range s.options.Pages {
		s.places <- struct{}{}
	}
}
