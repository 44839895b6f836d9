package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"time"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/engine/deck"
	"github.com/zonda-checkers/zonda/protocol/dxp"
	"github.com/zonda-checkers/zonda/search"
)

type dxpCommand struct {
	Listen   bool    `help:"Wait for a peer at the address." xor:"end"`
	Connect  bool    `help:"Connect to the peer at the address." xor:"end"`
	Address  string  `arg:"" optional:"" help:"HOST:PORT, HOST or :PORT (default localhost:27531)."`
	Role     string  `help:"initiator starts the games, follower plays those that the peer starts (default: initiator if it connects)." enum:"initiator,follower," default:"" placeholder:"ROLE"`
	Games    int     `help:"Games to play (default 2 for the initiator, any number for the follower)." placeholder:"N"`
	Minutes  int     `help:"The initiator's: minutes of each side for a game, 0 for no clock (default ${default})." default:"5" placeholder:"N"`
	Moves    int     `help:"The initiator's: moves of each side after which a game is decided by the pieces, 0 for no limit (default ${default})." default:"0" placeholder:"N"`
	Colour   string  `help:"The initiator's, in its first game; colours change from game to game." enum:"black,white" default:"black" placeholder:"black|white"`
	Openings string  `help:"The initiator's: openings, each played twice: 2move, 3move, wide, a .pdn or a .csv (default: the start)." placeholder:"DECK"`
	PDN      string  `name:"pdn" help:"Write the games to the end of a file." placeholder:"FILE"`
	Log      string  `help:"Write every message to the end of a file." placeholder:"FILE"`
	JSON     bool    `name:"json" help:"Print one JSON object; progress goes to stderr."`
	Name     string  `help:"What this side is called (default ${default})." default:"Zonda" placeholder:"NAME"`
	MoveTime *int    `name:"movetime" help:"The most time for a move in ms, beside the clock." placeholder:"MS"`
	Nodes    *uint64 `help:"The most nodes for a move, beside the clock." placeholder:"N"`
	Hash     int     `help:"Transposition table in MiB (default ${default})." default:"64" placeholder:"MIB"`
	Threads  int     `help:"Threads of the search (default ${default})." default:"1" placeholder:"N"`
	MoveRule int     `name:"move-rule" help:"Plies without a capture or a man's move that make a draw, 0 for none (default ${default})." default:"80" placeholder:"N"`
	Patience int     `help:"Seconds that the peer may be silent, beyond its clock (default ${default})." default:"60" placeholder:"S"`
}

func (c dxpCommand) Help() string {
	return `Plays another program over a network by the Dam Exchange Protocol with 32 squares: docs/dxp.md.

Examples:
  zonda dxp --listen
  zonda dxp --connect localhost --games 4 --minutes 1 --openings 3move --pdn games.pdn
  zonda dxp --listen :27531 --role initiator --games 10`
}

// dxpPort is where programs listen unless they are told otherwise.
const dxpPort = "27531"

// Validate is called by the command line parser.
func (c *dxpCommand) Validate() error {
	switch {
	case !c.Listen && !c.Connect:
		return errors.New("dxp needs --listen or --connect")
	case c.Games < 0:
		return fmt.Errorf("games %d is less than 0", c.Games)
	case c.Patience < 1:
		return fmt.Errorf("patience %d is less than 1", c.Patience)
	case c.MoveRule < 0:
		return fmt.Errorf("move-rule %d is less than 0", c.MoveRule)
	case c.MoveTime != nil && *c.MoveTime < 1:
		return fmt.Errorf("movetime %d is less than 1", *c.MoveTime)
	case c.Nodes != nil && *c.Nodes < 1:
		return errors.New("nodes 0 is less than 1")
	}
	c.Role = cmp.Or(c.Role, map[bool]string{true: "initiator", false: "follower"}[c.Connect])
	if c.initiates() {
		c.Games = cmp.Or(c.Games, gamesPerOpening)
	}
	return dxp.Fixture{Start: board.Start(), Minutes: c.Minutes, Moves: c.Moves}.Check()
}

func (c *dxpCommand) initiates() bool { return c.Role == "initiator" }

