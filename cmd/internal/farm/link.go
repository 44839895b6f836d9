package farm

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Say prints a line for the user, as fmt.Printf does, without the end of the line.
type Say func(format string, arguments ...any)

// Link is a connection to a server. If the connection is lost, the link tries to get it back until it is closed.
type Link struct {
	conn     *nats.Conn
	js       jetstream.JetStream
	streams  streams
	user     string // as the server knows it
	works    bool   // it is for a worker, which makes no streams
	replicas int    // of the streams
	room     int64  // bytes of the server's store; 0 if not known
	say      Say
	pace     pace
	back     chan struct{} // gets a value when a lost connection is there again
	closed   chan struct{} // closed when the server refuses the link for good

	mu     sync.Mutex
	up     context.Context // ends when the connection is lost; then there is another one
	down   context.CancelFunc
	kept   map[string]*keptData // large data of this process that the server should have, by checksum
	denied error                // why the server has refused a request of this user
}

const (
	reconnectPause = time.Second
	connectTimeout = 5 * time.Second  // for each host of an address
	requestTimeout = 10 * time.Second // for a request about streams
)

// Dial connects to a server and opens its streams. It waits for a server that does not answer or is not ready. Say gets a line when it
// waits, and when the connection is lost or is there again.
func Dial(ctx context.Context, a Address, say Say) (l *Link, err error) {
	err = wait(ctx, say, func() error {
		l, err = DialNow(ctx, a, say)
		return err
	})
	return l, err
}

// DialNow is Dial for a server that must answer now.
func DialNow(ctx context.Context, a Address, say Say) (*Link, error) {
	return dialNow(ctx, a, say, false)
}

func dialNow(ctx context.Context, a Address, say Say, works bool) (*Link, error) {
	user := a.user()
	options := []nats.Option{nats.Name("zonda"), a.entry(), nats.CustomInboxPrefix(inboxOf(user))}
	if config := a.tlsConfig(); config != nil {
		options = append(options, nats.Secure(config))
	}
	var urls []string
	for host := range strings.SplitSeq(a.Host, ",") {
		urls = append(urls, Address{Host: host}.String())
	}
	return (&Link{user: user, works: works, replicas: a.Replicas}).dial(ctx, a.Host, strings.Join(urls, ","), say, options...)
}

// wait calls try until it succeeds, has an error that does not pass by itself, or ctx ends. It says once why it waits.
func wait(ctx context.Context, say Say, try func() error) error {
	for told := false; ; pause(ctx, reconnectPause) {
		err := try()
		switch {
		case err == nil || !passes(err):
			return err
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case !told:
			told = true
			say("%v; trying again", err)
		}
	}
}

// The codes of errors of a cluster: it has no leader at the moment, or too few servers for a new stream, as reasonOffline says of one that
// has ended.
const (
	codeNoLeader  = 10008
	codeNoPeers   = 10005
	reasonOffline = "offline"
)

// remoteError is the operation of package net for what the other side says of TLS.
const remoteError = "remote error"

// passes reports whether an error of a connection or of a request about streams passes by itself: the server is not there, starts, has
// lost its streams, which are made again, or its cluster elects a leader.
func passes(err error) bool {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return api.Code == http.StatusServiceUnavailable || api.ErrorCode == codeNoLeader || api.ErrorCode == jetstream.JSErrCodeStreamNotFound ||
			api.ErrorCode == codeNoPeers && strings.Contains(api.Description, reasonOffline)
	}
	for _, e := range []error{
		nats.ErrNoServers, nats.ErrTimeout, nats.ErrNoResponders, nats.ErrDisconnected, context.DeadlineExceeded, io.EOF,
		jetstream.ErrNoStreamResponse, errNoStreams, nats.ErrMaxConnectionsExceeded,
		context.Canceled, // of a request when the connection was lost
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	var op *net.OpError
	return errors.As(err, &op) && op.Op != remoteError
}

