package pattern

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOf(t *testing.T) {
	wrong, right := Of("("), Of("^a+$")
	require.Panics(t, func() { wrong() }, "it is compiled when it is used")
	require.True(t, right().MatchString("aa"))
	require.Same(t, right(), right())
}
