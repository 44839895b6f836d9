package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"syscall"
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
