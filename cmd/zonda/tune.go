package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/endings"
	"github.com/zonda-checkers/zonda/cmd/internal/farm/jobs"
	"github.com/zonda-checkers/zonda/cmd/internal/learn"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/internal/pool"
)

// tuneCommand holds the tools that make and judge the weights of the evaluation, and that tune the search.
type tuneCommand struct {
	Selfplay selfplayCommand `cmd:"" help:"Play games and keep their quiet positions with what became of them."`
	Fit      fitCommand      `cmd:"" help:"Learn weights from samples."`
	Train    trainCommand    `cmd:"" help:"Learn a network from samples."`
	Report   reportCommand   `cmd:"" help:"Say how well weights tell results: losses, calibration, what matters most."`
	People   peopleCommand   `cmd:"" help:"Measure what players of a strength make of a position."`
	Search   searchCommand   `cmd:"" help:"Tune the parameters of the search by games."`
}

type fitCommand struct {
	Folders []string `arg:"" name:"dir" help:"Folders of samples, made by zonda tune selfplay."`
	Out     string   `required:"" help:"The file of weights." placeholder:"FILE"`
	From    string   `help:"File of weights from which learning starts (default: the heuristics in the program, and 0 for the patterns)." placeholder:"FILE"`
	evaltune.Fit
}

func (fitCommand) Help() string {
	return `One file in twenty is held out, to see how well the weights do on games that they were not learned
from. The same samples, flags and starting weights give the same weights, on any number of CPUs.

Examples:
  zonda tune fit samples --out eval/weights.bin
  zonda tune fit round1 round2 --out weights.bin --epochs 12 --shrink 2
  zonda tune fit samples --from hand-set.bin --out weights.bin`
}

func (c fitCommand) Run(ctx context.Context) error {
	if err := file.Check(c.Out); err != nil { // before long work
		return fmt.Errorf("out: %w", err)
	}
	from, err := learn.ReadWeights(c.From)
	if err != nil {
		return err
	}
	c.Fit.From = from
	l, err := c.learn(ctx)
	if err != nil {
		return cli.Interrupted(ctx, err, "no weights were written")
	}
	if err := file.WriteWhole(c.Out, func(w io.Writer) error { return l.Write(w) }); err != nil {
		return err
	}
	_, err = fmt.Fprintf(cli.Stdout, "%s: %s\n", c.Out, l.Note)
	return err
}

// learn learns weights and returns them with a note. It prints the loss after every epoch, and shows a
// bar.
func (c fitCommand) learn(ctx context.Context) (*eval.Learned, error) {
	samples, err := learn.LoadSamples(ctx, false, c.Folders)
	if err != nil {
		return nil, err
	}
	set := evaltune.NewSet(samples)
	out := cli.NewMeter(cli.Stdout)
	defer out.Clear()
	positions, begin := len(set.Training), time.Now()
	out.Line("%d samples, %d positions to learn from, %d held out", samples.Samples, positions, len(set.Held))
	if err := out.Err(); err != nil {
		return nil, err
	}
	var last evaltune.Loss
	l, err := c.Fit.Run(ctx, set, func(done int) {
		out.Step("learning", "positions", uint64(done), uint64(c.Epochs*positions))
	}, func(epoch int, training, test evaltune.Loss) {
		out.Line("epoch %2d: loss %.5f in training, %.5f held out; on results %.5f and %.5f; %s",
			epoch, training.Target, test.Target, training.Result, test.Result, time.Since(begin).Round(time.Second))
		last = test
	})
	if err != nil {
		return nil, err
	}
	l.Note = fmt.Sprintf("%d positions of %d samples, %d epochs, seed %d, loss %.5f held out, %s",
		positions, samples.Samples, c.Epochs, c.Seed, last.Target, time.Now().UTC().Format(time.DateOnly))
	out.Clear()
	printHeuristics(out, l)
	return l, out.Err()
}

// printHeuristics prints a line for each heuristic: its weights by phase, in hundredths of a man.
func printHeuristics(out *cli.Meter, l *eval.Learned) {
	for h, heuristic := range eval.Heuristics() {
		text := fmt.Sprintf("%-15s", heuristic.Name)
		for _, w := range l.Heuristics[h] {
			text += fmt.Sprintf("%9.2f", float64(w)*eval.LearnedUnit)
		}
		out.Line("%s", text)
	}
}

