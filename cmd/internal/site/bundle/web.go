package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/zonda-checkers/zonda/cmd/internal/site"
)

// inPage says which files of the page's sources take the place of others where the engine is in the page.
var inPage = map[string]string{"./socket": "worker.ts", "./home": "browserhome.ts", "./updates": "serviceupdates.ts", "./picture": "browserpicture.ts", "./served": "standalone.tsx"}

// The files of the page alone that are made here, beside the engine and its data.
const (
	workerScript  = "engine.js"
	serviceScript = "service.js"
	indexFile     = "index.html"
	partsFile     = "parts.json"
	moduleFile    = "zonda.bin"
	networkFile   = "network.bin"
)

// engineFiles are the files of the engine, which another program has written. Without a kernel the page works too.
var engineFiles = []string{moduleFile, "wasm_exec.js", "kernel.wasm", networkFile, partsFile}

// writeWeb adds the page to a folder that holds the engine: everything that a browser needs, from any server of files.
func writeWeb(folder, out string) error {
	files, err := webFiles(folder)
	if err != nil {
		return err
	}
	shell := maps.Clone(files)
	for _, name := range engineFiles {
		if shell[name], err = os.ReadFile(filepath.Join(out, name)); os.IsNotExist(err) {
			delete(shell, name)
		} else if err != nil {
			return err
		}
	}
	version := versionOf(shell)
	index := shell[indexFile]
	index = bytes.Replace(index, []byte("<title>"), []byte(head(version, shell)+"<title>"), 1)
	index = bytes.Replace(index, []byte(`"app.css"`), []byte(`"app.css?v=`+version+`"`), 1)
	index = bytes.Replace(index, []byte(` crossorigin="use-credentials"`), nil, 1)
	shell[indexFile], files[indexFile] = index, index
	if files[serviceScript], err = service(folder, version, shell); err != nil {
		return err
	}
	const folderPermissions, permissions = 0o755, 0o644
	if err := os.MkdirAll(out, folderPermissions); err != nil {
		return err
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(out, name), data, permissions); err != nil {
			return err
		}
	}
	return nil
}

// head is what the page alone says at its head: its version, that it loads nothing from elsewhere, as a server may say too, and which large
// files its script will fetch, with their sizes.
func head(version string, shell map[string][]byte) string {
	text := fmt.Sprintf(`<meta name="version" content="%s">
<meta http-equiv="Content-Security-Policy" content="%s">
`, version, site.PagePolicy)
	for _, name := range []string{moduleFile, networkFile} {
		text += fmt.Sprintf(`<link rel="preload" href="%s?v=%s" as="fetch" crossorigin fetchpriority="low" data-bytes="%d">`+"\n", name, version, len(shell[name]))
	}
	return text
}

// webFiles returns the files of the page that do not depend on the engine.
func webFiles(folder string) (map[string][]byte, error) {
	files, err := bundled(folder, inPage)
	if err != nil {
		return nil, err
	}
	worker, err := script(folder, "page/src/worker/engine.ts", nil)
	if err != nil {
		return nil, err
	}
	files[workerScript] = worker
	icons, err := site.Icons()
	if err != nil {
		return nil, err
	}
	maps.Copy(files, icons)
	files["figtree.woff2"], err = os.ReadFile(filepath.Join(folder, "page/src/fonts/figtree.woff2"))
	return files, err
}

// script bundles a script that is no module.
func script(folder, path string, defined map[string]string) ([]byte, error) {
	o, err := options(folder, nil)
	if err != nil {
		return nil, err
	}
	o.EntryPoints, o.Format, o.Define = []string{path}, api.FormatIIFE, defined
	files, err := build(o)
	for _, data := range files {
		return data, err
	}
	return nil, err
}

// versionOf is the sum of all files: what differs in one byte is another version.
func versionOf(files map[string][]byte) string {
	const length = 6
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		_, _ = fmt.Fprintf(h, "%s %d\n", name, len(files[name])) // a hash takes everything
		h.Write(files[name])
	}
	return hex.EncodeToString(h.Sum(nil)[:length])
}

// service is the script that lets a browser keep the page. It names every file of the page and its sums: that of what is sent, and that of
// what a browser has unpacked.
func service(folder, version string, shell map[string][]byte) ([]byte, error) {
	sums := map[string]string{}
	for name, data := range shell {
		sums[name] = integrity(data)
		if plain, err := unpacked(data); err == nil {
			sums[name] += " " + integrity(plain)
		}
	}
	list, err := json.Marshal(sums)
	if err != nil {
		return nil, err
	}
	return script(folder, "page/src/service.ts", map[string]string{"VERSION": fmt.Sprintf("%q", version), "SHELL": string(list)})
}

func integrity(data []byte) string {
	sum := sha256.Sum256(data)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

func unpacked(data []byte) ([]byte, error) {
	in, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(in)
}
