package board_test

import (
	"fmt"

	"github.com/zonda-checkers/zonda/board"
)

func Example() {
	game := board.NewGame(board.Start())
	for _, text := range []string{"11-15", "22-18", "15x22", "25x18"} {
		m, err := game.Position().ParseMove(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		game.Play(m)
	}
	fmt.Print(game.Position().Diagram())
	fmt.Println(game.Position())
	_, over := game.Outcome()
	fmt.Println("over:", over)
	// Output:
	//     b   b   b   b         1     2     3     4
	//   b   b   b   b        5     6     7     8
	//     b   b   .   b         9    10    11    12
	//   .   .   .   .       13    14    15    16
	//     .   w   .   .        17    18    19    20
	//   w   .   w   w       21    22    23    24
	//     .   w   w   w        25    26    27    28
	//   w   w   w   w       29    30    31    32
	// B:W18,21,23,24,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12
	// over: false
}

func ExamplePosition_Moves() {
	p, err := board.ParseFEN("B:W9,10,17,18:B6")
	if err != nil {
		fmt.Println(err)
		return
	}
	var moves board.MoveList
	p.Moves(&moves)
	for _, m := range moves.Slice() {
		fmt.Println(p.MoveText(m), "leads to", p.Play(m))
	}
	// Output:
	// 6x13x22 leads to W:W10,18:B22
	// 6x15x22 leads to W:W9,17:B22
}

func ExampleParseFEN() {
	_, err := board.ParseFEN("B:W21,22:B22")
	fmt.Println(err)
	// Output: FEN "B:W21,22:B22": Black: square 22 has two pieces
}

func ExamplePosition_ParseMove() {
	_, err := board.Start().ParseMove("12-17")
	fmt.Println(err)
	// Output: move 12-17 is illegal
}
