package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/file"
)

// web holds the argument of the command that writes the engine of the page without a server.
type web struct {
	Folder string `arg:"" help:"The folder to write." placeholder:"DIR"`
}

// Run writes the files of the engine. The command bundle adds the page.
func (w *web) Run(ctx context.Context) error { return writeEngine(ctx, w.Folder) }

// The files of the engine, beside its parts.
const (
	moduleFile  = "zonda.bin" // packed by gzip; a name that ends in .gz would make some hosts unpack it
	glueFile    = "wasm_exec.js"
	kernelFile  = "kernel.wasm"
	networkFile = "network.bin" // packed, too
	partsFile   = "parts.json"
	kernelPath  = "eval/network/kernel.wasm"
	networkPath = "eval/network/zonda.net"
	profilePath = "cmd/zonda/default.pgo"
)

// writeEngine writes the engine for browsers, which is built here, and its data into a folder. What an earlier engine has left
// there is removed.
func writeEngine(ctx context.Context, folder string) error {
	const permissions = 0o755
	if err := os.MkdirAll(folder, permissions); err != nil {
		return err
	}
	earlier, err := file.Matching(folder, "*-*.bin")
	if err != nil {
		return err
	}
	for _, part := range earlier {
		if err := os.Remove(part); err != nil {
			return err
		}
	}
	module, err := buildModule(ctx)
	if err != nil {
		return err
	}
	glue, err := glueOf(ctx)
	if err != nil {
		return err
	}
	kernel, err := os.ReadFile(kernelPath)
	if err != nil {
		return err
	}
	network, err := packedFile(networkPath)
	if err != nil {
		return err
	}
	files := map[string][]byte{moduleFile: module, glueFile: glue, kernelFile: kernel, networkFile: network}
	if files[partsFile], err = addParts(files); err != nil {
		return err
	}
	for name, data := range files {
		if err := file.WriteWhole(filepath.Join(folder, name), file.Bytes(data)); err != nil {
			return err
		}
	}
	return nil
}

// buildModule builds the engine and packs it.
func buildModule(ctx context.Context) ([]byte, error) {
	work, err := os.MkdirTemp("", "zonda-web")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	name := filepath.Join(work, "zonda.wasm")
	c := exec.CommandContext(ctx, "go", "build", "-pgo="+profilePath, "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", name, "./cmd/web")
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	c.Stderr = os.Stderr
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("the engine for browsers cannot be built: %w", err)
	}
	return packedFile(name)
}

// packedFile returns a file as gzip packs it.
func packedFile(name string) ([]byte, error) {
	plain, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	out, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = out.Write(plain)
	err = errors.Join(err, out.Close()) // before the bytes are taken
	return packed.Bytes(), err
}

// glueOf returns what belongs to the compiler: the script with which JavaScript starts a program of Go.
func glueOf(ctx context.Context) ([]byte, error) {
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
}

// part is a part of the engine's data, which a page fetches after its engine.
type part struct {
	Name  string `json:"name"`
	File  string `json:"file"` // named by its sum, so that a new version with the same data fetches nothing
	Bytes int    `json:"bytes"`
	Sum   string `json:"sha256"`
}

// addParts adds the parts to the files, and returns the list of them, in the order in which a page fetches them.
func addParts(files map[string][]byte) ([]byte, error) {
	var list struct {
		Parts []part `json:"parts"`
	}
	for _, p := range []struct {
		name string
		read func() ([]byte, error)
	}{
		{"weights", weights},
		{"book", func() ([]byte, error) { return os.ReadFile("book/data/zonda.zbk.gz") }},
		{"problems", func() ([]byte, error) { return os.ReadFile("cmd/internal/problems/shipped/problems.csv.gz") }},
		{"values", func() ([]byte, error) { return joined("egdb/data/*.zdb") }},
		{"distances", func() ([]byte, error) { return joined("egdb/data/*.dtw") }},
	} {
		data, err := p.read()
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(data)
		const named = 4 // bytes of the sum in a name
		name := fmt.Sprintf("%s-%x.bin", p.name, sum[:named])
		files[name] = data
		list.Parts = append(list.Parts, part{p.name, name, len(data), hex.EncodeToString(sum[:])})
	}
	return json.MarshalIndent(list, "", "  ")
}

// weights returns the weights as a page reads them.
func weights() ([]byte, error) {
	data, err := os.ReadFile("eval/weights.bin")
	if err != nil {
		return nil, err
	}
	return eval.ForPage(data)
}

// joined returns the files that fit a pattern as one: a line of JSON with their names and sizes, then their bytes.
func joined(pattern string) ([]byte, error) {
	names, err := filepath.Glob(pattern) // sorted
	if err == nil && len(names) == 0 {
		err = fmt.Errorf("%s: %w; is this the folder of the module?", pattern, fs.ErrNotExist)
	}
	if err != nil {
		return nil, err
	}
	type member struct {
		Name  string `json:"name"`
		Bytes int    `json:"bytes"`
	}
	var list []member
	var all []byte
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		list, all = append(list, member{filepath.Base(name), len(data)}), append(all, data...)
	}
	line, err := json.Marshal(list)
	if err != nil {
		return nil, err
	}
	return append(append(line, '\n'), all...), nil
}

// packWeb writes the archive of the page without a server and returns its name.
func (r *release) packWeb(ctx context.Context, c commit, work string) (string, error) {
	folder := filepath.Join(work, "web")
	if err := writeEngine(ctx, folder); err != nil {
		return "", err
	}
	bundle := exec.CommandContext(ctx, "go", "run", "./bundle", "-web", folder)
	bundle.Dir, bundle.Stderr = filepath.FromSlash("cmd/internal/site"), os.Stderr
	if err := bundle.Run(); err != nil {
		return "", fmt.Errorf("the page cannot be added: %w", err)
	}
	entries, err := os.ReadDir(folder) // sorted
	if err != nil {
		return "", err
	}
	name := fmt.Sprintf("zonda-%s-web", c.name)
	var all []archived
	for _, e := range entries {
		all = append(all, archived{name: name + "/" + e.Name(), file: filepath.Join(folder, e.Name()), mode: documentMode})
	}
	all = append(all, archived{name: name + "/LICENSE", file: "LICENSE", mode: documentMode}, archived{name: name + "/" + thirdParty, file: licencesFile, mode: documentMode})
	return name + ".zip", writeArchive(filepath.Join(r.Out, name+".zip"), all, c.time)
}
