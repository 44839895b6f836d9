package builtin

import (
	"crypto/sha256"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

// A value is read once, and a file that cannot be read changes nothing.
func TestValue(t *testing.T) {
	read := 0
	v := New("the text is", func(file []byte) (string, error) {
		read++
		if len(file) == 0 {
			return "", errors.New("empty")
		}
		return string(file), nil
	})
	_, err := v.Get()
	require.EqualError(t, err, "the text is not there yet")
	require.Panics(t, func() { v.Must() })
	v.Embed([]byte("a"))
	for range 3 {
		require.Equal(t, "a", v.Must())
	}
	require.Equal(t, 1, read)
	require.EqualError(t, v.Install(nil), "empty")
	require.Equal(t, "a", v.Must())
	require.NoError(t, v.Install([]byte("b")))
	require.Equal(t, "b", v.Must())
	require.Equal(t, 3, read)
	require.Equal(t, sha256.Sum256([]byte("b")), v.Checksum())

	wrong := New("x is", func([]byte) (int, error) { read++; return 0, errors.New("wrong") })
	wrong.Embed([]byte("x"))
	for range 2 {
		_, err = wrong.Get()
		require.EqualError(t, err, "wrong")
	}
	require.Equal(t, 4, read, "an error is kept too")
}
