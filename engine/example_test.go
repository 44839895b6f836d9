package engine_test

import (
	"context"
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
)

// A bot plays by a clock, with the opening book and without the moves that are known to lose.
func Example_bot() {
	entries, err := antibook.BuiltIn()
	if err != nil {
		panic(err)
	}
	avoid := antibook.NewSet(entries)
	e, err := engine.New(engine.Config{Book: &book.Shelf{Avoid: avoid.Contains}, Avoid: avoid})
	if err != nil {
		panic(err)
	}
	defer e.Close()
	game := board.NewGame(board.Start())
	for range 4 { // plies; a bot asks its opponent for every second one
		best, err := e.Play(context.Background(), game, engine.Limits{MoveTime: time.Second})
		if err != nil {
			panic(err)
		}
		fmt.Print(game.Position().MoveText(best.Move()), " ")
		game.Play(best.Move())
	}
	// Output: 11-15 22-17 8-11 23-19
}

// A finder of tactics tells which positions have a move that wins at once, though it gives a piece away.
func Example_tactics() {
	e, err := engine.New(engine.Config{})
	if err != nil {
		panic(err)
	}
	defer e.Close()
	for _, fen := range []string{"W:WK2,16,22,K30:BK10,13,14,21", "B:W21-32:B1-12"} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			panic(err)
		}
		best, err := e.Play(context.Background(), board.NewGame(p), engine.Limits{Depth: 12, Solve: true})
		if err != nil {
			panic(err)
		}
		fmt.Println(p.MoveText(best.Move()), best.Score.IsWin())
	}
	// Output:
	// 2-7 true
	// 11-15 false
}

// A tool for analysis searches until it is clear that the best move is better than the second, and not longer than to a depth of 21.
func Example_analysis() {
	e, err := engine.New(engine.Config{Hash: 16})
	if err != nil {
		panic(err)
	}
	defer e.Close()
	position, err := board.ParseFEN("B:W15,16,25,26,27,28,31,32:B2,5,6,7,8,9,14,20")
	if err != nil {
		panic(err)
	}
	game := board.NewGame(position)
	for lines, err := range e.Analyze(context.Background(), game, engine.Limits{Depth: 21, MultiPV: 2}) {
		if err != nil {
			panic(err)
		}
		best, second := lines.Score, lines.Others[0].Score // their difference means men only if neither is proven
		if lines.Final || lines.Depth >= 9 && (best.IsProven() || second.IsProven() || best-second > 10) {
			fmt.Println(game.Position().MoveText(lines.Move()))
			break
		}
	}
	// Output: 7-11
}

// material is an evaluation of one's own.
type material struct{}

func (material) Evaluate(p board.Position) eval.Score {
	own, other := p.Side(p.Turn), p.Side(p.Turn.Opponent())
	men := own.Count() - other.Count()
	kings := (own & p.Kings).Count() - (other & p.Kings).Count()
	return eval.Score(100*men + 30*kings)
}

func (material) Note() string { return "material alone" }

// An evaluation of one's own takes the place of the network.
func Example_evaluation() {
	e, err := engine.New(engine.Config{Evaluator: material{}, Endings: engine.NoEndings})
	if err != nil {
		panic(err)
	}
	defer e.Close()
	p, err := board.ParseFEN("B:W18,26,27,31,32:B1,2,3,4,15")
	if err != nil {
		panic(err)
	}
	best, err := e.Play(context.Background(), board.NewGame(p), engine.Limits{Depth: 5})
	fmt.Println(best.ScoreText(), err)
	// Output: cp 0 <nil>
}

// A book of one's own is a function.
func Example_book() {
	own := map[board.Position]string{board.Start(): "9-13"}
	e, err := engine.New(engine.Config{Book: book.Func(func(_ context.Context, p board.Position) ([]book.Choice, error) {
		if own[p] == "" {
			return nil, nil
		}
		m, err := p.ParseMove(own[p])
		return []book.Choice{{Move: m}}, err
	})})
	if err != nil {
		panic(err)
	}
	defer e.Close()
	best, err := e.Play(context.Background(), board.NewGame(board.Start()), engine.Limits{MoveTime: time.Second})
	fmt.Println(board.Start().MoveText(best.Move()), best.Note, err)
	// Output: 9-13 book 9-13 d1 <nil>
}
