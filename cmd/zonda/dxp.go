package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/cpu"
	"github.com/zonda-checkers/zonda/cmd/internal/match"
	"github.com/zonda-checkers/zonda/cmd/internal/match/dxpgames"
	"github.com/zonda-checkers/zonda/cmd/internal/site/httpguard"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/protocol/client"
	"github.com/zonda-checkers/zonda/protocol/dxp"
	"github.com/zonda-checkers/zonda/search"
)

type dxpCommand struct {
	Listen   bool           `help:"Wait for a peer at the address." xor:"end"`
	Connect  bool           `help:"Connect to the peer at the address." xor:"end"`
	Address  string         `arg:"" optional:"" help:"HOST:PORT, HOST or :PORT (default localhost:27531)."`
	Role     string         `help:"initiator starts the games, follower plays those that the peer starts (default: initiator if it connects)." enum:"initiator,follower," default:"" placeholder:"ROLE"`
	Games    *int           `help:"Games to play (default 2 for the initiator, any number for the follower)." placeholder:"N" min:"1"`
	TC       string         `name:"tc" help:"The initiator's: the clock of each side for a game, in whole minutes, or inf for none (default ${default})." default:"5:00" placeholder:"TIME"`
	Moves    int            `help:"The initiator's: moves of each side after which a game is decided by the pieces, 0 for no limit (default ${default})." default:"0" placeholder:"N"`
	Colour   string         `help:"The initiator's, in its first game; colours change from game to game." enum:"black,white" default:"black" placeholder:"black|white"`
	Openings string         `help:"The initiator's: openings, each played twice: ${decks}, a .pdn, .csv, .epd or .fen (default: the start)." placeholder:"DECK"`
	PDN      string         `name:"pdn" help:"Write the games to the end of a file." placeholder:"FILE"`
	Log      string         `help:"Write every message to the end of a file." placeholder:"FILE"`
	JSON     bool           `name:"json" help:"Print one JSON object; progress goes to stderr."`
	Name     string         `help:"What this side is called (default ${default})." default:"Zonda" placeholder:"NAME"`
	MoveTime *time.Duration `name:"movetime" help:"The most time for a move, such as 200ms, beside the clock." placeholder:"TIME" above:"0s"`
	Nodes    *uint64        `help:"The most nodes for a move, beside the clock." placeholder:"N" min:"1"`
	Hash     int            `help:"Transposition table in MiB (default ${default})." default:"64" placeholder:"MIB" min:"1" max:"${max_hash}"`
	Threads  int            `help:"Threads of the search (default ${default})." default:"1" placeholder:"N" min:"1" max:"${max_threads}"`
	MoveRule int            `name:"move-rule" help:"Plies without a capture or a man's move that make a draw, 0 for none (default ${default})." default:"80" placeholder:"N" min:"0"`
	Patience cli.Patience   `help:"How long the peer may be silent, beyond its clock (default ${default})." default:"60s" placeholder:"TIME" min:"1ms"`
}

func (c dxpCommand) Help() string {
	return `Plays another program over a network by the Dam Exchange Protocol with 32 squares: docs/dxp.md.

Examples:
  zonda dxp --listen
  zonda dxp --connect localhost --games 4 --tc 1:00 --openings 3move --pdn games.pdn
  zonda dxp --listen :27531 --role initiator --games 10`
}

// dxpPort is the default port.
const dxpPort = "27531"

// Validate is called by the command line parser.
func (c *dxpCommand) Validate() error {
	if !c.Listen && !c.Connect {
		return errors.New("dxp needs --listen or --connect")
	}
	c.Role = cmp.Or(c.Role, map[bool]string{true: "initiator", false: "follower"}[c.Connect])
	minutes, err := c.minutes()
	if err != nil {
		return err
	}
	return dxp.GameSetup{Start: board.Start(), Minutes: minutes, Moves: c.Moves}.Check()
}