// dial connects a link that has a user.
func (l *Link) dial(ctx context.Context, host, url string, say Say, options ...nats.Option) (*Link, error) {
	say = printed(say)
	l.say, l.pace, l.kept = say, defaultPace(), map[string]*keptData{}
	l.back, l.closed = make(chan struct{}, 1), make(chan struct{})
	options = append(options, nats.Timeout(connectTimeout), nats.MaxReconnects(-1), nats.ReconnectWait(reconnectPause),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			l.cut()
			if err != nil { // not closed by this program
				say("the server at %s is gone: %v; trying again", host, plain{err})
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
			if errors.Is(err, nats.ErrPermissionViolation) {
				l.deny(err)
			}
			// With the first the connection is closed, which tells it; with the second, reconcile finds what was dropped.
			if !errors.Is(err, nats.ErrAuthorization) && !errors.Is(err, nats.ErrSlowConsumer) {
				say("the server at %s: %v", host, plain{err})
			}
		}),
		nats.ClosedHandler(func(*nats.Conn) { close(l.closed) }))
	l.cut()
	var err error
	if l.conn, err = nats.Connect(url, options...); err != nil {
		return nil, dialError(host, err)
	}
	if err := l.open(ctx); err != nil {
		l.conn.Close()
		if denied := l.refused(); denied != nil {
			return nil, fmt.Errorf("the server at %s refuses what this command needs: the address may be one for workers (%w)", host, denied)
		}
		return nil, fmt.Errorf("the server at %s: %w", host, err)
	}
	return l, nil
}

// open opens the streams.
func (l *Link) open(ctx context.Context) (err error) {
	ctx, cancel := l.attempt(ctx, startTimeout) // a server that has just begun may be slow
	defer cancel()
	if l.js, err = jetstream.New(l.conn, jetstream.WithDefaultTimeout(requestTimeout)); err != nil {
		return err
	}
	if l.works {
		l.streams, err = openWorkerStreams(ctx, l.js)
	} else {
		l.streams, _, err = openStreams(ctx, l.js, l.replicas, l.room)
	}
	if err != nil {
		return fmt.Errorf("its streams cannot be opened: %w", plain{err})
	}
	return nil
}

// cut ends what waits for an answer on a connection that is lost.
func (l *Link) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.down != nil {
		l.down()
	}
	l.up, l.down = context.WithCancel(context.Background())
}

// connected returns a context that ends when the connection is lost.
func (l *Link) connected() context.Context {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.up
}

// attempt returns a context for a request, which ends when the connection is lost: there will be no answer. The caller must call cancel.
func (l *Link) attempt(ctx context.Context, long time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, long)
	stop := context.AfterFunc(l.connected(), cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}

// within calls f with a context for a request, as attempt makes it.
func within[T any](ctx context.Context, l *Link, long time.Duration, f func(context.Context) (T, error)) (T, error) {
	ctx, cancel := l.attempt(ctx, long)
	defer cancel()
	return f(ctx)
}

// deny notes that the server has refused a request, for which there will be no answer.
func (l *Link) deny(err error) {
	l.mu.Lock()
	l.denied = err
	l.mu.Unlock()
	l.cut()
}

// refused returns why the server has refused a request, nil if it has not.
func (l *Link) refused() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.denied
}

// restore makes the streams again that the server has lost. What was in them, producers ask for again. A worker makes none.
func (l *Link) restore(ctx context.Context) error {
	if l.works {
		return nil
	}
	ctx, cancel := l.attempt(ctx, requestTimeout)
	defer cancel()
	_, made, err := openStreams(ctx, l.js, l.replicas, l.room)
	if len(made) > 0 {
		l.say("the server had lost what it had stored (%s): it begins anew", strings.Join(made, ", "))
	}
	return err
}

// dialError returns the error of a first connection in words.
func dialError(host string, err error) error {
	switch {
	case errors.Is(err, nats.ErrAuthorization):
		return fmt.Errorf("the server at %s refuses the token in the address: it is wrong, or was revoked", host)
	case errors.Is(err, nats.ErrMaxConnectionsExceeded):
		return passing{fmt.Sprintf("the server at %s has as many connections as it takes", host), err}
	case errors.Is(err, nats.ErrSecureConnWanted):
		return fmt.Errorf("the server at %s has no TLS, but the address asks for it", host)
	case errors.Is(err, nats.ErrNoServers):
		return passing{"no server answers at " + host, err}
	case errors.As(err, new(x509.HostnameError)) || errors.As(err, new(x509.UnknownAuthorityError)):
		return fmt.Errorf("the server at %s: %w; if its address ends with a fingerprint, put quotes around it", host, err)
	}
	return fmt.Errorf("the server at %s: %w", host, err)
}

// plain is an error whose text has no name of package nats in it.
type plain struct{ err error }

