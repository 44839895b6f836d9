package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"

	"github.com/alecthomas/kong"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
)

// run runs the program with its arguments and returns the exit status.
func run(ctx context.Context, words []string) cli.Status {
	if len(words) == 0 { // other programs start the engine so, and need no grammar of commands
		return complain(protocolCommand{}.Run(ctx), nil)
	}
	var a arguments
	parser := kong.Must(&a, options(ctx)...)
	command, err := parser.Parse(plain(words))
	if err != nil {
		return complain(cli.WrongUse(err), place(err))
	}
	return complain(command.Run(), command.Selected())
}

// plain returns words in the form that the parser reads: "help match" as "match --help", and a negative value as a part of
// its flag, because the parser takes a word that begins with "-" for a flag.
func plain(words []string) []string {
	if words[0] == "help" {
		words = append(words[1:len(words):len(words)], "--help")
	}
	var all []string
	for i, word := range words {
		if i > 0 && negative.MatchString(word) && flag.MatchString(words[i-1]) {
			all[len(all)-1] += "=" + word
		} else {
			all = append(all, word)
		}
	}
	return all
}

var (
	negative = regexp.MustCompile(`^-\.?[0-9]`)       // a value that begins with a negative number
	flag     = regexp.MustCompile(`^--[a-z][a-z-]*$`) // a flag whose value is the next word, if it has one
)

// place returns the command in whose words the parser found an error, nil for the program as a whole.
func place(err error) *kong.Node {
	var parse *kong.ParseError
	if errors.As(err, &parse) && parse.Context != nil {
		for i := len(parse.Context.Path) - 1; i >= 0; i-- {
			if at := parse.Context.Path[i]; at.Command != nil {
				return at.Command
			}
		}
	}
	return nil
}

// complain prints what went wrong, and after wrong use an example and where help is. It returns the exit status. A command whose
// lines could not be written, as on a full disk, has failed.
func complain(err error, command *kong.Node) cli.Status {
	if full := cli.Stdout.Err(); full != nil && (err == nil || errors.Is(err, full)) {
		err = full // once, though several parts of the command may tell
	}
	status := cli.StatusOf(err)
	switch {
	case err == nil || err.Error() == "":
		return status
	case err.Error() == context.Canceled.Error(): // without a word of the command
		err = errors.New("interrupted")
	}
	fmt.Fprintf(os.Stderr, "zonda: error: %v\n", err)
	if status == cli.Misused {
		name := "zonda"
		if command != nil {
			name = command.FullPath()
			if example := example.FindStringSubmatch(command.Detail); example != nil {
				fmt.Fprintf(os.Stderr, "for example: %s\n", example[1])
			}
		}
		fmt.Fprintf(os.Stderr, "try %s --help\n", name)
	}
	return status
}

// example matches the first example of a command's help.
var example = regexp.MustCompile(`(?m)^  (zonda\b.*)$`)
