package eval_test

import (
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// The values change with the weights. With any good weights, a side that is a man ahead gains by a trade.
func ExampleWeights_Evaluate() {
	p, err := board.ParseFEN("W:W21,22,30,31,32:B1,2,10,12")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(eval.BuiltIn().Evaluate(p) > 0)
	// Output: true
}

func ExampleWeights_Explain() {
	e := eval.BuiltIn().Explain(board.Start())
	for _, t := range e.Terms {
		if t.Contribution != 0 {
			fmt.Println(t.Name, t.Black, t.White)
		}
	}
	// Output:
	// the move 0 1
	// turn 1 0
}
