package engine_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
)

// TestTheDocumentedProgram: the program in docs/api.md is Example, which is run, and its output is the one told there.
func TestTheDocumentedProgram(t *testing.T) {
	example, err := os.ReadFile("example_test.go")
	require.NoError(t, err)
	body, output, found := strings.Cut(string(example), "	// Output:\n")
	require.True(t, found)
	program := strings.NewReplacer("package engine_test", "package main", "func Example()", "func main()").Replace(body) + "}\n"
	document, err := os.ReadFile(filepath.Join("..", "docs", "api.md"))
	require.NoError(t, err)
	require.Contains(t, string(document), "```go\n"+program+"```\n")
	require.Contains(t, string(document), strings.ReplaceAll(strings.TrimSuffix(output, "}\n"), "	// ", "    "))
}

// Every new line of a search is reported; the lines of one depth come from the best to the worst.
func ExampleEngine_Search() {
	e := engine.NewForAnalysis()
	defer e.Close()
	game := board.NewGame(board.Start())
	if err := game.PlayText("12-16", "24-20", "8-12"); err != nil {
		fmt.Println(err)
		return
	}
	lines := 0
	_, err := e.Search(context.Background(), game, search.Limits{Depth: 5, MultiPV: 2}, func(i search.Info) {
		if i.Depth == 5 {
			lines++
		}
	})
	fmt.Println(lines, "lines, error:", err)
	// Output: 2 lines, error: <nil>
}

// Start returns at once; Stop ends the search and Wait waits for its result.
func ExampleEngine_Start() {
	e := engine.New()
	defer e.Close()
	var best search.Info
	if err := e.Start(search.Limits{Infinite: true}, nil, func(i search.Info) { best = i }); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.SetOption("Hash", "16"))
	e.Stop()
	e.Wait()
	fmt.Println("found a move:", !best.Move().IsNone())
	// Output:
	// a search is running
	// found a move: true
}

func ExampleEngine_SetOption() {
	e := engine.New()
	defer e.Close()
	fmt.Println(errors.Join(e.SetOption("threads", "0"), e.SetOption("Theads", "2"), e.SetOption("hash", "16")))
	fmt.Println(e.Option("Hash"))
	// Output:
	// option Threads: "0" is not between 1 and 256
	// no option "Theads"
	// 16
}

// A Result is seen by the side to move.
func ExampleEngine_Probe() {
	e := engine.New()
	defer e.Close()
	for _, fen := range []string{"B:WK29:BK1,K2", "W:WK29:BK1,K2", "B:W21-32:B1-12"} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(e.Probe(p))
	}
	// Output:
	// win
	// loss
	// unknown
}
