// Command zonda is the engine and its tools: without a subcommand it speaks the
// text protocol on stdin and stdout.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/zonda-checkers/zonda/cmd/internal/version"
	"github.com/zonda-checkers/zonda/cmd/internal/work/kinds"
)

// arguments are the subcommands of the program.
type arguments struct {
	Version kong.VersionFlag `help:"Print the version and exit."`

	Protocol  protocolCommand  `cmd:"" default:"1" help:"Speak the text protocol on stdin and stdout (the default)."`
	Board     boardCommand     `cmd:"" help:"Open the analysis board in the browser."`
	Hub       hubCommand       `cmd:"" help:"Speak the Hub protocol, as draughts hosts do."`
	Perft     perftCommand     `cmd:"" help:"Count the positions a number of plies ahead."`
	Bench     benchCommand     `cmd:"" help:"Search fixed positions; the last line is the signature."`
	Match     matchCommand     `cmd:"" help:"Let engines play against each other and report what the results prove."`
	Tune      tuneCommand      `cmd:"" help:"Make the weights of the evaluation from games, and tune the search."`
	Openings  openingsCommand  `cmd:"" help:"Grow a deck of openings for matches."`
	Solve     solveCommand     `cmd:"" help:"Solve suites of problem positions."`
	Depths    depthsCommand    `cmd:"" help:"Tell how deep the search comes in a time."`
	Agreement agreementCommand `cmd:"" help:"Measure how often a shallow search finds the move of a deep one."`
	Book      bookCommand      `cmd:"" help:"Grow, merge and show opening books."`
	AntiBook  antibookCommand  `cmd:"" name:"antibook" help:"List, check and learn positions to avoid."`
	Analyze   analyzeCommand   `cmd:"" help:"Judge the moves of games: blunders, better lines, a report."`
	PDN       pdnCommand       `cmd:"" name:"pdn" help:"Check files of games."`
	DXP       dxpCommand       `cmd:"" name:"dxp" help:"Play another program over a network, by the Dam Exchange Protocol."`
	About     versionCommand   `cmd:"" name:"version" help:"Print the version, the commit and the system."`
	Prove     proveCommand     `cmd:"" help:"Prove the values of positions, with certificates."`
	Serve     serveCommand     `cmd:"" help:"Share long work among machines: the server."`
	Work      workCommand      `cmd:"" help:"Share long work among machines: a worker."`
	EGDB      egdbCommand      `cmd:"" name:"egdb" help:"Build, check and ask the endgame databases."`
}

const description = `Zonda, an engine for English draughts.

Without a command it speaks its text protocol (docs/protocol.md): type "help" then, or "play 11-15".

Examples:
  zonda board
  zonda
  zonda perft --depth 10 --divide
  zonda solve testdata/problems.csv --movetime 1000
  zonda match --engine 'name=A cmd=bin/zonda' --engine 'name=B cmd=bin/old' --movetime 100
  zonda bench --without half-depth
  zonda agreement games.pdn --shallow 5 --deep 21
  zonda egdb probe B:WK29:BK1,K2
  zonda prove B:WK4,23,26:B1,K20,24`

// options returns how arguments are parsed.
func options(ctx context.Context) []kong.Option {
	return []kong.Option{
		kong.Name("zonda"),
		kong.Description(description),
		kong.Vars{"version": version.Of().String()},
		fitDefaults(),
		evaluationNames(),
		trainDefaults(),
		kong.Vars(kinds.Variables()),
		kong.BindTo(ctx, (*context.Context)(nil)),
	}
}

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer cancel()
	var a arguments
	command := kong.Parse(&a, options(ctx)...)
	command.FatalIfErrorf(command.Run())
}
