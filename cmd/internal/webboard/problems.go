package webboard

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/solve"
	conversation "github.com/zonda-checkers/zonda/protocol/page"
	"github.com/zonda-checkers/zonda/search"
)

// ProblemList is a suite of problems, which the page keeps: a question about a problem repeats it.
type ProblemList struct {
	Problems []Problem `json:"problems"`
	LeftOut  []string  `json:"leftOut"` // what could not be read
}

// Problem is a position and its answer. An answer without moves is a result that has to be kept.
type Problem struct {
	ID     string   `json:"id"`
	FEN    string   `json:"fen"`
	Task   string   `json:"task"`   // "Black to move and win"
	Result string   `json:"result"` // for the side to move: win, draw, loss or unknown
	Keys   []string `json:"keys"`   // the right moves, if they are given
	Avoid  []string `json:"avoid"`
}

func (v *visit) problems(context.Context, *conversation.Session, conversation.Nothing) (ProblemList, error) {
	data, err := files.ReadFile("dist/problems.csv")
	if err != nil {
		return ProblemList{}, err
	}
	return readProblems("problems.csv", data)
}

// mostLeftOut is the largest number of problems that could not be read and that a page is told of.
const mostLeftOut = 20

func readProblems(name string, data []byte) (ProblemList, error) {
	suite, err := solve.Read(name, bytes.NewReader(data))
	if err != nil {
		return ProblemList{}, err
	}
	list := ProblemList{Problems: []Problem{}, LeftOut: []string{}}
	for _, p := range suite.Problems {
		if p.Answered() {
			list.Problems = append(list.Problems, newProblem(p))
		}
	}
	for _, err := range suite.Malformed[:min(mostLeftOut, len(suite.Malformed))] {
		list.LeftOut = append(list.LeftOut, err.Error())
	}
	if len(list.Problems) == 0 {
		return list, fmt.Errorf("%s: no problem with an answer", name)
	}
	return list, nil
}

func newProblem(p solve.Problem) Problem {
	task := p.Position.Turn.String() + " to move"
	switch p.Result {
	case board.Win, board.Draw:
		task += " and " + p.Result.String()
	case board.Loss:
		task += " and lose as late as possible"
	}
	return Problem{
		ID: p.ID, FEN: p.Position.FEN(), Task: task, Result: p.Result.String(),
		Keys: choices(p.Position, p.KeyMoves), Avoid: choices(p.Position, p.Avoid),
	}
}

// choices returns the texts of moves of p, of which each could be played.
func choices(p board.Position, moves []board.Move) []string {
	texts := []string{}
	for _, m := range moves {
		texts = append(texts, p.MoveText(m))
	}
	return texts
}

// Try is an attempt to solve a problem.
type Try struct {
	Problem Problem `json:"problem"`
	Move    string  `json:"move"`
}

// Judgement says what a move is worth.
type Judgement struct {
	Right bool   `json:"right"`
	Text  string `json:"text"`
}

// timeForProblem is how long the engine looks at a move that neither the answer nor the databases decide.
const timeForProblem = time.Second

func (v *visit) try(ctx context.Context, s *conversation.Session, q Try) (Judgement, error) {
	p, m, err := q.Problem.read(q.Move)
	if err != nil {
		return Judgement{}, err
	}
	text := p.Position.MoveText(m)
	switch {
	case slices.Contains(p.Avoid, m):
		return Judgement{false, "Wrong: that is a move to avoid."}, nil
	case slices.Contains(p.KeyMoves, m):
		return Judgement{true, "Right: " + text + " is the key move."}, nil
	case len(p.KeyMoves) == 0 && p.Result == board.Unknown:
		return Judgement{true, "Right: " + text + " is none of the moves to avoid."}, nil
	}
	if after := s.Engine().Probe(p.Position.Play(m)).Opposite(); after != board.Unknown {
		return verdict(p, search.Info{PV: []board.Move{m}, Known: after}, text), nil
	}
	best, err := s.Best(ctx, p.Position, search.Limits{MoveTime: timeForProblem, MultiPV: 1, SearchMoves: []board.Move{m}})
	if err != nil {
		return Judgement{}, err
	}
	return verdict(p, best, text), nil
}

// read returns the problem that a page repeats, and a move of its position.
func (q Problem) read(move string) (p solve.Problem, m board.Move, err error) {
	if p.Position, err = board.ParseFEN(q.FEN); err != nil {
		return p, m, err
	}
	if p.Result, err = parseResult(q.Result); err != nil {
		return p, m, err
	}
	if p.KeyMoves, err = parseMoves(p.Position, q.Keys); err != nil {
		return p, m, err
	}
	if p.Avoid, err = parseMoves(p.Position, q.Avoid); err != nil {
		return p, m, err
	}
	m, err = p.Position.ParseMove(move)
	return p, m, err
}

func parseMoves(p board.Position, texts []string) (moves []board.Move, err error) {
	for _, text := range texts {
		m, err := p.ParseMove(text)
		if err != nil {
			return nil, err
		}
		moves = append(moves, m)
	}
	return moves, nil
}

// verdict says what a move of a problem is worth that is neither a key move nor one to avoid, by the databases or by a search.
func verdict(p solve.Problem, best search.Info, move string) Judgement {
	known := best.Known != board.Unknown
	solved := p.SolvedBy(best) || len(p.KeyMoves) == 0 && known && best.Known >= p.Result
	switch {
	case solved && known:
		return Judgement{true, fmt.Sprintf("Right: %s keeps the %s.", move, best.Known)}
	case solved && best.Score.IsWin():
		return Judgement{true, fmt.Sprintf("Right: %s wins. The engine has found the win.", move)}
	case solved:
		return Judgement{true, "Right, as far as the engine sees."}
	case known && best.Known < p.Result:
		return Judgement{false, fmt.Sprintf("Wrong: %s leads to a %s.", move, best.Known)}
	case len(p.KeyMoves) > 0:
		return Judgement{false, "Wrong: that is not the key move."}
	}
	return Judgement{false, "Wrong: the engine thinks that this move does not " + p.Result.String() + "."}
}

func parseResult(text string) (board.Result, error) {
	for _, r := range []board.Result{board.Unknown, board.Win, board.Draw, board.Loss} {
		if text == r.String() {
			return r, nil
		}
	}
	return board.Unknown, fmt.Errorf("%s is no result", board.Quote(text))
}

// Solution is a line that solves a problem.
type Solution struct {
	Moves []string `json:"moves"`
}

// solution searches a problem; the first move of the line is a key move if key moves are given.
func (v *visit) solution(ctx context.Context, s *conversation.Session, q Problem) (Solution, error) {
	p, err := board.ParseFEN(q.FEN)
	if err != nil {
		return Solution{}, err
	}
	keys, err := parseMoves(p, q.Keys)
	if err != nil {
		return Solution{}, err
	}
	best, err := s.Best(ctx, p, search.Limits{MoveTime: timeForProblem, MultiPV: 1, Solve: true, SearchMoves: keys})
	if err != nil {
		return Solution{}, err
	}
	if len(best.PV) == 0 {
		return Solution{}, errors.New("there is no move to make")
	}
	return Solution{strings.Fields(p.LineText(best.PV))}, nil
}

// Limits of what a page may send.
const (
	mostGamesBytes    = 64 << 20
	mostProblemsBytes = 4 << 20
)
