package library

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/engine/lesson"
	"github.com/zonda-checkers/zonda/internal/pattern"
	"github.com/zonda-checkers/zonda/internal/yield"
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
	Name   string   `json:"name"`
	Source string   `json:"source"` // who made it, or played it, and when; empty if it is not known
	FEN    string   `json:"fen"`
	Plies  int      `json:"plies"`  // of the win with best play; 0 if it is not known
	Result string   `json:"result"` // for the side to move: win, draw, loss or unknown
	Keys   []string `json:"keys"`   // the right moves, if they are given
	Avoid  []string `json:"avoid"`
	Expect float64  `json:"expect"` // for a fault of a judged game: the points, 0 to 1, that a right move keeps; otherwise 0
	Claim  string   `json:"claim"`  // of the key moves: value, man, save, lesson or book; empty for none
	Line   []string `json:"line"`   // a solution that proves the claim
	Themes []string `json:"themes"`
	Rating float64  `json:"rating"` // on the scale of the levels; 0 if it is not known
	Idea   string   `json:"idea"`   // of a lesson, in English

	Told *lesson.Lesson `json:"told,omitempty"` // of an own fault: what is wrong with it
}

//go:embed problems.csv
var ownProblems []byte

// problems returns the problems of the program, the easiest first, and among those of a level the shortest wins.
func (v *visit) problems(context.Context, *talk.Session, talk.Nothing) (ProblemList, error) {
	read, err := ownSuite()
	if err != nil {
		return ProblemList{}, err
	}
	slices.SortStableFunc(read.Problems, func(a, b suite.Problem) int {
		return cmp.Or(a.Level-b.Level, cmp.Compare(cmp.Or(a.Plies, math.MaxInt), cmp.Or(b.Plies, math.MaxInt)))
	})
	return listOf(read)
}

func ownSuite() (suite.Suite, error) { return suite.Read("problems.csv", bytes.NewReader(ownProblems)) }

// maxLeftOut is the largest number of problems that could not be read and that a page is told of.
const maxLeftOut = 20

func readProblems(name string, data []byte) (ProblemList, error) {
	read, err := suite.Read(name, bytes.NewReader(data))
	if err != nil {
		return ProblemList{}, err
	}
	return listOf(read)
}

// listOf returns the problems of a suite that have an answer.
func listOf(read suite.Suite) (ProblemList, error) {
	list := ProblemList{Problems: []Problem{}, LeftOut: []string{}}
	for _, p := range read.Problems {
		yield.Point()
		if p.Answered() {
			list.Problems = append(list.Problems, newProblem(p))
		}
	}
	for _, err := range read.Malformed[:min(maxLeftOut, len(read.Malformed))] {
		list.LeftOut = append(list.LeftOut, err.Error())
	}
	if len(list.Problems) == 0 {
		return list, fmt.Errorf("%s: no problem with an answer", read.Name)
	}
	return list, nil
}

// The parts of a name such as "Fourth Position (Payne 1756), black to move".
var (
	ofTurn   = pattern.Of(`(?i),? (black|white) to move$`)
	ofSource = pattern.Of(`^(.+?) \(([^()]+)\)$`)
)

