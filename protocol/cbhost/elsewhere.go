//go:build !windows

package cbhost

import (
	"errors"
	"os"
)

// ErrNoWindows is the error of Load where no libraries of Windows can be loaded.
var ErrNoWindows = errors.New("a library for CheckerBoard needs Windows, or zonda.exe under Wine")

// Load returns ErrNoWindows.
func Load(string, int) (Library, error) { return nil, ErrNoWindows }

// Output returns the standard output.
func Output() (*os.File, error) { return os.Stdout, nil }

// Exit ends the process.
func Exit(status int) { os.Exit(status) }