// address returns the address with what it leaves out.
func (c *dxpCommand) address() string {
	host, port, err := net.SplitHostPort(c.Address)
	if err != nil { // there is no port
		return net.JoinHostPort(cmp.Or(c.Address, "localhost"), dxpPort)
	}
	return net.JoinHostPort(host, cmp.Or(port, dxpPort))
}

func (c dxpCommand) Run(ctx context.Context) (err error) {
	fixtures, err := c.fixtures()
	if err != nil {
		return err
	}
	e, err := c.newEngine()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	out, err := c.newOutput()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.close()) }()
	conn, err := c.meet(ctx, out)
	if err != nil {
		return interrupted(ctx, err, "no peer came")
	}
	match := dxp.Match{
		Name: c.Name, Thinker: dxp.NewEngineThinker(e, c.limits()), Patience: time.Duration(c.Patience) * time.Second,
		MoveRule: c.MoveRule, Began: out.began, Ended: out.ended, Said: out.said, Log: out.message,
	}
	if c.initiates() {
		err = match.Initiate(ctx, conn, fixtures)
	} else {
		err = match.Follow(ctx, conn, c.Games)
	}
	err = interrupted(ctx, err, fmt.Sprintf("%d games were begun", len(out.games)))
	return errors.Join(err, out.finish())
}

// fixtures returns the games that the initiator starts.
func (c *dxpCommand) fixtures() ([]dxp.Fixture, error) {
	starts := []board.Position{board.Start()}
	if c.Openings != "" {
		openings, err := deck.Open(c.Openings)
		if err != nil {
			return nil, err
		}
		starts = nil
		for _, o := range deck.InPlay(openings) {
			starts = append(starts, o.Game().Position())
		}
	}
	if len(starts) == 0 {
		return nil, fmt.Errorf("openings %s: none is in play", board.Quote(c.Openings))
	}
	colour := board.Black
	if c.Colour == "white" {
		colour = board.White
	}
	fixtures := make([]dxp.Fixture, c.Games)
	for i := range fixtures {
		start := starts[i/gamesPerOpening%len(starts)]
		fixtures[i] = dxp.Fixture{Start: start, Colour: colour, Minutes: c.Minutes, Moves: c.Moves}
		colour = colour.Opponent()
	}
	return fixtures, nil
}

// limits returns what bounds a move beside the clock.
func (c *dxpCommand) limits() (l search.Limits) {
	if c.MoveTime != nil {
		l.MoveTime = time.Duration(*c.MoveTime) * time.Millisecond
	}
	if c.Nodes != nil {
		l.Nodes = *c.Nodes
	}
	return l
}

func (c *dxpCommand) newEngine() (*engine.Engine, error) {
	e := engine.New()
	err := errors.Join(
		e.SetOption("Hash", strconv.Itoa(c.Hash)),
		e.SetOption("Threads", strconv.Itoa(c.Threads)),
		e.SetOption("MoveRule", strconv.Itoa(c.MoveRule)),
	)
	if err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return e, nil
}

// meet returns the connection to the peer.
func (c *dxpCommand) meet(ctx context.Context, out *dxpOutput) (net.Conn, error) {
	if c.Connect {
		return (&net.Dialer{}).DialContext(ctx, "tcp", c.address())
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.address())
	if err != nil {
		return nil, err
	}
	unlink := context.AfterFunc(ctx, func() { _ = listener.Close() })
	defer unlink()
	defer listener.Close() // one peer is enough
	out.line("listening on %s", listener.Addr())
	conn, err := listener.Accept()
	if err != nil {
		return nil, err
	}
	out.line("%s has connected", conn.RemoteAddr())
	return conn, nil
}

// newOutput opens the files that the games and messages go to.
func (c *dxpCommand) newOutput() (*dxpOutput, error) {
	log, err := newTranscript(c.Log)
	if err != nil {
		return nil, err
	}
	games, err := newGamesFile(c.PDN)
	if err != nil {
		if log != nil {
			err = errors.Join(err, log.close())
		}
		return nil, err
	}
	lines := os.Stdout
	if c.JSON {
		lines = os.Stderr
	}
	return &dxpOutput{lines: lines, asJSON: c.JSON, games: []dxpGame{}, log: log, file: games}, nil
}