func newProblem(p suite.Problem) Problem {
	name, source := ofTurn().ReplaceAllString(p.Name, ""), ""
	if p.Claim == "" {
		name = cmp.Or(name, p.ID)
	}
	if parts := ofSource().FindStringSubmatch(name); parts != nil {
		name, source = parts[1], parts[2]
	}
	return Problem{
		ID: p.ID, Name: name, Source: source, FEN: p.Position.FEN(), Plies: p.Plies, Result: p.Result.String(),
		Keys: choices(p.Position, p.KeyMoves), Avoid: choices(p.Position, p.Avoid),
		Claim: string(p.Claim), Line: strings.Fields(p.Position.LineText(p.Line)), Themes: append([]string{}, p.Themes...), Rating: p.Rating,
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

// Try is an attempt to go on with the solution of a problem.
type Try struct {
	Problem Problem  `json:"problem"`
	Moves   []string `json:"moves"` // of both sides, from the problem on
	Move    string   `json:"move"`
}

func (v *visit) try(ctx context.Context, s *talk.Session, q Try) (Judgement, error) {
	ctx, done := v.instead(ctx)
	defer done()
	p, g, err := q.Problem.read(q.Moves)
	if err != nil {
		return Judgement{}, err
	}
	m, err := p.Position.ParseMove(q.Move)
	if err != nil {
		return Judgement{}, err
	}
	t := trial{visit: v, ctx: ctx, session: s, problem: p, move: m}
	j, err := t.judge()
	if err != nil || !j.Right {
		return j, err
	}
	before := visited(g)
	g.Play(m)
	if p.Result == board.Win && before[g.Position()] {
		return Judgement{Why: repeats}, nil
	}
	if j.Solved = p.ended(g); j.Solved {
		j.Told = q.Problem.lesson(g.Start(), g.Moves())
		return j, nil
	}
	reply, known := p.claim.reply(p, s, g)
	if !known {
		reply = t.best.PonderMove()
	}
	if reply.IsNone() {
		answer, err := s.Best(ctx, g.Position(), search.Limits{MoveTime: timeForReply, MultiPV: 1})
		if err != nil {
			return j, err
		}
		reply = answer.Move()
	}
	j.Forced = one(g.Position())
	j.Reply = g.Position().MoveText(reply)
	solution := g.Moves()
	if g.Play(reply); p.left(s, g) {
		j.Solved, j.Reply, j.Told = true, "", q.Problem.lesson(g.Start(), solution)
	}
	return j, nil
}

// instead ends the work on the question about a problem that came before, and returns the context of the next one. Done ends it.
func (v *visit) instead(ctx context.Context) (_ context.Context, done func()) {
	ctx, cancel := context.WithCancel(ctx)
	if before := v.solving.Swap(&cancel); before != nil {
		(*before)()
	}
	v.solver.Lock()
	return ctx, func() {
		v.solver.Unlock()
		cancel()
	}
}

// visited returns the positions of a game.
func visited(g *board.Game) map[board.Position]bool {
	at := g.Start()
	before := map[board.Position]bool{at: true}
	for _, m := range g.Moves() {
		at = at.Play(m)
		before[at] = true
	}
	return before
}

func one(p board.Position) bool {
	var moves board.MoveList
	p.Moves(&moves)
	return moves.Len() == 1
}

// problem is a position of a solution with what is known of it.
type problem struct {
	suite.Problem
	claim  claim
	played []board.Move // from the problem to the position
}

// read returns the problem that a page repeats, at the position after moves, and the game to there. Key moves and moves to avoid
// belong to the first position.
func (q Problem) read(moves []string) (p problem, g *board.Game, err error) {
	if p.Position, err = board.ParseFEN(q.FEN); err != nil {
		return p, nil, err
	}
	if p.Result, err = parseResult(q.Result); err != nil {
		return p, nil, err
	}
	if p.KeyMoves, err = parseMoves(p.Position, q.Keys); err != nil {
		return p, nil, err
	}
	if p.Avoid, err = parseMoves(p.Position, q.Avoid); err != nil {
		return p, nil, err
	}
	line := board.NewGame(p.Position)
	if err = line.PlayText(q.Line...); err != nil {
		return p, nil, err
	}
	if p.Line = line.Moves(); q.Claim == ofBook {
		p.Line = p.KeyMoves[:min(1, len(p.KeyMoves))]
	}
	if p.claim, err = q.claim(p.Position); err != nil {
		return p, nil, err
	}
	g = board.NewGame(p.Position)
	if err = g.PlayText(moves...); err != nil || len(moves) == 0 {
		return p, g, err
	}
	p.Position, p.KeyMoves, p.Avoid, p.played = g.Position(), nil, nil, g.Moves()
	return p, g, nil
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

func parseResult(text string) (board.Result, error) {
	for _, r := range []board.Result{board.Unknown, board.Win, board.Draw, board.Loss} {
		if text == r.String() {
			return r, nil
		}
	}
	return board.Unknown, fmt.Errorf("%s is no result", board.Quote(text))
}

// SolutionRequest asks for the solution of a problem from the position after some moves of it.
type SolutionRequest struct {
	Problem Problem  `json:"problem"`
	Moves   []string `json:"moves"`
}

// Solution is a line that makes the point of a problem, a move of the solver first.
type Solution struct {
	Moves []string `json:"moves"`
}

// solution searches a problem and plays its best line until the point is made, or for as many moves as make it; in an exchange at their
// end the page asks again. The first move is a key move if key moves are given, and in
// a lesson one that is known to keep the value.
func (v *visit) solution(ctx context.Context, s *talk.Session, q SolutionRequest) (Solution, error) {
	ctx, done := v.instead(ctx)
	defer done()
	p, g, err := q.Problem.read(q.Moves)
	if err != nil {
		return Solution{}, err
	}
	first, maxPlies := p.claim.shown(p, s)
	from, limits := g.Position(), search.Limits{MoveTime: timeForProblem, MultiPV: 1}
	var line, expected []board.Move
	if _, on := p.onLine(g.Moves()); on {
		expected = p.Line[len(g.Moves()):]
	}
	places := []board.Position{} // before each move of the line
	for solver := true; ; solver = !solver {
		if ctx.Err() != nil {
			return Solution{}, talk.ErrStopped
		}
		if len(expected) == 0 {
			if len(line) == 0 {
				limits.SearchMoves = first
			}
			if expected, err = bestLine(ctx, s, g.Position(), limits); err != nil {
				return Solution{}, err
			}
			limits = search.Limits{MoveTime: timeForReply, MultiPV: 1}
		}
		places = append(places, g.Position())
		g.Play(expected[0])
		line, expected = append(line, expected[0]), expected[1:]
		if solver && (len(line) >= maxPlies || p.ended(g)) {
			break
		}
		if !solver && p.left(s, g) {
			line = line[:len(line)-1]
			break
		}
	}
	for i := 0; i < len(line); i += 2 {
		v.lines.Store(places[i], line[i:min(len(line), i+2)])
	}
	return Solution{strings.Fields(from.LineText(line))}, nil
}

// bestLine returns the best line of a search of a position.
func bestLine(ctx context.Context, s *talk.Session, at board.Position, limits search.Limits) ([]board.Move, error) {
	best, err := s.Best(ctx, at, limits)
	if err == nil && len(best.PV) == 0 {
		err = errors.New("there is no move to make")
	}
	return best.PV, err
}
