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
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/repertoire"
	"github.com/zonda-checkers/zonda/cmd/internal/games/analyze"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
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

// Judgement says whether a move is right, and what the engine answers.
type Judgement struct {
	Right  bool   `json:"right"`
	Why    string `json:"why"`    // one of the reasons below
	Value  string `json:"value"`  // of which the reason speaks: win, draw or loss, or by how many men a move is worse
	Reply  string `json:"reply"`  // empty if the move is wrong, and at the end
	Forced bool   `json:"forced"` // the reply was the only move
	Solved bool   `json:"solved"` // the point of the solution is made
}

// The reasons of a judgement, which the page puts into words.
const (
	isKey     = "key"
	isFree    = "free"    // none of the moves to avoid
	keeps     = "keeps"   // the value, by the databases
	winFound  = "found"   // a win that the search has found
	seemsFine = "seems"   // by the score
	toAvoid   = "avoid"   // a move to avoid
	leadsTo   = "leads"   // a worse value, by the databases
	notKey    = "notKey"  // and not known to be as good
	unlikely  = "not"     // by the score
	repeats   = "repeats" // a position that the solution has had
	winsMan   = "man"     // by force
	noMan     = "noMan"
	losesMan  = "losesMan"
	notBook   = "notBook" // the repertoire plays another move
	isTrap    = "trap"    // a move that is known to lose
)

// How long the engine looks at a move that neither the answer nor the databases decide, and at its own answer.
const (
	timeForProblem = time.Second
	timeForReply   = 300 * time.Millisecond
	timeForProof   = 5 * time.Second // of the proof solver, which judges a move of a lesson if it can
)

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
	j, best, err := v.weighed(ctx, s, p, m)
	if err != nil || !j.Right {
		return j, err
	}
	before := visited(g)
	g.Play(m)
	if p.Result == board.Win && before[g.Position()] {
		return Judgement{Why: repeats}, nil
	}
	if j.Solved = p.ended(g); j.Solved {
		return j, nil
	}
	if reply, known := p.answer(s, g); known {
		best.PV = []board.Move{m, reply}
	} else if best.PonderMove() == (board.Move{}) {
		answer, err := s.Best(ctx, g.Position(), search.Limits{MoveTime: timeForReply, MultiPV: 1})
		if err != nil {
			return j, err
		}
		best.PV = []board.Move{m, answer.Move()}
	}
	reply := best.PonderMove()
	j.Forced = one(g.Position())
	j.Reply = g.Position().MoveText(reply)
	if g.Play(reply); p.left(s, g) {
		j.Solved, j.Reply = true, ""
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
	Expect float64
	claim  string
	played []board.Move // from the problem to the position
	need   int          // pieces by which the solver is to be ahead, if a man is to be won or saved
}

// maxSteps is how many right moves solve a problem whose point is not made before.
const maxSteps = 5

// made reports whether the point of a solution is made with its last move: the win has become a gain of men that cannot be taken back
// at once, or enough right moves were found.
func (p problem) made(g *board.Game) bool {
	own := (len(g.Moves()) + 1) / 2
	return own >= maxSteps || p.Result == board.Win && gained(g)
}

// safe reports whether the databases know that every move keeps the result: nothing is left to be found.
func (p problem) safe(s *talk.Session, at board.Position) bool {
	some := false
	for m := range at.Legal() {
		if known := valueOf(s, at.Play(m)).Opposite(); known == board.Unknown || known < p.Result {
			return false
		}
		some = true
	}
	return some
}

// weighed judges a move, and returns the line of the search where one was needed.
func (v *visit) weighed(ctx context.Context, s *talk.Session, p problem, m board.Move) (Judgement, search.Info, error) {
	alone := search.Info{PV: []board.Move{m}}
	switch {
	case slices.Contains(p.Avoid, m):
		return Judgement{Why: toAvoid}, alone, nil
	case slices.Contains(p.KeyMoves, m):
		return Judgement{Right: true, Why: isKey}, alone, nil
	case p.claim == ofBook && s.Engine().InAntiBook(p.Position.Play(m)):
		return Judgement{Why: isTrap}, alone, nil
	case p.claim == ofBook && len(p.KeyMoves) > 0:
		behind, err := worse(ctx, s, p, m)
		return Judgement{Why: notBook, Value: behind}, alone, err
	case p.claim == ofValue && p.follows(m):
		return Judgement{Right: true, Why: keeps, Value: p.Result.String()}, alone, nil
	case p.claim == ofMan || p.claim == ofSave:
		if p.follows(m) || p.keepsMan(m) {
			return Judgement{Right: true, Why: winsMan}, alone, nil
		}
		return Judgement{Why: map[string]string{ofMan: noMan, ofSave: losesMan}[p.claim]}, alone, nil
	case len(p.KeyMoves) == 0 && p.Result == board.Unknown && p.Expect == 0:
		return Judgement{Right: true, Why: isFree}, alone, nil
	}
	if alone.Known = valueOf(s, p.Position.Play(m)).Opposite(); alone.Known != board.Unknown && p.Expect == 0 {
		return verdict(p.Problem, alone), alone, nil
	}
	if line, ok := v.lines.Load(p.Position); ok && line.([]board.Move)[0] == m {
		alone.PV = line.([]board.Move)
		return Judgement{Right: true, Why: seemsFine}, alone, nil // the page may have shown it
	}
	best, err := s.Best(ctx, p.Position, search.Limits{MoveTime: timeForProblem, MultiPV: 1, SearchMoves: []board.Move{m}})
	if err != nil {
		return Judgement{}, best, err
	}
	if p.claim == ofLesson && best.Known == board.Unknown {
		proving, done := context.WithTimeout(ctx, timeForProof)
		defer done()
		best.Known = s.Engine().Prove(proving, p.Position.Play(m)).Opposite()
	}
	if p.Expect > 0 {
		right := p.Expect-analyze.Verdict{Score: best.Score, Result: best.Known}.Chance() < analyze.Inaccuracy.Least()
		return Judgement{Right: right, Why: map[bool]string{true: seemsFine, false: unlikely}[right]}, best, nil
	}
	return verdict(p.Problem, best), best, nil
}

