package match

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/zonda-checkers/zonda/cmd/internal/match/player"
)

// Introduce starts every engine, so that a match does not begin with an engine that does not work. An
// engine that takes too long is started a second time. An engine without a name gets the name that it
// reports, with a number if another engine has that name.
func Introduce(ctx context.Context, engines []player.Spec, setup player.Setup) error {
	for i := range engines {
		p, err := player.Start(ctx, engines[i], setup)
		var fault *player.Fault
		if errors.As(err, &fault) && fault.Kind == player.Timeout {
			p, err = player.Start(ctx, engines[i], setup) // as in games, the machine may have been busy
		}
		if err != nil {
			return fmt.Errorf("engine %d: %w", i+1, err)
		}
		name := p.Name()
		err = p.NewGame(ctx)
		p.Close()
		if err != nil {
			return fmt.Errorf("engine %d: %w", i+1, err)
		}
		if engines[i].Name == "" {
			engines[i].Name = unused(name, engines)
		}
	}
	return nil
}

// unused returns name, with a number if an engine has that name already.
func unused(name string, engines []player.Spec) string {
	taken := func(candidate string) bool {
		return slices.ContainsFunc(engines, func(s player.Spec) bool { return s.Name == candidate })
	}
	candidate := name
	for n := 2; taken(candidate); n++ {
		candidate = fmt.Sprintf("%s %d", name, n)
	}
	return candidate
}
