package api

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"

	"github.com/realclientip/realclientip-go"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
)

// proxies tell clients apart, by the addresses of their machines. A client is whoever has connected, unless that is a proxy of
// a trusted network: then it is the last address in the proxy's header that is none of a trusted network. What comes before that
// address is the client's own word.
type proxies struct {
	trusted []net.IPNet
	headers map[string]realclientip.Strategy
}

// newProxies returns the proxies of networks, each an address or a CIDR such as 10.0.0.0/8; none for no proxy.
func newProxies(networks []string) (p proxies, err error) {
	if len(networks) == 0 {
		return p, nil
	}
	for n := range strings.SplitSeq(strings.Join(networks, ","), ",") {
		network, err := realclientip.AddressesAndRangesToIPNets(n)
		if err != nil {
			return p, cli.WrongUse(fmt.Errorf("--trust-proxy %s is neither an address nor a network such as 10.0.0.0/8", cmp.Or(n, `""`)))
		}
		p.trusted = append(p.trusted, network...)
	}
	p.headers = map[string]realclientip.Strategy{}
	for _, name := range []string{"X-Forwarded-For", "Forwarded"} {
		if p.headers[name], err = realclientip.NewRightmostTrustedRangeStrategy(name, p.trusted); err != nil {
			return p, err
		}
	}
	return p, nil
}

// of returns the name of the client of a request. A proxy that sends both headers, of which one may be the client's, is a client
// itself if they differ.
func (p proxies) of(r *http.Request) string {
	connected, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	if !p.trusts(connected) {
		return connected
	}
	found := ""
	for name, header := range p.headers {
		if len(r.Header.Values(name)) == 0 {
			continue
		}
		client := header.ClientIP(r.Header, r.RemoteAddr)
		if client == "" || found != "" && found != client {
			return connected
		}
		found = client
	}
	return cmp.Or(found, connected)
}

// trusts reports whether an address is one of a trusted proxy.
func (p proxies) trusts(address string) bool {
	ip := net.ParseIP(address)
	for _, network := range p.trusted {
		if ip != nil && network.Contains(ip) {
			return true
		}
	}
	return false
}

// clientKey is the key of the client's name in a context.
type clientKey struct{}

// clientIn returns the name of the client of a request.
func clientIn(ctx context.Context) string {
	name, _ := ctx.Value(clientKey{}).(string)
	return name
}
