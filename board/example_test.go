package board_test

import (
	"errors"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
)

func Example() {
	game := board.NewGame(board.Start())
	if err := game.PlayText("11-15", "22-18", "15x22", "25x18"); err != nil {
		fmt.Println(err)
		return
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

// A perft counts the positions after a number of plies: the classic test of a move generator.
func Example_perft() {
	var perft func(p board.Position, depth int) int
	perft = func(p board.Position, depth int) (n int) {
		if depth == 0 {
			return 1
		}
		for m := range p.Legal() {
			n += perft(p.Play(m), depth-1)
		}
		return n
	}
	for depth := range 7 {
		fmt.Print(perft(board.Start(), depth), " ")
	}
	// Output: 1 7 49 302 1469 7361 36768
}

func ExampleMoveError() {
	for _, text := range []string{"hello", "22-18", "11-15"} {
		_, err := board.Start().ParseMove(text)
		fmt.Println(errors.Is(err, board.ErrSyntax), errors.Is(err, board.ErrIllegal), err)
	}
	// Output:
	// true false "hello" is not a move such as 11-15 or 15x24
	// false true move 22-18 is illegal: Black, who is to move, has no piece on 22
	// false false <nil>
}

func ExamplePosition_Legal() {
	p, err := board.ParseFEN("B:W9,10,17,18:B6")
	if err != nil {
		fmt.Println(err)
		return
	}
	for m := range p.Legal() {
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
