//go:build !js

package file

import "syscall"

// nonBlocking is the flag with which a file is opened without waiting for the reader of a pipe.
const nonBlocking = syscall.O_NONBLOCK
