package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"syscall"
	"time"
)

// windowsInUse is the number of Windows for an address in use, of which package syscall knows no name.
const windowsInUse = syscall.Errno(10048)

// Listen listens at HOST:PORT for TCP connections. The error names the address and says what to do.
func Listen(ctx context.Context, address string) (net.Listener, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	switch {
	case err == nil:
		return listener, nil
	case errors.Is(err, syscall.EADDRINUSE), errors.Is(err, windowsInUse):
		return nil, fmt.Errorf("another program listens at %s: end that program, or choose another port; port 0 is any free one", address)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("this user may not listen at %s: choose a port from 1024 on; port 0 is any free one", address)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return nil, WrongUse(fmt.Errorf("%s is no address of this machine; 127.0.0.1 is for programs of this machine alone, 0.0.0.0 for all", address))
	}
	return nil, WrongUse(fmt.Errorf("%s is no address to listen at, such as 127.0.0.1:8080 or 127.0.0.1:0: %w", address, err))
}

// IsLoopback reports whether only this machine can reach a host.
func IsLoopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// Limits of a connection of HTTP.
const (
	headerTime  = 10 * time.Second
	idleTime    = 2 * time.Minute
	headerBytes = 16 << 10
	closingTime = 2 * time.Second
)

// Serve answers requests of HTTP until ctx ends, which ends the contexts of all requests. What is not answered soon after
// that is cut off.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: headerBytes,
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
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Status is an exit status of the program. As an error it has no message: its command has printed the result.
type Status int

// Error returns "".
func (Status) Error() string { return "" }

// statusError is an error with another exit status than Failed.
type statusError struct {
	error
	status Status
}

func (e statusError) Unwrap() error { return e.error }

// WithStatus returns err with the exit status that a program which fails by err ends with; nil for no error.
func WithStatus(status Status, err error) error {
	if err == nil {
		return nil
	}
	return statusError{err, status}
}

// WrongUse returns err as an error in the words of the command line; nil for no error.
func WrongUse(err error) error { return WithStatus(Misused, err) }

// StatusOf returns the exit status of a program whose work ended with err: Failed, unless err says another one.
func StatusOf(err error) Status {
	var plain Status
	var marked statusError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &plain):
		return plain
	case errors.As(err, &marked):
		return marked.status
	}
	return Failed
}

// Interrupted returns err, unless err is there because the context has ended. Then it returns an error
// with the text left, which tells the user what remains after the interruption.
func Interrupted(ctx context.Context, err error, left string) error {
	if err != nil && ctx.Err() != nil {
		return fmt.Errorf("interrupted; %s", left)
	}
	return err
}

// The exit statuses of all commands: docs/commands.md has the table.
const (
	Failed    Status = 1 // the command failed or was interrupted
	Misused   Status = 2 // the command line is wrong
	NotProven Status = 3 // the command did its work, but what was to be proven or checked is not proven
)
