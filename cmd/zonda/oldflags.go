package main

import (
	"fmt"
	"io"
	"strings"
)

// oldFlag is a flag that had another name in the version before. It works until the next version.
type oldFlag struct {
	command  string // the words with which its commands begin
	old, now string
}

var oldFlags = []oldFlag{
	{"prove", "time", "movetime"}, {"prove", "budget", "nodes"}, {"prove", "table", "hash"},
	{"antibook prove", "budget", "nodes"}, {"antibook prove", "table", "hash"}, {"antibook prove", "threads", "concurrency"},
	{"antibook check", "threads", "concurrency"}, {"antibook scan", "from", "openings"},
	{"book build", "threads", "concurrency"}, {"book check", "threads", "concurrency"},
	{"egdb build", "threads", "concurrency"}, {"egdb verify", "threads", "concurrency"}, {"egdb", "db", "egdb"},
	{"work", "threads", "concurrency"}, {"openings", "from", "openings"}, {"analyze", "solver", "solver-time"},
}

// renamed returns the words of a command line with the names that flags have now, and says which names are old.
func renamed(words []string, warnings io.Writer) []string {
	line := strings.Join(words, " ") + " "
	for _, f := range oldFlags {
		if !strings.HasPrefix(line, f.command+" ") {
			continue
		}
		for i, word := range words {
			name, _, _ := strings.Cut(word, "=")
			if name == "--" {
				break
			}
			if name == "--"+f.old {
				fmt.Fprintf(warnings, "zonda: warning: --%s is now --%s; the old name works until the next version\n", f.old, f.now)
				words[i] = "--" + f.now + word[len(name):]
			}
		}
	}
	// perft took its position by a flag.
	if len(words) > 0 && words[0] == "perft" {
		words = withoutFlag(words, "--fen", warnings)
	}
	return words
}

// withoutFlag returns words where the value of a flag stands alone.
func withoutFlag(words []string, flag string, warnings io.Writer) (plain []string) {
	for _, word := range words {
		if word == flag || strings.HasPrefix(word, flag+"=") {
			fmt.Fprintf(warnings, "zonda: warning: %s is not needed before the position; it works until the next version\n", flag)
			if word == flag {
				continue
			}
			word = word[len(flag)+1:]
		}
		plain = append(plain, word)
	}
	return plain
}
