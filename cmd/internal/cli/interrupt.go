package cli

import (
	"context"
	"fmt"
)

// Interrupted returns err, unless err is there because the context has ended. Then it returns an error
// with the text left, which tells the user what remains after the interruption.
func Interrupted(ctx context.Context, err error, left string) error {
	if err != nil && ctx.Err() != nil {
		return fmt.Errorf("interrupted; %s", left)
	}
	return err
}
