package cli

import (
	"fmt"
	"os"
	"slices"

	"golang.org/x/term"

	"github.com/zonda-checkers/zonda/internal/file"
)

// HintStdin prints on stderr what to type if the standard input is among the files to read and a person types there. The
// hint is a sentence such as "Type positions, one a line".
func HintStdin(names []string, hint string) {
	if slices.Contains(names, file.Stdin) && term.IsTerminal(int(os.Stdin.Fd())) {
		fmt.Fprintf(os.Stderr, "%s. Ctrl-D ends the input, Ctrl-C the program.\n", hint)
	}
}
