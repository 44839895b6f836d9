package main

import (
	"bytes"
	goflag "flag"
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// promised are the packages that follow semantic versions: docs/api.md lists them.
var promised = []string{
	"antibook", "board", "board/diagram", "board/pdn", "book", "book/openings", "egdb", "engine", "engine/judge", "eval", "protocol/client", "protocol/dxp", "search",
}

var updateExported = goflag.Bool("update", false, "write testdata/exported.txt")

// TestExported compares what programs can use of the promised packages with a list, so that a change shows in the diff: "go test
// ./cmd/zonda -run Exported -update" writes the list. Each exported name has a comment.
func TestExported(t *testing.T) {
	t.Parallel()
	var all bytes.Buffer
	for _, name := range promised {
		fmt.Fprintf(&all, "package %s\n", name)
		for _, line := range exported(t, name) {
			fmt.Fprintln(&all, "\t"+line)
		}
	}
	const list = "testdata/exported.txt"
	if *updateExported {
		require.NoError(t, os.MkdirAll(filepath.Dir(list), 0o755))
		require.NoError(t, os.WriteFile(list, all.Bytes(), 0o600))
	}
	want, err := os.ReadFile(list)
	require.NoError(t, err)
	if before, now := string(want), all.String(); before != now {
		require.Fail(t, "the exported names have changed", "write the list anew with -update, and say in CHANGELOG.md what users notice:\n%s", difference(before, now))
	}
}

// difference returns the lines that are only in one of two texts.
func difference(before, now string) string {
	var text strings.Builder
	for _, side := range []struct{ sign, a, b string }{{"-", before, now}, {"+", now, before}} {
		other := map[string]bool{}
		for line := range strings.Lines(side.b) {
			other[line] = true
		}
		for line := range strings.Lines(side.a) {
			if !other[line] {
				text.WriteString(side.sign + line)
			}
		}
	}
	return text.String()
}

// TestPromised: the document promises what the list has, and nothing else.
func TestPromised(t *testing.T) {
	t.Parallel()
	document, err := os.ReadFile(root + "/docs/api.md")
	require.NoError(t, err)
	sentence := regexp.MustCompile(`\*\*What stays\.\*\* (.*?) follow`).FindStringSubmatch(string(document))
	require.NotNil(t, sentence)
	var named []string
	for _, found := range regexp.MustCompile("`([a-z/]+)`").FindAllStringSubmatch(sentence[1], -1) {
		named = append(named, found[1])
	}
	require.ElementsMatch(t, promised, named)
}

// exported returns the declarations that a package exports, each on one line, and requires comments.
func exported(t *testing.T, name string) (lines []string) {
	t.Helper()
	context := build.Default
	context.GOOS, context.GOARCH, context.CgoEnabled = "linux", "amd64", false // the same everywhere
	folder := filepath.Join(root, name)
	listed, err := context.ImportDir(folder, 0)
	require.NoError(t, err)
	set := token.NewFileSet()
	var files []*ast.File
	for _, file := range listed.GoFiles {
		parsed, err := parser.ParseFile(set, filepath.Join(folder, file), nil, parser.ParseComments)
		require.NoError(t, err)
		files = append(files, parsed)
	}
	p, err := doc.NewFromFiles(set, files, module+"/"+name)
	require.NoError(t, err)
	require.NotEmpty(t, p.Doc, name)
	show := func(node any) string {
		var text bytes.Buffer
		require.NoError(t, (&printer.Config{Mode: printer.RawFormat}).Fprint(&text, token.NewFileSet(), node))
		fields := strings.NewReplacer("{\n", "{ ", "\n}", " }", "\n", "; ").Replace(strings.ReplaceAll(text.String(), "// contains filtered or unexported fields\n", ""))
		return strings.Join(strings.Fields(fields), " ")
	}
	function := func(f *doc.Func, of string) {
		assert.NotEmpty(t, f.Doc, "%s: %s%s has no comment", name, of, f.Name)
		f.Decl.Doc, f.Decl.Body = nil, nil
		lines = append(lines, show(f.Decl))
	}
	values := func(all []*doc.Value) {
		for _, v := range all {
			for _, spec := range v.Decl.Specs {
				s := spec.(*ast.ValueSpec)
				for _, n := range s.Names {
					if n.IsExported() {
						assert.True(t, v.Doc != "" || s.Doc.Text() != "" || s.Comment.Text() != "", "%s: %s has no comment", name, n)
						lines = append(lines, fmt.Sprintf("%s %s", v.Decl.Tok, n))
					}
				}
			}
		}
	}
	values(p.Consts)
	values(p.Vars)
	for _, f := range p.Funcs {
		function(f, "")
	}
	for _, typ := range p.Types {
		assert.NotEmpty(t, typ.Doc, "%s: %s has no comment", name, typ.Name)
		ast.Inspect(typ.Decl, func(n ast.Node) bool {
			switch f := n.(type) {
			case *ast.GenDecl:
				f.Doc = nil
			case *ast.TypeSpec:
				f.Doc, f.Comment = nil, nil
			case *ast.Field:
				f.Doc, f.Comment = nil, nil
			}
			return true
		})
		lines = append(lines, show(typ.Decl))
		values(typ.Consts)
		values(typ.Vars)
		for _, f := range typ.Funcs {
			function(f, "")
		}
		for _, f := range typ.Methods {
			function(f, typ.Name+".")
		}
	}
	return lines
}
