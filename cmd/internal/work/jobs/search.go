package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/cmd/internal/bookgrowth"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/work"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/crew"
)

// Search is the kind of work that searches positions of a book.
const Search = "search"

// searchInput is the input of a piece.
type searchInput struct {
	Position board.Position `json:"position"`
	Nodes    uint64         `json:"nodes"`
	Best     int            `json:"best"` // moves that get an exact score
	HashMiB  int            `json:"hash"`
	Moves    []string       `json:"moves,omitempty"` // those to search; none for all
}

// foundMove is a move of a finding in a message.
type foundMove struct {
	Move  string     `json:"move"`
	Score eval.Score `json:"score"`
	Depth int        `json:"depth"`
}

// SearchCrew returns a crew of workers for the positions of a book, and what ends it.
func (f Flags) SearchCrew(ctx context.Context, name string, out *cli.Meter) (crew.Crew[bookgrowth.Question, bookgrowth.Finding], func(), error) {
	result := func(q bookgrowth.Question, moves []foundMove) (bookgrowth.Finding, error) {
		return findingOf(q.Position, moves)
	}
	return produce(ctx, f, out, func(p *Producer) (crew.Crew[bookgrowth.Question, bookgrowth.Finding], error) {
		job, err := p.job(Search, name)
		return translated[bookgrowth.Question, []foundMove, bookgrowth.Finding]{&work.Crew[bookgrowth.Question, []foundMove]{
			Link: p.Link, Job: job, Progress: p.progress,
			Input: func(_ context.Context, q bookgrowth.Question) (any, uint64, error) {
				input := searchInput{
					Position: q.Position, Nodes: q.Search.Nodes, Best: q.Search.Moves, HashMiB: q.Search.HashMiB,
				}
				for _, m := range q.Moves {
					input.Moves = append(input.Moves, q.Position.MoveText(m))
				}
				return input, q.Search.Nodes, nil
			},
			Check: func(q bookgrowth.Question, moves []foundMove) error {
				_, err := result(q, moves)
				return err
			},
		}, result}, err
	})
}

// findingOf returns the finding in a message, which it checks.
func findingOf(p board.Position, moves []foundMove) (f bookgrowth.Finding, err error) {
	if len(moves) == 0 {
		return f, errors.New("the finding has no move")
	}
	f.Depth = 1
	for _, found := range moves {
		m, err := p.ParseMove(found.Move)
		if err != nil {
			return f, err
		}
		f.Moves = append(f.Moves, book.Move{Move: m, Score: found.Score, Searched: found.Score, Depth: found.Depth})
		f.Depth = max(f.Depth, found.Depth)
	}
	return f, nil
}

// searcher does pieces of searches.
type searcher struct{ bookgrowth.Searcher }

// Do searches the position of a piece.
func (s *searcher) Do(ctx context.Context, data json.RawMessage) (any, error) {
	var q bookgrowth.Question
	if _, err := readInput(data, func(i searchInput) (err error) {
		q, err = i.question()
		return err
	}); err != nil {
		return nil, err
	}
	f, err := s.Searcher.Do(ctx, q)
	if err != nil {
		return nil, err
	}
	var moves []foundMove
	for _, m := range f.Moves {
		moves = append(moves, foundMove{q.Position.MoveText(m.Move), m.Searched, m.Depth})
	}
	return moves, nil
}

// mostHashMiB bounds the table of a search for which a message asks.
const mostHashMiB = 4096

// question returns the question of a piece, which it checks.
func (i searchInput) question() (q bookgrowth.Question, err error) {
	q.Position = i.Position
	switch {
	case !q.Position.HasMove():
		return q, errors.New("the position has no move")
	case i.Nodes < 1:
		return q, errors.New("nodes 0 is less than 1")
	case i.Best < 1 || i.Best > board.MaxMoves:
		return q, fmt.Errorf("best %d is not between 1 and %d", i.Best, board.MaxMoves)
	case i.HashMiB < 0 || i.HashMiB > mostHashMiB:
		return q, fmt.Errorf("hash %d is not between 0 and %d", i.HashMiB, mostHashMiB)
	}
	q.Search = bookgrowth.Search{Nodes: i.Nodes, Moves: i.Best, HashMiB: i.HashMiB}
	for _, text := range i.Moves {
		m, err := q.Position.ParseMove(text)
		if err != nil {
			return q, err
		}
		q.Moves = append(q.Moves, m)
	}
	return q, nil
}
