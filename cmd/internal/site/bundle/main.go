// Command bundle writes the files of cmd/internal/site that are made from others: the types of the messages for the
// page, and the bundle that is embedded in the program. It needs no Node. go generate runs it in the folder of site.
// With -web it adds the page that needs no server to a folder that has the engine for browsers already.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	web := flag.String("web", "", "the folder of the engine for browsers, to which the page is added")
	flag.Parse()
	err := run(".")
	if *web != "" {
		err = writeWeb(".", *web)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run writes the files below a folder, that of site.
func run(folder string) error {
	const permissions = 0o644
	types := filepath.Join(folder, typesFile)
	if err := os.WriteFile(types, []byte(typeScript()), permissions); err != nil {
		return err
	}
	problems, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(suite)))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, filepath.FromSlash(suiteCopy)), problems, permissions); err != nil {
		return err
	}
	files, err := bundled(folder, nil)
	if err != nil {
		return err
	}
	dist := filepath.Join(folder, "dist")
	there, err := os.ReadDir(dist)
	if err != nil {
		return err
	}
	for _, old := range there {
		if err := os.Remove(filepath.Join(dist, old.Name())); err != nil {
			return err
		}
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dist, name), data, permissions); err != nil {
			return err
		}
	}
	return nil
}
