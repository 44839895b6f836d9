package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"
)

// release holds the flags of the command.
type release struct {
	Out     string   `help:"The folder for the archives (default ${default})." default:"dist" placeholder:"DIR"`
	Version string   `help:"What the release is called (default: what git calls the commit)." placeholder:"NAME"`
	Target  []target `help:"A system to build for, such as linux/amd64 (default: all)." placeholder:"OS/ARCH"`
	Library []string `help:"A Windows library to put into the archives for Windows on amd64." placeholder:"FILE.dll"`
}

// documents are the files and folders that go into every archive, beside the program.
var documents = []string{"README.md", "LICENSE", "docs"}

func (r *release) run(ctx context.Context) error {
	commit, err := describe(ctx, r.Version)
	if err != nil {
		return err
	}
	if len(r.Target) == 0 {
		r.Target = allTargets()
	}
	const permissions = 0o755
	if err := os.MkdirAll(r.Out, permissions); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "zonda-release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	fmt.Printf("release %s of %s\n", commit.name, commit.time.Format(time.DateTime))
	var archives []string
	for _, t := range r.Target {
		program := filepath.Join(work, t.String(), t.program())
		if err := t.build(ctx, commit.name, program); err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
		name, err := r.pack(t, commit, program)
		if err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
		fmt.Println(filepath.Join(r.Out, name))
		archives = append(archives, name)
	}
	return writeSums(r.Out, archives)
}

// pack writes the archive for a system and returns its name.
func (r *release) pack(t target, c commit, program string) (string, error) {
	folder := fmt.Sprintf("zonda-%s-%s-%s", c.name, t.System, t.Processor)
	entries := []archived{{path.Join(folder, t.program()), program, programMode}}
	for _, document := range documents {
		err := filepath.WalkDir(document, func(name string, d fs.DirEntry, err error) error { // sorted
			if err == nil && !d.IsDir() {
				entries = append(entries, archived{path.Join(folder, filepath.ToSlash(name)), name, documentMode})
			}
			return err
		})
		if err != nil {
			return "", fmt.Errorf("%w; is this the folder of the module?", err)
		}
	}
	if t.takesLibraries() {
		for _, name := range r.Library {
			entries = append(entries, archived{path.Join(folder, filepath.Base(name)), name, documentMode})
		}
	}
	archive := folder + t.extension()
	return archive, writeArchive(filepath.Join(r.Out, archive), entries, c.time)
}