// minutes returns the clock of each side, 0 for none. The protocol has no other clocks.
func (c *dxpCommand) minutes() (int, error) {
	clock, err := client.ParseTimeControl(c.TC)
	if err == nil && (clock.Increment > 0 || clock.Moves > 0 || clock.Time%time.Minute > 0) {
		err = fmt.Errorf("tc %s: the protocol has clocks of whole minutes for a game, such as 5:00, and inf for none", c.TC)
	}
	return int(clock.Time.Minutes()), err
}

func (c *dxpCommand) initiates() bool { return c.Role == "initiator" }

// address returns the address. The default host and port stand in where they are missing.
func (c *dxpCommand) address() string {
	host, port, err := net.SplitHostPort(c.Address)
	if err != nil { // there is no port
		return net.JoinHostPort(cmp.Or(c.Address, "localhost"), dxpPort)
	}
	return net.JoinHostPort(host, cmp.Or(port, dxpPort))
}

func (c dxpCommand) Run(ctx context.Context) (err error) {
	games, err := c.games()
	if err != nil {
		return err
	}
	e, err := c.newEngine()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	out, err := dxpgames.Open(c.PDN, c.Log, c.JSON)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	conn, err := c.meet(ctx, out)
	if err != nil {
		return cli.Interrupted(ctx, err, "no peer came")
	}
	play := dxp.Match{
		Name: c.Name, Thinker: dxp.NewEngineThinker(e, c.limits()), Patience: time.Duration(c.Patience),
		MoveRule: c.MoveRule, Began: out.Began, Ended: out.Ended, Said: out.Said, Log: out.Message,
	}
	if c.initiates() {
		err = play.Initiate(ctx, conn, games)
	} else {
		err = play.Follow(ctx, conn, cli.Or(c.Games, 0))
	}
	err = cli.Interrupted(ctx, err, fmt.Sprintf("%d games were begun", out.Games()))
	return errors.Join(err, out.Finish())
}

// games returns the games that the initiator starts.
func (c *dxpCommand) games() ([]dxp.GameSetup, error) {
	starts := []board.Position{board.Start()}
	if c.Openings != "" {
		suite, err := cli.Suite(c.Openings, false)
		if err != nil {
			return nil, err
		}
		starts = openings.Roots(suite)[1:]
	}
	colour := board.Black
	if c.Colour == "white" {
		colour = board.White
	}
	minutes, err := c.minutes()
	if err != nil {
		return nil, err
	}
	games := make([]dxp.GameSetup, cli.Or(c.Games, match.GamesPerOpening))
	for i := range games {
		start := starts[i/match.GamesPerOpening%len(starts)]
		games[i] = dxp.GameSetup{Start: start, Colour: colour, Minutes: minutes, Moves: c.Moves}
		colour = colour.Opponent()
	}
	return games, nil
}

// limits returns what bounds a move beside the clock.
func (c *dxpCommand) limits() (l search.Limits) {
	l.MoveTime = cli.Or(c.MoveTime, 0)
	if c.Nodes != nil {
		l.Nodes = *c.Nodes
	}
	return l
}

func (c *dxpCommand) newEngine() (*engine.Engine, error) {
	cpu.Spare()
	entries, err := antibook.BuiltIn()
	if err != nil {
		return nil, err
	}
	avoid := antibook.NewSet(entries)
	return engine.New(engine.Config{Hash: c.Hash, Threads: c.Threads, Book: &book.Shelf{Avoid: avoid.Contains}, Avoid: avoid})
}

// meet returns the connection to the peer.
func (c *dxpCommand) meet(ctx context.Context, out *dxpgames.Output) (net.Conn, error) {
	if c.Connect {
		return (&net.Dialer{}).DialContext(ctx, "tcp", c.address())
	}
	listener, err := httpguard.Listen(ctx, c.address())
	if err != nil {
		return nil, err
	}
	unlink := context.AfterFunc(ctx, func() { _ = listener.Close() })
	defer unlink()
	defer listener.Close() // one peer is enough
	out.Line("listening on %s", listener.Addr())
	conn, err := listener.Accept()
	if err != nil {
		return nil, err
	}
	out.Line("%s has connected", conn.RemoteAddr())
	return conn, nil
}
