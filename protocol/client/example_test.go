package client_test

import (
	"context"
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/client"
	"github.com/zonda-checkers/zonda/protocol/client/testdata/fake"
)

// An engine is asked for its reply to a move. The one here is that of the tests, which plays the first legal move.
func Example() {
	spec, err := client.ParseSpec(`name=A cmd="zonda protocol" option.Hash=64`)
	if err != nil {
		panic(err)
	}
	spec.Command, spec.Options = fake.Command(), nil
	ctx := context.Background()
	engine, err := client.Start(ctx, spec, client.Setup{MoveRule: board.DefaultMoveRule})
	if err != nil {
		panic(err)
	}
	defer engine.Close()
	game := board.NewGame(board.Start())
	if err := game.PlayText("11-15"); err != nil {
		panic(err)
	}
	reply, err := engine.Think(ctx, client.Request{Game: game, Limits: client.Limits{MoveTime: time.Second}})
	if err != nil {
		panic(err) // a *client.Fault if the engine has failed
	}
	fmt.Println(game.Position().MoveText(reply.Move))
	// Output: 22-17
}