func (p plain) Error() string {
	var api *jetstream.APIError
	if errors.As(p.err, &api) {
		return api.Description
	}
	return strings.TrimPrefix(p.err.Error(), "nats: ")
}

// Unwrap returns what package nats says.
func (p plain) Unwrap() error { return p.err }

// passing is an error with other words than those of package nats.
type passing struct {
	text string
	err  error
}

func (p passing) Error() string { return p.text }

// Unwrap returns what package nats says.
func (p passing) Unwrap() error { return p.err }

// Closed is closed when the server has refused a lost connection for good, as with a token that has changed.
func (l *Link) Closed() <-chan struct{} { return l.closed }

// errClosed is why work ends when the link is closed for good.
var errClosed = errors.New("the server refuses the connection: the token in the address was revoked, or has changed")

// Close closes the connection.
func (l *Link) Close() { l.conn.Close() }

// Address says where a server is and how to enter: nats://USER:TOKEN@HOST:PORT. Other servers of a cluster, or other ways to the same one,
// may follow behind commas. So may two parameters:
// fingerprint=HEX, the SHA-256 of the certificate that the server must have, and replicas=3, the copies of the
// streams that are made in a cluster.
type Address struct {
	User        *url.Userinfo // a token, or a name with a password; nil for none
	Host        string        // with the port; several with commas between
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

// cutHosts returns an address with the first of its hosts, and all of them.
func cutHosts(text string) (single, hosts string) {
	scheme, rest, ok := strings.Cut(text, "://")
	if !ok {
		return text, ""
	}
	end := strings.IndexAny(rest+"/", "/?#")
	begin := strings.LastIndexByte(rest[:end], '@') + 1
	hosts = rest[begin:end]
	first, _, _ := strings.Cut(hosts, ",")
	return scheme + "://" + rest[:begin] + first + rest[end:], hosts
}

// ParseAddress reads an address. Its errors do not show the token.
func ParseAddress(text string) (a Address, err error) {
	text, hosts := cutHosts(text)
	u, err := url.Parse(text)
	if err != nil {
		return a, errors.New("the address of the server is no URL: it looks like nats://USER:TOKEN@HOST:PORT")
	}
	if u.Scheme != plainScheme && u.Scheme != tlsScheme || u.Hostname() == "" || u.Port() == "" || strings.Trim(u.Path, "/") != "" {
		return a, errors.New("the address of the server does not look like nats://USER:TOKEN@HOST:PORT")
	}
	for _, host := range strings.Split(hosts, ",") {
		if name, port, err := net.SplitHostPort(host); err != nil || name == "" || port == "" {
			return a, errors.New("the address of the server does not look like nats://USER:TOKEN@HOST:PORT,HOST:PORT")
		}
	}
	a = Address{User: u.User, Host: hosts, TLS: u.Scheme == tlsScheme, Replicas: 1}
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

// user returns the name of the user in subjects. A name that cannot stand there is one of a server that others have set up.
func (a Address) user() string {
	name := a.User.Username()
	if _, ok := a.User.Password(); ok && (name == producerUser || checkUser(name) == nil) {
		return name
	}
	return tokenUser
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
	idle      time.Duration // the time after which a worker with free threads asks again
	rest      time.Duration // the time without a task after which a thread ends its doers
	retry     time.Duration // between two checks whether a worker that is ill tries again
	minIll    time.Duration // the first pause of a worker that is ill
	maxIll    time.Duration // its longest pause
	reconcile time.Duration // between two comparisons of the tasks asked for with those of the server
	present   time.Duration // a worker and a producer with something new say this often that they are there; see silentTimes
	verify    time.Duration // the time after which another worker is asked to verify a result
	show      time.Duration // between two looks of a producer at how far its tasks are
	answer    time.Duration // the time for the answer to a message that is to be stored, after which it is sent again
	move      time.Duration // the time without a part of large data after which its transfer has failed
}

func defaultPace() pace {
	return pace{
		ackWait: 30 * time.Second, alive: 10 * time.Second, idle: 4 * time.Minute, rest: time.Minute,
		present: 10 * time.Second, retry: time.Second, minIll: 10 * time.Second, maxIll: 10 * time.Minute,
		reconcile: 30 * time.Second, verify: time.Hour, move: 30 * time.Second, show: progressPause, answer: requestTimeout,
	}
}
