// Package httpguard is what stands before the servers of the program: where they listen, and which requests they let in.
//
//	listener, err := httpguard.Listen(ctx, "127.0.0.1:0")
//	guard, err := httpguard.New(listener, token)
//	if !guard.HostAllowed(r.Host) || !httpguard.SameOrigin(r) { ... }
package httpguard

import (
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
)

// Guard tells which requests a server lets in.
type Guard struct {
	loopback bool
	port     string
	token    []byte
}

// New returns the guard of a server that listens. A server that other machines can reach needs a token.
func New(listener net.Listener, token string) (*Guard, error) {
	tcp, ok := listener.Addr().(*net.TCPAddr)
	d := &Guard{loopback: ok && tcp.IP.IsLoopback(), token: []byte(token)}
	var err error
	if _, d.port, err = net.SplitHostPort(listener.Addr().String()); err != nil {
		return nil, err
	}
	if !d.loopback && token == "" {
		return nil, cli.WrongUse(fmt.Errorf("other machines can reach the address of --listen: give --token, for example --token %s", rand.Text()))
	}
	return d, nil
}

// HostAllowed reports whether a request's Host names this server. On the loopback other names are refused: a foreign page
// could have made its own name point here (DNS rebinding). Beyond the loopback the token protects the server.
func (d *Guard) HostAllowed(host string) bool {
	if !d.loopback {
		return true
	}
	name, given, err := net.SplitHostPort(host)
	if err != nil {
		name, given = host, "80"
	}
	return given == d.port && IsLoopback(strings.Trim(name, "[]"))
}

// IsToken reports whether a text is the token. It takes as long for every text of a length.
func (d *Guard) IsToken(text string) bool {
	return subtle.ConstantTimeCompare([]byte(text), d.token) == 1
}

// SameOrigin reports whether a request does not come from a page of another origin. A browser names the origin of every
// WebSocket and of every request that sends something.
func SameOrigin(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" && r.Header.Get("Sec-Fetch-Mode") != "navigate" {
		return false
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	from, err := url.Parse(origin)
	return err == nil && strings.EqualFold(from.Host, r.Host)
}