// worse says by how many men a move is worse than the key move in short searches, "" if it is as good.
func worse(ctx context.Context, s *talk.Session, p problem, m board.Move) (string, error) {
	const nodes = 300_000
	limits := search.Limits{Nodes: nodes, MultiPV: 1, SearchMoves: p.KeyMoves[:1]}
	key, err := s.Best(ctx, p.Position, limits)
	if err != nil {
		return "", err
	}
	limits.SearchMoves = []board.Move{m}
	tried, err := s.Best(ctx, p.Position, limits)
	if behind := key.Score - tried.Score; err == nil && behind > repertoire.UsualAsGood {
		return fmt.Sprintf("%.2f", float64(behind)/100), nil
	}
	return "", err
}

// read returns the problem that a page repeats, at the position after moves, and the game to there. Key moves and moves to avoid
// belong to the first position.
func (q Problem) read(moves []string) (p problem, g *board.Game, err error) {
	p.Expect = q.Expect
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
	if err = p.readClaim(q); err != nil {
		return p, nil, err
	}
	g = board.NewGame(p.Position)
	if err = g.PlayText(moves...); err != nil || len(moves) == 0 {
		return p, g, err
	}
	p.Position, p.KeyMoves, p.Avoid, p.played = g.Position(), nil, nil, g.Moves()
	return p, g, nil
}

// readClaim reads what a problem claims of its key moves.
func (p *problem) readClaim(q Problem) error {
	line := board.NewGame(p.Position)
	if err := line.PlayText(q.Line...); err != nil {
		return err
	}
	p.claim, p.Line = q.Claim, line.Moves()
	p.need = suite.Claim(q.Claim).Need(p.Position)
	return nil
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
func verdict(p suite.Problem, best search.Info) Judgement {
	known := best.Known != board.Unknown
	solved := p.SolvedBy(best) || len(p.KeyMoves) == 0 && known && best.Known >= p.Result
	switch {
	case solved && known:
		return Judgement{Right: true, Why: keeps, Value: best.Known.String()}
	case solved && best.Score.IsWin():
		return Judgement{Right: true, Why: winFound}
	case solved:
		return Judgement{Right: true, Why: seemsFine}
	case known && best.Known < p.Result:
		return Judgement{Why: leadsTo, Value: best.Known.String()}
	case len(p.KeyMoves) > 0:
		return Judgement{Why: notKey}
	}
	return Judgement{Why: unlikely, Value: p.Result.String()}
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
	from, limits := g.Position(), search.Limits{MoveTime: timeForProblem, MultiPV: 1, SearchMoves: p.KeyMoves}
	if p.claim == ofLesson {
		limits.SearchMoves = p.keeping(s, from)
	}
	var line []board.Move
	expected := p.given(g)
	places := []board.Position{} // before each move of the line
	for solver := true; ; solver = !solver {
		if ctx.Err() != nil {
			return Solution{}, talk.ErrStopped
		}
		if len(expected) == 0 {
			best, err := s.Best(ctx, g.Position(), limits)
			if err != nil {
				return Solution{}, err
			}
			if expected = best.PV; len(expected) == 0 {
				return Solution{}, errors.New("there is no move to make")
			}
			limits = search.Limits{MoveTime: timeForReply, MultiPV: 1}
		}
		places = append(places, g.Position())
		g.Play(expected[0])
		line, expected = append(line, expected[0]), expected[1:]
		if solver && (p.claim == ofLesson || p.ended(g) || p.claim == "" && len(line) >= 2*maxSteps-1) {
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

// given returns the moves of the solution behind a game that the problem names.
func (p problem) given(g *board.Game) []board.Move {
	if _, on := p.onLine(g.Moves()); on {
		return p.Line[len(g.Moves()):]
	}
	if p.claim == ofBook {
		return p.KeyMoves[:min(1, len(p.KeyMoves))]
	}
	return nil
}
