package cli

import (
	"errors"
	"os"
	"runtime/pprof"
)

// Profiled runs work and writes a profile of the processor's time to a file, for the compiler
// (default.pgo) and for go tool pprof; without a name it only runs work.
func Profiled(name string, work func() error) error {
	if name == "" {
		return work()
	}
	out, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(out); err != nil {
		return errors.Join(err, out.Close())
	}
	err = work()
	pprof.StopCPUProfile()
	return errors.Join(err, out.Close())
}