type reportCommand struct {
	Folders     []string `arg:"" name:"dir" help:"Folders of samples, made by zonda tune selfplay."`
	Weights     string   `help:"The weights to judge (default: those in the program)." placeholder:"FILE" xor:"judged"`
	Network     string   `help:"A network to judge instead of weights." placeholder:"FILE" xor:"judged"`
	ResultShare float64  `help:"How much of the target is the game's result; the rest is the search's score (default ${default})." default:"0.5" placeholder:"X" min:"0" max:"1"`
	JSON        bool     `name:"json" help:"Print one JSON object instead of tables."`
	Plot        string   `help:"Draw the calibration." placeholder:"FILE.svg|png" endings:".svg,.png"`
}

func (reportCommand) Help() string {
	return `Samples are divided as zonda tune fit does it. Losses are cross-entropies a position, in nats; a constant is
the one guess that is best for the positions of the row. Calibration compares what the evaluation promises the
side to move with the results. The tables after it say how games ended for the side that was ahead by the score
of the game's search, beside the chances in the program, and the constants that fit these games best. Importance
is how much the loss grows when a part adds nothing and the others stay as they are, and how much the part adds:
both on the positions held out. A network has no such parts.

Examples:
  zonda tune report samples
  zonda tune report samples --weights weights.bin --plot calibration.svg
  zonda tune report samples --network zonda.net
  zonda tune report round1 round2 --json`
}

// nothingJudged tells the user what remains of an interrupted report.
const nothingJudged = "nothing was judged"

func (c reportCommand) Run(ctx context.Context) error {
	score, note, err := c.judged()
	if err != nil {
		return err
	}
	if err := cli.CheckFolders(c.Plot); err != nil { // before long work
		return err
	}
	samples, err := learn.LoadSamples(ctx, false, c.Folders)
	if err != nil {
		return cli.Interrupted(ctx, err, nothingJudged)
	}
	judgement, err := c.judge(ctx, evaltune.NewSet(samples), score)
	if err != nil {
		return cli.Interrupted(ctx, err, nothingJudged)
	}
	r := learn.Report{Note: note, Samples: samples.Samples, Judgement: judgement, Outcomes: evaltune.NewOutcomes(samples)}
	if c.JSON {
		err = json.NewEncoder(cli.Stdout).Encode(r)
	} else {
		err = r.Print(cli.Stdout)
	}
	if err != nil || c.Plot == "" {
		return err
	}
	return r.Chart().Save(c.Plot)
}

// judged returns the evaluation of the flags, and the note of its file.
func (c reportCommand) judged() (score evaltune.Scorer, note string, err error) {
	if c.Network != "" {
		n, err := engine.OpenNetwork(c.Network)
		if err != nil {
			return nil, "", err
		}
		return evaltune.ByEvaluator(n), n.Note(), nil
	}
	weights, err := learn.ReadWeights(c.Weights)
	if err != nil {
		return nil, "", err
	}
	return evaltune.ByWeights(weights), weights.Note, nil
}

// judge compares an evaluation with samples, and shows a bar meanwhile.
func (c reportCommand) judge(ctx context.Context, set *evaltune.Set, score evaltune.Scorer) (*evaltune.Judgement, error) {
	out := cli.NewMeter(cli.Stdout)
	defer out.Clear()
	return evaltune.Fit{ResultShare: c.ResultShare}.Judge(ctx, set, score, func(done int) {
		out.Step("positions", "positions", uint64(done), uint64(len(set.Training)+len(set.Held)))
	})
}

type selfplayCommand struct {
	Out         string   `required:"" help:"The folder for the files of samples." placeholder:"DIR"`
	Games       int      `help:"Games to have in the end, in whole files (default ${default})." default:"100000" placeholder:"N" min:"1"`
	Nodes       uint64   `help:"Nodes a move (default ${default})." default:"1000" placeholder:"N" min:"1"`
	Openings    []string `help:"${decks_to_learn} (default ${default})." default:"3move" placeholder:"DECK"`
	RandomPlies int      `help:"N random moves, or as few as half of them, follow an opening (default ${default})." default:"10" placeholder:"N" min:"0"`
	Leaves      int      `help:"Search leaves to keep of each game (default ${default})." default:"0" placeholder:"N" min:"0"`
	Evaluation  string   `help:"The evaluation that plays: network or linear (default ${default})." enum:"${evaluations}" default:"${evaluation}" placeholder:"NAME"`
	Network     string   `help:"A network file that plays, in place of the network in the program." placeholder:"FILE"`
	Seed        uint64   `help:"Other seeds make other games; they may share a folder (default ${default})." default:"1" placeholder:"N"`
	PerFile     int      `name:"games-per-file" help:"Games in a file, no more than all games (default ${default})." default:"1000" placeholder:"N" min:"1"`
	Concurrency int      `help:"Games at once (default: one a CPU)." placeholder:"N" min:"0"`

	jobs.Flags
}

