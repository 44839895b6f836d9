package cli

import (
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
