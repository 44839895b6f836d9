package eval_test

import (
	"fmt"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
)

func ExampleEvaluate() {
	p := board.Start()
	fmt.Println(eval.Evaluate(p))
	// Output: cp -1
}

func ExampleExplain() {
	e := eval.Explain(board.Start())
	for _, t := range e.Terms {
		if t.Contribution != 0 {
			fmt.Println(t.Name, t.Black, t.White, t.Contribution)
		}
	}
	fmt.Println("total", e.Total())
	// Output:
	// the move 0 1 -2.00
	// turn 1 0 +1.00
	// total -1.00
}
