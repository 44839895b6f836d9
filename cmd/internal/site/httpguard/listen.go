package httpguard

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"syscall"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/internal/logfile"
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
		return nil, cli.WrongUse(fmt.Errorf("%s is no address of this machine; 127.0.0.1 is for programs of this machine alone, 0.0.0.0 for all", address))
	}
	return nil, cli.WrongUse(fmt.Errorf("%s is no address to listen at, such as 127.0.0.1:8080 or 127.0.0.1:0: %w", address, err))
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
// that is cut off. The log has a line for each request, and for what goes wrong beside the answers; nil is for none.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler, to logfile.Logger) error {
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: headerBytes,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	if to != nil {
		server.Handler, server.ErrorLog = logged(handler, to), errorLog(to)
	}
	closed := make(chan struct{})
	unlink := context.AfterFunc(ctx, func() {
		defer close(closed)
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
	<-closed
	return nil
}
