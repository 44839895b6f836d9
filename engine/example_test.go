package engine_test

import (
	"context"
	"fmt"
	"log"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
)

func Example() {
	e := engine.New()
	defer e.Close()

	problem, err := board.ParseFEN("W:WK2,16,22,K30:BK10,13,14,21") // Banks v Jordan, 1911
	if err != nil {
		log.Fatal(err)
	}
	best, err := e.Search(context.Background(), board.NewGame(problem), search.Limits{Depth: 12, Solve: true}, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("best move:", problem.MoveText(best.Move()), best.ScoreText())

	ending, err := board.ParseFEN("B:WK29:BK1,K2")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ending, "is a", e.Probe(ending), "for", ending.Turn)
	// Output:
	// best move: 2-7 win
	// B:WK29:BK1,K2 is a win for Black
}
