// Package pattern has regular expressions that are compiled when they are first used. Compiling takes longer than all else
// that a program does before its first line, in a page most of all.
package pattern

import (
	"regexp"
	"sync"
)

// Of returns a function that compiles an expression at its first call, and returns the same at each. The function panics if
// the text is no expression. Many goroutines may call it at once.
func Of(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
