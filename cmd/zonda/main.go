// Command zonda is the engine and its tools: without a subcommand it speaks the
// text protocol on stdin and stdout.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/diagram"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/licences"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/manual"
	"github.com/zonda-checkers/zonda/cmd/internal/farm"
	"github.com/zonda-checkers/zonda/cmd/internal/site/api"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/judge"
	"github.com/zonda-checkers/zonda/search"
)

// variables returns the values of other packages that stand in the tags of flags.
func variables() kong.Vars {
	evaluations := engine.Evaluations()
	toLearn := slices.DeleteFunc(openings.Names(), func(name string) bool { return name == "edge-heldout" })
	return kong.Vars{
		"version":   cli.ProgramVersion().String(),
		"max_depth": fmt.Sprint(search.MaxDepth), "max_moves": fmt.Sprint(board.MaxMoves), "max_perft": fmt.Sprint(board.MaxPerftDepth),
		"max_pieces": fmt.Sprint(egdb.MaxPieces), "judge_nodes": fmt.Sprint(judge.DefaultNodes),
		"max_hash": fmt.Sprint(engine.MaxHash), "max_threads": fmt.Sprint(engine.MaxThreads),
		"themes": diagram.Themes,
		"decks":  strings.Join(openings.Names(), ", "),
		"decks_to_learn": strings.Join(toLearn, ", ") +
			", a .pdn, .csv, .epd or .fen; of several suites each begins the same share; openings that are barred or held out are left out",
		"evaluation": evaluations[0], "evaluations": strings.Join(evaluations, ","),
		"api_queue": fmt.Sprint(api.QueuePlaces), "api_client": fmt.Sprint(api.PerClient), "api_time": api.MaxTime.String(), "api_game": api.MaxGameTime.String(),
		"api_nodes": fmt.Sprint(api.MaxNodes), "api_lines": fmt.Sprint(api.MaxLines), "api_body": fmt.Sprint(api.MaxBody),
		"shells":   strings.Join(manual.Shells, ","),
		"on_first": fmt.Sprint(farm.FirstPriority), "on_last": fmt.Sprint(farm.LastPriority), "on_priority": fmt.Sprint(farm.DefaultPriority),
	}
}

// arguments are the subcommands of the program, a player's first.
type arguments struct {
	Version kong.VersionFlag `help:"Print the version and exit."`

	Board    boardCommand    `cmd:"" group:"play" help:"Open the analysis board in the browser."`
	Protocol protocolCommand `cmd:"" group:"play" default:"1" help:"Talk to the engine, by hand or by its text protocol (the default)."`
	Hub      hubCommand      `cmd:"" group:"play" help:"Speak the Hub protocol, as draughts hosts do."`
	API      apiCommand      `cmd:"" group:"play" name:"api" help:"Serve the engine over HTTP, for programs."`
	About    versionCommand  `cmd:"" group:"play" name:"version" help:"Print the version, the commit and the operating system."`

	Analyze analyzeCommand `cmd:"" group:"games" help:"Judge the moves of games: blunders, better lines, a report."`
	PDN     pdnCommand     `cmd:"" group:"games" name:"pdn" help:"Check files of games, or make a page of them."`
	Diagram diagramCommand `cmd:"" group:"games" help:"Draw a position as SVG or PNG."`

	Solve    solveCommand    `cmd:"" group:"problems" help:"Solve suites of problem positions."`
	Problems problemsCommand `cmd:"" group:"problems" help:"Make, check and list rated problems."`

	Match    matchCommand       `cmd:"" group:"match" help:"Let engines play against each other and report what the results prove."`
	Ratings  ratingsCommand     `cmd:"" group:"match" help:"Rate all engines of matches and of files of games on one scale."`
	Check    checkEngineCommand `cmd:"" group:"match" name:"check-engine" help:"Check whether an engine keeps to its protocol, rule by rule."`
	Host     hostCommand        `cmd:"" group:"match" help:"Let an engine of CheckerBoard, a Windows library, speak the text protocol."`
	DXP      dxpCommand         `cmd:"" group:"match" name:"dxp" help:"Play another program over a network, by the Dam Exchange Protocol."`
	Openings openingsCommand    `cmd:"" group:"match" help:"Grow an opening suite for matches."`
	Bench    benchCommand       `cmd:"" group:"match" help:"Search fixed positions; the last line is the signature."`
	Perft    perftCommand       `cmd:"" group:"match" help:"Count the positions a number of plies ahead."`

	EGDB egdbCommand `cmd:"" group:"endings" name:"egdb" help:"Build, check and ask the endgame databases."`

	Prove proveCommand `cmd:"" group:"proofs" help:"Prove the values of positions, with certificates."`

	Tune     tuneCommand     `cmd:"" group:"learn" help:"Make the weights of the evaluation from games, and tune the search."`
	Book     bookCommand     `cmd:"" group:"learn" help:"Grow, merge and show opening books."`
	AntiBook antibookCommand `cmd:"" group:"learn" name:"antibook" help:"List, check and learn positions to avoid."`

	Serve serveCommand `cmd:"" group:"farm" help:"Share long work among hosts: the server."`
	Work  workCommand  `cmd:"" group:"farm" help:"Share long work among hosts: a worker."`

	Completion completionCommand `cmd:"" group:"install" help:"Print a script with which a shell completes commands and flags."`
	Manual     manualCommand     `cmd:"" group:"install" help:"Write the manual pages."`
}

