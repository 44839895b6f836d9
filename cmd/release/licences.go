package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/internal/file"
)

// licencesFile has the licences of what is in the program beside its own code. It is in every archive and package as thirdParty.
const (
	licencesFile = "cmd/internal/cli/licences/third-party.txt"
	thirdParty   = "THIRD-PARTY.txt"
)

// licences is the command that writes licencesFile.
type licences struct{}

// Run writes the file.
func (licences) Run(ctx context.Context) error {
	all, err := thirdParties(ctx)
	if err != nil {
		return err
	}
	return file.WriteWhole(licencesFile, file.Bytes(licencesText(all)))
}

// licence is a text, and what it is for.
type licence struct {
	id   string // of SPDX
	text string
	of   []string // modules with their versions, fonts, scripts
}

// licenceIDs are the licences that may be in the program: a text that has all the words of a row, in which any blanks stand for one
// another. The first row counts.
var licenceIDs = []struct {
	id    string
	words []string
}{
	{"Apache-2.0", []string{"Apache License", "Version 2.0, January 2004"}},
	{"MPL-2.0", []string{"Mozilla Public License", "2.0"}},
	{"OFL-1.1", []string{"SIL OPEN FONT LICENSE Version 1.1"}},
	{"MIT", []string{"Permission is hereby granted, free of charge", "without restriction"}},
	{"ISC", []string{"Permission to use, copy, modify, and", "distribute this software for any purpose with or without fee"}},
	{"BSD-3-Clause", []string{"Redistribution and use in source and binary forms", "endorse or promote products"}},
	{"BSD-2-Clause", []string{"Redistribution and use in source and binary forms"}},
	{"CC0-1.0", []string{"CC0 1.0 Universal"}},
}

// licenceID returns the licence of a text, "" if it is none of licenceIDs.
func licenceID(text string) string {
	plain := strings.Join(strings.Fields(text), " ")
	for _, l := range licenceIDs {
		if !slices.ContainsFunc(l.words, func(w string) bool { return !strings.Contains(plain, w) }) {
			return l.id
		}
	}
	return ""
}