func (selfplayCommand) Help() string {
	return `Games begin with a ballot and some random moves, and end where the rules, the endgame databases or a
proof decide them. Each file holds the positions without a capture to play, seven pieces at
least, with the result and the score of the search; of the positions that the searches of a game evaluated, --leaves are
kept too, each with the score of a search of its own, of three quarters of --nodes. A file depends on its seed and number alone: what
was stopped goes on with the same command, and several processes divide the work; with --on there is one for a folder.

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
	g.Waits = func(files int) {
		out.Line("%s in %s: another process is at them, and this one waits until they are there", cli.Count(files, "file is left", "files are left"), c.Out)
	}
	defer out.Clear()
	var closePool func() error
	if g.Pool, closePool, err = c.pool(ctx, out, play); err == nil {
		err = errors.Join(c.generate(ctx, out, g), closePool())
	}
	return cli.Interrupted(ctx, err, "the same command goes on after the whole files in "+c.Out)
}

// pool returns the pool that plays the games: of this process or of a server. The caller closes it.
func (c selfplayCommand) pool(ctx context.Context, out *cli.Meter, play evaltune.Play) (pool.Pool[evaltune.Order, evaltune.Samples], func() error, error) {
	if c.On != "" {
		return c.remote(ctx, out)
	}
	databases, err := endings.OpenSound("")
	if err != nil {
		return nil, nil, err
	}
	play.Databases = databases
	if c.Concurrency == 0 {
		c.Concurrency = runtime.NumCPU()
	}
	return evaltune.NewPool(play, c.Concurrency), databases.Close, nil
}

// remote returns the pool of a server. Two of them for one folder would take each other's tasks back.
func (c selfplayCommand) remote(ctx context.Context, out *cli.Meter) (pool.Pool[evaltune.Order, evaltune.Samples], func() error, error) {
	const permissions = 0o755
	if err := os.MkdirAll(c.Out, permissions); err != nil {
		return nil, nil, err
	}
	lock, err := file.Acquire(filepath.Join(c.Out, "producer"), file.Moment)
	if errors.Is(err, file.ErrLocked) {
		err = fmt.Errorf("another process gives the games in %s to workers: end it, or choose another --out", c.Out)
	}
	if err != nil {
		return nil, nil, err
	}
	players, closePlayers, err := c.SelfPlayPool(ctx, c.Out, jobs.SelfPlaySettings{
		Suites: c.Openings, Evaluation: c.Evaluation, NetworkFile: c.Network,
	}, out)
	if err != nil {
		return nil, nil, errors.Join(err, lock.Release())
	}
	return players, func() error { closePlayers(); return lock.Release() }, nil
}

// leafNodes returns the limit of nodes of the search that scores a leaf: three quarters of those of a move.
func (c selfplayCommand) leafNodes() uint64 { return max(c.Nodes*3/4, 1) }

// settings returns the settings of the games, without databases.
func (c selfplayCommand) settings() (evaltune.Terms, evaltune.Play, error) {
	play := evaltune.Play{RandomPlies: c.RandomPlies, Nodes: c.Nodes, Leaves: c.Leaves, LeafNodes: c.leafNodes()}
	terms := evaltune.Terms{RandomPlies: c.RandomPlies, Nodes: c.Nodes, Leaves: c.Leaves}
	if c.Leaves > 0 {
		terms.LeafNodes = play.LeafNodes
	}
	for i, suite := range c.Openings {
		from, err := openToLearn(suite)
		if err != nil {
			return terms, play, err
		}
		c.Openings[i] = openings.FullName(suite)
		play.Suites = append(play.Suites, from)
	}
	terms.Suites = strings.Join(c.Openings, ",")
	evaluator, err := learn.Evaluator(c.Evaluation, c.Network)
	if err != nil {
		return terms, play, err
	}
	play.Evaluator, terms.Weights = evaluator, evaluator.Note()
	return terms, play, nil
}

// openToLearn opens an opening suite without the openings that are barred or held out.
func openToLearn(name string) ([]openings.Opening, error) {
	suite, err := cli.Suite(name, false)
	if err != nil {
		return nil, err
	}
	if suite, err = openings.ToLearnFrom(suite); err != nil {
		return nil, fmt.Errorf("openings %s: %w", name, err)
	}
	return suite, nil
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
	if err == nil || done > 0 {
		out.Line("%d games, %d samples in %s; %d games made in %s, %.0f an hour",
			games, samples, c.Out, made, took.Round(time.Second), float64(made)/took.Hours())
	}
	return err
}
