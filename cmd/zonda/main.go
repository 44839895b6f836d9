// Command zonda is the engine and its tools: without a subcommand it speaks the
// text protocol on stdin and stdout.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/analyze"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/version"
	"github.com/zonda-checkers/zonda/cmd/internal/work"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
)

// variables returns the values of other packages that stand in the tags of flags.
func variables() kong.Vars {
	evaluations := engine.Evaluations()
	return kong.Vars{
		"version":   version.Of().String(),
		"max_depth": fmt.Sprint(search.MaxDepth), "max_moves": fmt.Sprint(board.MaxMoves), "max_perft": fmt.Sprint(board.MaxPerftDepth),
		"max_pieces": fmt.Sprint(egdb.MaxPieces), "judge_nodes": fmt.Sprint(analyze.DefaultNodes),
		"evaluation": evaluations[0], "evaluations": strings.Join(evaluations, ","),
		"on_first": fmt.Sprint(work.FirstPriority), "on_last": fmt.Sprint(work.LastPriority), "on_priority": fmt.Sprint(work.DefaultPriority),
	}
}

// arguments are the subcommands of the program, a player's first.
type arguments struct {
	Version kong.VersionFlag `help:"Print the version and exit."`

	Board    boardCommand    `cmd:"" group:"play" help:"Open the analysis board in the browser."`
	Protocol protocolCommand `cmd:"" group:"play" default:"1" help:"Talk to the engine, by hand or by its text protocol (the default)."`
	Analyze  analyzeCommand  `cmd:"" group:"play" help:"Judge the moves of games: blunders, better lines, a report."`
	Solve    solveCommand    `cmd:"" group:"play" help:"Solve suites of problem positions."`
	About    versionCommand  `cmd:"" group:"play" name:"version" help:"Print the version, the commit and the system."`

	PDN      pdnCommand      `cmd:"" group:"games" name:"pdn" help:"Check files of games."`
	Book     bookCommand     `cmd:"" group:"games" help:"Grow, merge and show opening books."`
	AntiBook antibookCommand `cmd:"" group:"games" name:"antibook" help:"List, check and learn positions to avoid."`
	Openings openingsCommand `cmd:"" group:"games" help:"Grow a deck of openings for matches."`

	Match matchCommand `cmd:"" group:"engines" help:"Let engines play against each other and report what the results prove."`
	Hub   hubCommand   `cmd:"" group:"engines" help:"Speak the Hub protocol, as draughts hosts do."`
	DXP   dxpCommand   `cmd:"" group:"engines" name:"dxp" help:"Play another program over a network, by the Dam Exchange Protocol."`
	Bench benchCommand `cmd:"" group:"engines" help:"Search fixed positions; the last line is the signature."`
	Perft perftCommand `cmd:"" group:"engines" help:"Count the positions a number of plies ahead."`

	EGDB  egdbCommand  `cmd:"" group:"endings" name:"egdb" help:"Build, check and ask the endgame databases."`
	Prove proveCommand `cmd:"" group:"endings" help:"Prove the values of positions, with certificates."`

	Tune tuneCommand `cmd:"" group:"learn" help:"Make the weights of the evaluation from games, and tune the search."`

	Serve serveCommand `cmd:"" group:"machines" help:"Share long work among machines: the server."`
	Work  workCommand  `cmd:"" group:"machines" help:"Share long work among machines: a worker."`
}

// Validate is called by the command line parser before the Validate of the commands.
func (*arguments) Validate(k *kong.Context) error { return cli.CheckFlags(k) }

// groups are the titles of the groups of commands.
var groups = kong.Groups{
	"play":     "Play and analyse:",
	"games":    "Games and openings:",
	"engines":  "Engines against each other:",
	"endings":  "Endings:",
	"learn":    "Learn:",
	"machines": "Many machines:",
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

// options returns how arguments are parsed.
func options(ctx context.Context) []kong.Option {
	return append(cli.Decoders(),
		kong.Name("zonda"),
		kong.Description(description),
		groups,
		kong.Writers(cli.Stdout, os.Stderr),
		kong.Exit(func(status int) { os.Exit(max(status, int(complain(nil, nil)))) }), // after help and the version
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}),
		variables(),
		kong.BindTo(ctx, (*context.Context)(nil)),
	)
}

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	status := run(ctx, os.Args[1:])
	cancel()
	os.Exit(int(status))
}