// licenceName matches the names of files that hold licences and notices.
var licenceName = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([.-].*)?$`)

// pageLicences are the files for what is in the page: its font, and the scripts of others.
var pageLicences = map[string]string{
	"Figtree, the font of the page": "cmd/internal/site/page/src/fonts/LICENSE.txt",
	"Preact":                        "cmd/internal/site/page/vendor/preact/LICENSE",
	"Preact Signals":                "cmd/internal/site/page/vendor/signals/LICENSE",
	"Preact Signals Core":           "cmd/internal/site/page/vendor/signals-core/LICENSE",
}

// thirdParties returns the licences of what is in the programs of all systems, in the library and in the page: of Go, of the modules
// whose packages are linked, and of the page. A module without a licence that is known is an error.
func thirdParties(ctx context.Context) ([]licence, error) {
	files := map[string]map[string]bool{} // of licences, by what they are for
	add := func(of, name string) {
		if files[of] == nil {
			files[of] = map[string]bool{}
		}
		files[of][name] = true
	}
	for of, name := range pageLicences {
		add(of, name)
	}
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	add("Go, its runtime and standard library", filepath.Join(strings.TrimSpace(string(root)), "LICENSE"))
	for _, system := range []string{"linux/amd64", "linux/arm64", "darwin/arm64", "windows/amd64", "js/wasm"} {
		commands := []string{"./cmd/zonda"}
		if system == "js/wasm" {
			commands = []string{"./cmd/web"}
		}
		packages, err := linked(ctx, system, commands...)
		if err != nil {
			return nil, err
		}
		for _, p := range packages {
			if files[p.module] == nil {
				files[p.module] = map[string]bool{}
			}
			for folder := p.folder; strings.HasPrefix(folder, p.root); folder = filepath.Dir(folder) {
				entries, err := os.ReadDir(folder)
				if err != nil {
					return nil, err
				}
				for _, e := range entries {
					if e.Type().IsRegular() && licenceName.MatchString(e.Name()) {
						add(p.module, filepath.Join(folder, e.Name()))
					}
				}
			}
		}
	}
	return groupLicences(files)
}

// groupLicences reads the files, and returns each text once, in an order that depends on nothing but them.
func groupLicences(files map[string]map[string]bool) (all []licence, err error) {
	var missing []error
	texts := map[string]*licence{}
	for of, names := range files {
		known := false
		for name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			trimmed := strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n"))
			l := texts[trimmed]
			if l == nil {
				l = &licence{id: licenceID(trimmed), text: trimmed}
				texts[trimmed] = l
			}
			l.of, known = append(l.of, of), known || l.id != ""
		}
		if !known {
			missing = append(missing, fmt.Errorf("%s comes without a licence that is known", of))
		}
	}
	for _, l := range texts {
		slices.Sort(l.of)
		all = append(all, *l)
	}
	slices.SortFunc(all, func(a, b licence) int { return cmp.Or(cmp.Compare(a.of[0], b.of[0]), cmp.Compare(a.text, b.text)) })
	slices.SortFunc(missing, func(a, b error) int { return cmp.Compare(a.Error(), b.Error()) })
	return all, errors.Join(missing...)
}

// linkedPackage is a package of another module that is in a program.
type linkedPackage struct{ module, root, folder string }

// linked returns the packages of other modules in programs for a system.
func linked(ctx context.Context, system string, commands ...string) (all []linkedPackage, err error) {
	const format = "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}\t{{$.Dir}}{{end}}{{end}}"
	goos, goarch, _ := strings.Cut(system, "/")
	list := exec.CommandContext(ctx, "go", append([]string{"list", "-deps", "-f", format}, commands...)...)
	list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+goarch, "GOFLAGS=")
	var complaints bytes.Buffer
	list.Stderr = &complaints
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list for %s: %w\n%s", system, err, &complaints)
	}
	for line := range strings.Lines(string(out)) {
		if fields := strings.Split(strings.TrimRight(line, "\n"), "\t"); len(fields) == 3 {
			all = append(all, linkedPackage{fields[0], fields[1], fields[2]})
		}
	}
	return all, nil
}

// licencesText returns the text of licencesFile.
func licencesText(all []licence) []byte {
	var text bytes.Buffer
	text.WriteString("What is in the program beside its own code, each with its licence. The program itself has the licence MIT, in the file LICENSE.\n")
	for _, l := range all {
		fmt.Fprintf(&text, "\n%s\n%s\n", strings.Repeat("=", 100), strings.Join(l.of, "\n"))
		fmt.Fprintf(&text, "%s\n\n%s\n", cmp.Or(l.id, "(a notice)"), l.text)
	}
	return text.Bytes()
}

// commonLicence stands in Debian's packages for the text of a licence that each Debian system has.
const commonLicence = "On Debian systems the licence is in /usr/share/common-licenses/Apache-2.0."

// copyrightText returns the licences as Debian's packages have them, in the form of DEP-5.
func copyrightText(own string, all []licence) string {
	var text strings.Builder
	text.WriteString("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: zonda\n" +
		"Source: https://github.com/zonda-checkers/zonda\n\n")
	stanza := func(files, licenceID, licence string) {
		fmt.Fprintf(&text, "Files: %s\nCopyright: %s\nLicense: %s\n", files, strings.Join(copyrights(licence), "\n "), licenceID)
		for line := range strings.Lines(licence) {
			if line = strings.TrimRight(line, " \t\r\n\f"); line == "" {
				line = "."
			}
			text.WriteString(" " + line + "\n")
		}
		text.WriteString("\n")
	}
	stanza("*", "MIT", strings.TrimSpace(own))
	for i, l := range all {
		var paths []string
		for _, of := range l.of {
			path, _, _ := strings.Cut(of, " ")
			paths = append(paths, "linked/"+strings.Trim(path, ",")+"/*")
		}
		if l.id == "Apache-2.0" {
			l.text = strings.Join(append(copyrights(l.text), commonLicence), "\n")
		}
		stanza(strings.Join(paths, "\n "), cmp.Or(l.id, "notice")+fmt.Sprintf("-%d", i+1), l.text)
	}
	return text.String()
}

// copyrightLine matches a line that says who has the copyright.
var copyrightLine = regexp.MustCompile(`(?im)^[ \t*#/]*(copyright\b.*\d{4}.*|copyright \(c\).*)$`)

// copyrights returns who has the copyright by a licence.
func copyrights(licence string) (all []string) {
	for _, found := range copyrightLine.FindAllStringSubmatch(licence, -1) {
		if line := strings.TrimSpace(found[1]); !slices.Contains(all, line) {
			all = append(all, line)
		}
	}
	if len(all) == 0 {
		return []string{"its authors"}
	}
	return all
}

// completeMaterials gives the list of materials in a file what its tool does not know or gets wrong: the licences of components, a
// serial number, and the time of the commit.
func completeMaterials(name string, c commit, all []licence) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	list := map[string]any{}
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	ids := map[string][]any{}
	for _, l := range all {
		for _, of := range l.of {
			module, _, _ := strings.Cut(of, " ")
			if entry := map[string]any{"license": map[string]any{"id": l.id}}; l.id != "" && !slices.ContainsFunc(ids[module], func(other any) bool { return reflect.DeepEqual(other, entry) }) {
				ids[module] = append(ids[module], entry)
			}
		}
	}
	ids["std"] = []any{map[string]any{"license": map[string]any{"id": "BSD-3-Clause"}}}
	components, _ := list["components"].([]any)
	for _, one := range components {
		component, _ := one.(map[string]any)
		module, _ := component["name"].(string)
		if ids[module] == nil {
			return fmt.Errorf("%s: there is no licence of %s", filepath.Base(name), module)
		}
		component["licenses"] = ids[module]
		delete(component, "evidence")
	}
	metadata, _ := list["metadata"].(map[string]any)
	if metadata == nil || len(components) == 0 {
		return fmt.Errorf("%s is no list of materials", filepath.Base(name))
	}
	metadata["timestamp"] = c.time.Format(time.RFC3339)
	if program, ok := metadata["component"].(map[string]any); ok {
		program["licenses"] = []any{map[string]any{"license": map[string]any{"id": "MIT"}}}
		delete(program, "evidence")
	}
	sum := sha256.Sum256([]byte(filepath.Base(name)))
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80 // a UUID of version 8, which its maker chooses
	list["serialNumber"] = fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
	text, err = json.MarshalIndent(list, "", "  ")
	if err != nil {
		return err
	}
	return file.WriteWhole(name, file.Bytes(append(text, '\n')))
}
