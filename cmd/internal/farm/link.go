package farm

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Say prints a line for the user, as fmt.Printf does, without the end of the line.
type Say func(format string, arguments ...any)

// Link is a connection to a server. If the connection is lost, the link tries to get it back until it is closed.
type Link struct {
	conn    *nats.Conn
	js      jetstream.JetStream
	streams streams
	say     Say
	pace    pace
	back    chan struct{} // gets a value when a lost connection is there again
	closed  chan struct{} // closed when the server refuses the link for good
}

const (
	reconnectPause = time.Second
	requestTimeout = 10 * time.Second // for a request about streams
)

// Dial connects to a server and opens its streams. Say gets a line when the connection is lost or is there again.
func Dial(ctx context.Context, a Address, say Say) (*Link, error) {
	options := []nats.Option{nats.Name("zonda"), a.entry()}
	if config := a.tlsConfig(); config != nil {
		options = append(options, nats.Secure(config))
	}
	return dial(ctx, a.Host, Address{Host: a.Host}.String(), a.Replicas, say, options...)
}

func dial(ctx context.Context, host, url string, replicas int, say Say, options ...nats.Option) (*Link, error) {
	l := &Link{say: say, pace: defaultPace(), back: make(chan struct{}, 1), closed: make(chan struct{})}
	options = append(options, nats.MaxReconnects(-1), nats.ReconnectWait(reconnectPause),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil { // not closed by this program
				say("the server at %s is gone: %v; trying again", host, err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) {
			say("the server at %s is there again", host)
			select {
			case l.back <- struct{}{}:
			default:
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if !errors.Is(err, nats.ErrAuthorization) { // the connection is closed then, which tells it
				say("the server at %s: %v", host, err)
			}
		}),
		nats.ClosedHandler(func(*nats.Conn) { close(l.closed) }))
	var err error
	if l.conn, err = nats.Connect(url, options...); err != nil {
		return nil, dialError(host, err)
	}
	if err := l.open(ctx, replicas); err != nil {
		l.conn.Close()
		return nil, fmt.Errorf("the server at %s: %w", host, err)
	}
	return l, nil
}

// open opens the streams.
func (l *Link) open(ctx context.Context, replicas int) (err error) {
	ctx, cancel := context.WithTimeout(ctx, startTimeout) // a server that has just begun may be slow
	defer cancel()
	if l.js, err = jetstream.New(l.conn, jetstream.WithDefaultTimeout(requestTimeout)); err != nil {
		return err
	}
	if l.streams, err = openStreams(ctx, l.js, replicas); err != nil {
		return fmt.Errorf("its streams cannot be opened: %w", err)
	}
	return nil
}

// dialError returns the error of a first connection in words.
func dialError(host string, err error) error {
	switch {
	case errors.Is(err, nats.ErrAuthorization):
		return fmt.Errorf("the server at %s refuses the token in the address", host)
	case errors.Is(err, nats.ErrSecureConnWanted):
		return fmt.Errorf("the server at %s has no TLS, but the address asks for it", host)
	case errors.Is(err, nats.ErrNoServers):
		return fmt.Errorf("no server answers at %s", host)
	}
	return fmt.Errorf("the server at %s: %w", host, err)
}

// Closed is closed when the server has refused a lost connection for good, as with a token that has changed.
func (l *Link) Closed() <-chan struct{} { return l.closed }

// errClosed is why work ends when the link is closed for good.
var errClosed = errors.New("the server refuses the connection: its token may have changed")

// Close closes the connection.
func (l *Link) Close() { l.conn.Close() }

// Address says where a server is and how to enter: nats://TOKEN@HOST:PORT. Two parameters may follow:
// fingerprint=HEX, the SHA-256 of the certificate that the server must have, and replicas=3, the copies of the
// streams that are made in a cluster.
type Address struct {
	User        *url.Userinfo // a token, or a name with a password; nil for none
	Host        string        // with the port
	TLS         bool
	Fingerprint string // of the server's certificate; "" if an authority has signed it
	Replicas    int
}

// The parts of an address.
const (
	plainScheme    = "nats"
	tlsScheme      = "tls"
	fingerprintKey = "fingerprint"
	replicasKey    = "replicas"
	maxReplicas    = 5 // of JetStream
)

// ParseAddress reads an address. Its errors do not show the token.
func ParseAddress(text string) (a Address, err error) {
	u, err := url.Parse(text)
	if err != nil {
		return a, errors.New("the address of the server is no URL: it looks like nats://TOKEN@HOST:PORT")
	}
	if u.Scheme != plainScheme && u.Scheme != tlsScheme || u.Hostname() == "" || u.Port() == "" || strings.Trim(u.Path, "/") != "" {
		return a, errors.New("the address of the server does not look like nats://TOKEN@HOST:PORT")
	}
	a = Address{User: u.User, Host: u.Host, TLS: u.Scheme == tlsScheme, Replicas: 1}
	for key, values := range u.Query() {
		switch value := values[0]; key {
		case fingerprintKey:
			digest, err := hex.DecodeString(value)
			if err != nil || len(digest) != sha256.Size {
				return a, errors.New("the fingerprint in the address has not 64 hexadecimal digits")
			}
			a.TLS, a.Fingerprint = true, hex.EncodeToString(digest)
		case replicasKey:
			if a.Replicas, err = strconv.Atoi(value); err != nil || a.Replicas < 1 || a.Replicas > maxReplicas {
				return a, fmt.Errorf("replicas=%s in the address is not between 1 and %d", value, maxReplicas)
			}
		default:
			return a, fmt.Errorf("the address has the parameter %s, which nobody knows", key)
		}
	}
	return a, nil
}

// String returns the address with everything in it, the token too.
func (a Address) String() string {
	u := url.URL{Scheme: plainScheme, User: a.User, Host: a.Host}
	query := url.Values{}
	switch {
	case a.Fingerprint != "":
		query.Set(fingerprintKey, a.Fingerprint)
	case a.TLS:
		u.Scheme = tlsScheme
	}
	if a.Replicas > 1 {
		query.Set(replicasKey, strconv.Itoa(a.Replicas))
	}
	u.RawQuery = query.Encode()
	return u.String()
}

// entry returns how a client enters: with a token, or with a name and a password. In a URL nats.go takes a comma in them
// for the end of the address.
func (a Address) entry() nats.Option {
	if password, ok := a.User.Password(); ok {
		return nats.UserInfo(a.User.Username(), password)
	}
	return nats.Token(a.User.Username())
}

// tlsConfig returns how the server is checked, nil without TLS.
func (a Address) tlsConfig() *tls.Config {
	switch {
	case a.Fingerprint != "":
		return &tls.Config{
			MinVersion:         tls.VersionTLS12,
			InsecureSkipVerify: true, // the fingerprint says more than an authority could
			VerifyConnection: func(s tls.ConnectionState) error {
				if sumOf(s.PeerCertificates[0].Raw) != a.Fingerprint {
					return errors.New("the certificate of the server has another fingerprint than the address")
				}
				return nil
			},
		}
	case a.TLS:
		return &tls.Config{MinVersion: tls.VersionTLS12}
	}
	return nil
}

// pace says how often workers and producers talk to the server. Tests have a faster one.
type pace struct {
	ackWait   time.Duration // the silence of a worker after which its task is given to another one
	alive     time.Duration // a worker that does a task says so this often
	idle      time.Duration // the time after which a thread without a task asks again
	rest      time.Duration // the time without a task after which a thread ends its doers
	retry     time.Duration // from a failed attempt until the task comes again, for each attempt so far
	reconcile time.Duration // between two comparisons of the tasks asked for with those of the server
}

func defaultPace() pace {
	return pace{
		ackWait: 30 * time.Second, alive: 10 * time.Second, idle: 5 * time.Second, rest: time.Minute,
		retry: time.Second, reconcile: 30 * time.Second,
	}
}