// Validate is called by the command line parser before the Validate of the commands.
func (*arguments) Validate(k *kong.Context) error { return cli.CheckFlags(k) }

// groups are the titles of the groups of commands, which are those of the folders of cmd/internal.
var groups = kong.Groups{
	"play":     "Play:",
	"games":    "Games of people:",
	"problems": "Problems:",
	"match":    "Engines against each other:",
	"endings":  "Endings:",
	"proofs":   "Proofs:",
	"learn":    "Learning and books:",
	"farm":     "Many hosts:",
	"install":  "Install:",
}

const description = `Zonda, an engine for English draughts.

Without a command a person at a terminal plays against it, and a program talks to it by its text protocol
(docs/protocol.md).

Examples:
  zonda board
  zonda
  zonda analyze games.pdn --html report.html
  zonda solve testdata/problems.csv --movetime 1000
  zonda match --engine 'name=A cmd=bin/zonda' --engine 'name=B cmd=bin/old' --movetime 100
  zonda egdb probe B:WK29:BK1,K2
  zonda prove B:WK4,23,26:B1,K20,24

"zonda help COMMAND" has the flags and examples of a command. Exit statuses: 0 done, 1 failed or interrupted, 2 wrong use,
3 not proven.`

// newParser returns a parser of arguments. It puts the variables into the texts itself: kong searches the value of every variable
// for other variables, anew for every flag, which took two thirds of the time of a start.
func newParser(ctx context.Context, a *arguments, more ...kong.Option) *kong.Kong {
	known := variables()
	var pairs []string
	for name, value := range known {
		pairs = append(pairs, "${"+name+"}", value)
	}
	texts := strings.NewReplacer(pairs...)
	parser := kong.Must(a, append(append(cli.Decoders(), more...),
		kong.Name("zonda"),
		kong.Description(description),
		groups,
		kong.Writers(cli.Stdout, os.Stderr),
		kong.Exit(func(status int) { os.Exit(max(status, int(complain(nil, nil)))) }), // after help and the version
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.PostBuild(func(k *kong.Kong) error {
			return kong.Visit(k.Model.Node, func(node kong.Visitable, next kong.Next) error {
				if v, ok := node.(*kong.Value); ok {
					v.Help, v.Default, v.Enum = texts.Replace(v.Help), texts.Replace(v.Default), texts.Replace(v.Enum)
					for name, value := range v.Tag.Vars { // of tags set:"NAME=VALUE"
						v.Tag.Vars[name] = texts.Replace(value)
					}
				}
				return next(nil)
			})
		}),
	)...)
	maps.Copy(parser.Model.Tag.Vars, known) // for --version, and for the bounds of flags
	return parser
}

// withoutOthers makes the parser know only the command that the words begin with, if they do: all the others with their flags take most
// of the time of a start.
func withoutOthers(words []string) []kong.Option {
	var others []string
	found := false
	for _, f := range reflect.VisibleFields(reflect.TypeFor[arguments]()) {
		if _, isCommand := f.Tag.Lookup("cmd"); !isCommand {
			continue
		}
		if cmp.Or(f.Tag.Get("name"), strings.ToLower(f.Name)) == words[0] {
			found = true
		} else {
			others = append(others, f.Name)
		}
	}
	if !found {
		return nil
	}
	return []kong.Option{kong.IgnoreFields(`^arguments\.(` + strings.Join(others, "|") + `)$`)}
}

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	status := run(ctx, os.Args[1:])
	cancel()
	os.Exit(int(status))
}

// run runs the program with its arguments and returns the exit status.
func run(ctx context.Context, words []string) cli.Status {
	if len(words) == 0 { // other programs start the engine so, and need no grammar of commands
		return complain(protocolCommand{}.Run(ctx), nil)
	}
	var a arguments
	given := plain(words)
	command, err := newParser(ctx, &a, withoutOthers(given)...).Parse(given)
	if err != nil {
		at := place(err)
		return complain(cli.WrongUse(cmp.Or(habit(words, at), err)), at)
	}
	if err = command.Run(); errors.Is(err, openings.ErrNoSuite) {
		err = cli.WrongUse(err)
	}
	return complain(err, command.Selected())
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
	case strings.HasSuffix(err.Error(), context.Canceled.Error()): // without a word of the command
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

type versionCommand struct {
	JSON     bool `name:"json" help:"Print one JSON object." xor:"form"`
	Licences bool `help:"Print the licences of what is in the program beside its own code." xor:"form"`
}

func (c versionCommand) Help() string {
	return `Examples:
  zonda version
  zonda version --json
  zonda version --licences`
}

func (c versionCommand) Run() error {
	if c.Licences {
		_, err := fmt.Fprint(cli.Stdout, licences.Text)
		return err
	}
	v := cli.ProgramVersion()
	if c.JSON {
		return cli.WriteJSON(cli.Stdout, v)
	}
	_, err := fmt.Fprintln(cli.Stdout, v)
	return err
}
