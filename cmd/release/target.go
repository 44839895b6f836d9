package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// target is a system to build for, by the names that Go has for it.
type target struct{ System, Processor string }

// allTargets returns the systems that a release is for.
func allTargets() (all []target) {
	for _, system := range []string{"linux", "darwin", "windows"} {
		for _, processor := range []string{"amd64", "arm64"} {
			all = append(all, target{system, processor})
		}
	}
	return all
}

// UnmarshalText reads "linux/amd64".
func (t *target) UnmarshalText(text []byte) error {
	t.System, t.Processor, _ = strings.Cut(string(text), "/")
	if !slices.Contains(allTargets(), *t) {
		return fmt.Errorf("no releases are built for %q, but for %v", text, allTargets())
	}
	return nil
}

func (t target) String() string { return t.System + "/" + t.Processor }

// program returns the name of the program.
func (t target) program() string {
	if t.System == "windows" {
		return "zonda.exe"
	}
	return "zonda"
}

// extension returns what the name of the archive ends in: what the system opens by itself.
func (t target) extension() string {
	if t.System == "windows" {
		return ".zip"
	}
	return ".tar.gz"
}

// takesLibraries reports whether the libraries for CheckerBoard run there.
func (t target) takesLibraries() bool { return t == target{"windows", "amd64"} }

// build builds the program into a file. The program holds no paths of the machine that builds it, and
// no C.
func (t target) build(ctx context.Context, version, file string) error {
	const release = "github.com/zonda-checkers/zonda/engine.Release"
	command := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=true",
		"-ldflags", "-s -w -X "+release+"="+version, "-o", file, "./cmd/zonda")
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+t.System, "GOARCH="+t.Processor, "GOFLAGS=", "GOAMD64=v1", "GOARM64=v8.0")
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
}
