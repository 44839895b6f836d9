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
	value    func(old string) string // how its value is written now, nil if as before
}

var oldFlags = []oldFlag{
	{command: "prove", old: "time", now: "movetime"}, {command: "prove", old: "budget", now: "nodes"}, {command: "prove", old: "table", now: "hash"},
	{command: "antibook prove", old: "budget", now: "nodes"}, {command: "antibook prove", old: "table", now: "hash"},
	{command: "antibook prove", old: "threads", now: "concurrency"}, {command: "antibook check", old: "threads", now: "concurrency"},
	{command: "antibook scan", old: "from", now: "openings"}, {command: "openings", old: "from", now: "openings"},
	{command: "book build", old: "threads", now: "concurrency"}, {command: "book check", old: "threads", now: "concurrency"},
	{command: "egdb build", old: "threads", now: "concurrency"}, {command: "egdb verify", old: "threads", now: "concurrency"},
	{command: "egdb", old: "db", now: "egdb"}, {command: "work", old: "threads", now: "concurrency"},
	{command: "analyze", old: "solver", now: "solver-time"}, {command: "dxp", old: "minutes", now: "tc", value: ofMinutes},
}

// ofMinutes returns a number of minutes as a clock.
func ofMinutes(minutes string) string {
	if minutes == "0" {
		return "inf"
	}
	return minutes + ":00"
}

// renamed returns the words of a command line with the names that flags have now, and says which names are old.
func renamed(words []string, warnings io.Writer) []string {
	line := strings.Join(words, " ") + " "
	for _, f := range oldFlags {
		if !strings.HasPrefix(line, f.command+" ") {
			continue
		}
		for i, word := range words {
			name, value, joined := strings.Cut(word, "=")
			if name == "--" {
				break
			}
			if name == "--"+f.old {
				fmt.Fprintf(warnings, "zonda: warning: --%s is now --%s; the old name works until the next version\n", f.old, f.now)
				words[i] = "--" + f.now
				switch {
				case joined && f.value != nil:
					words[i] += "=" + f.value(value)
				case joined:
					words[i] += "=" + value
				case f.value != nil && i+1 < len(words):
					words[i+1] = f.value(words[i+1])
				}
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
