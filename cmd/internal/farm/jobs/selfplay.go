package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"

	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/farm"
	"github.com/zonda-checkers/zonda/cmd/internal/learn"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/pool"
)

// SelfPlay is the kind of work that makes shards of samples.
const SelfPlay = "selfplay"

// SelfPlaySettings are what all shards of a command have in common, beside their terms.
type SelfPlaySettings struct {
	Suites      []string // names of opening suites in the program, or of files
	Evaluation  string
	NetworkFile string // in place of the evaluation
}

// selfPlayInput is the input of a task.
type selfPlayInput struct {
	Order      evaltune.Order `json:"order"`
	Suites     []suite        `json:"decks"`
	Evaluation string         `json:"evaluation,omitempty"`
	Network    string         `json:"network,omitempty"` // checksum of a network file
}

// SelfPlayPool returns a pool of workers for shards in a folder, and what ends it.
func (f Flags) SelfPlayPool(ctx context.Context, folder string, s SelfPlaySettings, out *cli.Meter) (pool.Pool[evaltune.Order, evaltune.Samples], func(), error) {
	return produce(ctx, f, out, func(p *Producer) (pool.Pool[evaltune.Order, evaltune.Samples], error) {
		job, err := p.job(SelfPlay, folder)
		if err != nil {
			return nil, err
		}
		input := selfPlayInput{Evaluation: s.Evaluation}
		for _, name := range s.Suites {
			d, err := p.shareSuite(ctx, name)
			if err != nil {
				return nil, err
			}
			input.Suites = append(input.Suites, d)
		}
		if s.NetworkFile != "" {
			data, err := os.ReadFile(s.NetworkFile)
			if err != nil {
				return nil, err
			}
			if input.Network, err = p.Link.Share(ctx, data); err != nil {
				return nil, err
			}
		}
		return &farm.Pool[evaltune.Order, evaltune.Samples]{
			Link: p.Link, Job: job, Progress: p.progress, Verify: f.Verify / percent, Same: same[evaltune.Samples],
			Input: func(_ context.Context, order evaltune.Order) (any, uint64, error) {
				task := input
				task.Order = order
				return task, 0, nil // games end when they end
			},
		}, nil
	})
}

// selfPlayer does tasks of self-play.
type selfPlayer struct {
	files     *farm.Files
	databases *egdb.DB
	common    selfPlayInput    // the input of the last task without its number
	player    *evaltune.Player // the player for common; nil before the first task
}

// Do plays the games of a task.
func (s *selfPlayer) Do(ctx context.Context, data json.RawMessage) (any, error) {
	input, common, err := readInput(data, selfPlayInput.check)
	if err != nil {
		return nil, err
	}
	if s.player == nil || !reflect.DeepEqual(common, s.common) {
		play, err := s.play(ctx, input)
		if err != nil {
			return nil, err
		}
		s.player, s.common = evaltune.NewPlayer(play), common
	}
	return s.player.Do(ctx, input.Order)
}

// Bounds of numbers in a task: what is above is no work, but a mistake or an attack.
const (
	maxGames       = 1_000_000
	maxRandomPlies = 1_000
	maxLeaves      = 1_000_000
)

// check returns what all tasks of the producer have in common, or an error if a number in the task is impossible.
func (i selfPlayInput) check() (common selfPlayInput, err error) {
	terms := i.Order.Terms
	switch {
	case i.Order.Games < 1 || i.Order.Games > maxGames:
		return i, fmt.Errorf("games %d is not between 1 and %d", i.Order.Games, maxGames)
	case terms.Nodes < 1:
		return i, errors.New("nodes 0 is less than 1")
	case terms.RandomPlies < 0 || terms.RandomPlies > maxRandomPlies:
		return i, fmt.Errorf("random plies %d is not between 0 and %d", terms.RandomPlies, maxRandomPlies)
	case terms.Leaves < 0 || terms.Leaves > maxLeaves:
		return i, fmt.Errorf("leaves %d is not between 0 and %d", terms.Leaves, maxLeaves)
	case terms.Leaves > 0 && terms.LeafNodes < 1:
		return i, errors.New("leaf nodes 0 is less than 1")
	case len(i.Suites) == 0:
		return i, errors.New("there is no opening suite")
	}
	i.Order.Number = 0
	return i, nil
}

// play returns the settings of the games of a task.
func (s *selfPlayer) play(ctx context.Context, i selfPlayInput) (p evaltune.Play, err error) {
	terms := i.Order.Terms
	p = evaltune.Play{
		RandomPlies: terms.RandomPlies, Nodes: terms.Nodes, Leaves: terms.Leaves, LeafNodes: terms.LeafNodes, Databases: s.databases,
	}
	for _, d := range i.Suites {
		var all []openings.Opening
		if all, err = d.open(ctx, s.files, false); err != nil {
			return p, err
		}
		if all, err = openings.ToLearnFrom(all); err != nil {
			return p, farm.Refusal{Err: err}
		}
		p.Suites = append(p.Suites, all)
	}
	network := ""
	if i.Network != "" {
		if network, err = s.files.Fetch(ctx, i.Network, ""); err != nil {
			return p, err
		}
	}
	evaluator, err := learn.Evaluator(i.Evaluation, network)
	if err != nil {
		return p, farm.Refusal{Err: err}
	}
	if note := evaluator.Note(); note != terms.Weights {
		return p, farm.Refusal{Err: fmt.Errorf("the evaluation is %q, the task needs %q", note, terms.Weights)}
	}
	p.Evaluator = evaluator
	return p, nil
}

// Close does nothing: the databases belong to the worker.
func (s *selfPlayer) Close() error { return nil }
