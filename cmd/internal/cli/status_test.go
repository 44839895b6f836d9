package cli

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestStatusOf(t *testing.T) {
	failed := errors.New("failed")
	require.NoError(t, WrongUse(nil))
	for want, errs := range map[Status][]error{
		0:         {nil},
		Failed:    {failed, Failed, errors.Join(failed, nil)},
		Misused:   {WrongUse(failed), fmt.Errorf("more: %w", WrongUse(failed)), errors.Join(failed, WrongUse(failed))},
		NotProven: {NotProven, WithStatus(NotProven, failed), errors.Join(NotProven, nil)},
	} {
		for _, err := range errs {
			require.Equal(t, want, StatusOf(err), "%v", err)
		}
	}
	require.EqualError(t, WrongUse(failed), "failed")
	require.ErrorIs(t, WrongUse(failed), failed)
	require.Empty(t, NotProven.Error(), "the command has printed its result")
}

func TestListen(t *testing.T) {
	ctx := context.Background()
	first, err := Listen(ctx, "127.0.0.1:0")
	require.NoError(t, err)
	defer first.Close()
	address := first.Addr().String()
	_, err = Listen(ctx, address)
	require.EqualError(t, err, "another program listens at "+address+": end that program, or choose another port; port 0 is any free one")
	require.Equal(t, Failed, StatusOf(err))
	for _, wrong := range []string{"nonsense", "127.0.0.1", "127.0.0.1:99999", "127.0.0.1:x", "192.0.2.1:0"} {
		_, err = Listen(ctx, wrong)
		require.ErrorContains(t, err, wrong)
		require.Equal(t, Misused, StatusOf(err), wrong)
	}
}
