package work

import (
	"context"
	"errors"
	"fmt"
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
	options := []nats.Option{nats.Name("zonda")}
	if config := a.tlsConfig(); config != nil {
		options = append(options, nats.Secure(config))
	}
	// The token stays in the URL: nats.go reads a name with a password, and a token, from there.
	url := Address{Token: a.Token, Host: a.Host}.String()
	return dial(ctx, a.Host, url, a.Replicas, say, options...)
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
