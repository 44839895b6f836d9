package judge_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/engine/judge"
)

func ExampleGame() {
	for g, err := range pdn.Read(strings.NewReader("1. 11-15 22-18 2. 15x22 25x18 3. 10-15 18x11 4. 7x16 30-25 5. 16-19 24x15 *")) {
		if err != nil {
			panic(err)
		}
		settings := judge.Usual()
		settings.Nodes = 5000 // less than usual, and enough here
		judgements, err := judge.Game(context.Background(), g, settings)
		if err != nil {
			panic(err)
		}
		for _, j := range judgements {
			if j.Mark.Fault() {
				fmt.Printf("%d. %s, a %s: men given away: %g\n", j.Number(), j.At.MoveText(j.Move), j.Mark, j.Men())
			}
		}
	}
	// Output: 5. 16-19, a blunder: men given away: 1
}
