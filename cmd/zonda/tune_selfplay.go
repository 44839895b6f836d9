package main

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/endgames"
	"github.com/zonda-checkers/zonda/cmd/internal/evaltune"
	"github.com/zonda-checkers/zonda/cmd/internal/tuning"
	"github.com/zonda-checkers/zonda/cmd/internal/work/jobs"
	"github.com/zonda-checkers/zonda/internal/crew"
)

type selfplayCommand struct {
	Out         string   `required:"" help:"The folder for the files of samples." placeholder:"DIR"`
	Games       int      `help:"Games to have in the end, in whole files (default ${default})." default:"100000" placeholder:"N" min:"1"`
	Nodes       uint64   `help:"Nodes a move (default ${default})." default:"1000" placeholder:"N" min:"1"`
	Openings    []string `help:"2move, 3move, wide, 11man, a .pdn or a .csv; of several decks each begins the same share of the games; barred openings are left out (default ${default})." default:"3move" placeholder:"DECK"`
	RandomPlies int      `help:"N random moves, or as few as half of them, follow an opening (default ${default})." default:"10" placeholder:"N" min:"0"`
	Leaves      int      `help:"Search leaves to keep of each game (default ${default})." default:"0" placeholder:"N" min:"0"`
	Evaluation  string   `help:"The evaluation that plays: network or linear (default ${default})." enum:"${evaluations}" default:"${evaluation}" placeholder:"NAME"`
	Network     string   `help:"A network file that plays, in place of the network in the program." placeholder:"FILE"`
	Seed        uint64   `help:"Other seeds make other games; they may share a folder (default ${default})." default:"1" placeholder:"N"`
	PerFile     int      `name:"games-per-file" help:"Games in a file, no more than all games (default ${default})." default:"1000" placeholder:"N" min:"1"`
	Concurrency int      `help:"Games at once (default: one a processor)." placeholder:"N" min:"0"`

	jobs.Flags
}

func (selfplayCommand) Help() string {
	return `Games begin with a ballot and some random moves, and end where the rules, the endgame databases or a
proof decide them. Each file holds the positions without a capture to play, seven pieces at
least, with the result and the score of the search; of the positions that the searches of a game evaluated, --leaves are
kept too, each with the score of a search of its own. A file depends on its seed and number alone: what was stopped
goes on with the same command, and several processes divide the work.

Examples:
  zonda tune selfplay --out samples --games 150000
  zonda tune selfplay --out samples --games 150000 --seed 2 --nodes 5000
  zonda tune selfplay --out round1 --games 500000 --nodes 400 --openings 11man,wide,3move,2move --leaves 20`
}

// Validate is called by the command line parser.
func (c *selfplayCommand) Validate() error {
	if c.Concurrency > 0 && c.On != "" {
		return errors.New("--concurrency with --on: the workers decide how many games they play at once")
	}
	return nil
}

func (c selfplayCommand) Run(ctx context.Context) error {
	terms, play, err := c.settings()
	if err != nil {
		return err
	}
	perFile := min(c.PerFile, c.Games) // few games are no reason to make a whole file of them
	g := evaltune.Generation{
		Directory: c.Out, Seed: c.Seed, Shards: (c.Games + perFile - 1) / perFile, Games: perFile,
		Terms: terms,
	}
	out := cli.NewMeter(cli.Stdout)
	defer out.Clear()
	withCrew := c.here
	if c.On != "" {
		withCrew = c.elsewhere
	}
	err = withCrew(ctx, out, play, func(players gameCrew) error {
		g.Crew = players
		return c.generate(ctx, out, g)
	})
	return cli.Interrupted(ctx, err, "the same command goes on after the whole files in "+c.Out)
}

// gameCrew plays the games of shards.
type gameCrew = crew.Crew[evaltune.Order, evaltune.Samples]

// here calls use with a crew of this process.
func (c selfplayCommand) here(_ context.Context, _ *cli.Meter, play evaltune.Play, use func(gameCrew) error) error {
	databases, err := endgames.OpenSound("")
	if err != nil {
		return err
	}
	play.Databases = databases
	if c.Concurrency == 0 {
		c.Concurrency = runtime.NumCPU()
	}
	return errors.Join(use(evaltune.NewCrew(play, c.Concurrency)), databases.Close())
}

// elsewhere calls use with the crew of a server.
func (c selfplayCommand) elsewhere(ctx context.Context, out *cli.Meter, _ evaltune.Play, use func(gameCrew) error) error {
	players, closePlayers, err := c.SelfPlayCrew(ctx, c.Out, jobs.SelfPlaySettings{
		Decks: c.Openings, Evaluation: c.Evaluation, NetworkFile: c.Network,
	}, out)
	if err != nil {
		return err
	}
	defer closePlayers()
	return use(players)
}

// leafNodes is the limit of nodes of the search that scores a leaf.
const leafNodes = 300

// settings returns the settings of the games, without databases.
func (c selfplayCommand) settings() (evaltune.Terms, evaltune.Play, error) {
	play := evaltune.Play{RandomPlies: c.RandomPlies, Nodes: c.Nodes, Leaves: c.Leaves, LeafNodes: leafNodes}
	terms := evaltune.Terms{RandomPlies: c.RandomPlies, Nodes: c.Nodes, Leaves: c.Leaves}
	if c.Leaves > 0 {
		terms.LeafNodes = leafNodes
	}
	for i, deck := range c.Openings {
		from, err := openings.Open(deck, false)
		if err != nil {
			return terms, play, err
		}
		c.Openings[i] = openings.FullName(deck)
		play.Decks = append(play.Decks, from)
	}
	terms.Decks = strings.Join(c.Openings, ",")
	evaluator, err := tuning.Evaluator(c.Evaluation, c.Network)
	if err != nil {
		return terms, play, err
	}
	play.Evaluator, terms.Weights = evaluator, evaluator.Note()
	return terms, play, nil
}

// generate makes the files and says what they hold.
func (c selfplayCommand) generate(ctx context.Context, out *cli.Meter, g evaltune.Generation) error {
	begin := time.Now()
	var done, games, samples, made int
	out.Step("games", "games", 0, uint64(g.Shards*g.Games))
	err := g.Run(ctx, func(s evaltune.Shard) {
		done++ // also what another process is at
		games += s.Games
		samples += s.Samples
		if !s.Found && s.Games > 0 {
			made += s.Games
			out.Line("%s: %d games, %d samples", s.Name, s.Games, s.Samples)
		}
		out.Step("games", "games", uint64(done*g.Games), uint64(g.Shards*g.Games))
	})
	out.Clear()
	took := time.Since(begin)
	out.Line("%d games, %d samples in %s; %d games made in %s, %.0f an hour",
		games, samples, c.Out, made, took.Round(time.Second), float64(made)/took.Hours())
	return err
}
