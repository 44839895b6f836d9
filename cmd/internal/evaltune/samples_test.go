package evaltune

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// Samples pass through a text as they are.
func TestSamplesAsText(t *testing.T) {
	samples, err := NewPlayer(quick(t)).Do(t.Context(), Order{Seed: 1, Games: 3})
	require.NoError(t, err)
	require.NotEmpty(t, samples)
	text, err := json.Marshal(samples)
	require.NoError(t, err)
	var read Samples
	require.NoError(t, json.Unmarshal(text, &read))
	require.Equal(t, samples, read)
	impossible, err := json.Marshal(Samples{{Position: board.Position{Black: 1, White: 1}}})
	require.NoError(t, err)
	require.ErrorContains(t, json.Unmarshal(impossible, &read), "sample 1 of 1: this is no position")
	require.ErrorContains(t, json.Unmarshal([]byte(`"AAAA"`), &read), "samples")
	require.Equal(t, samples, read)
}

// Whatever a message holds, its samples are possible or an error.
func FuzzSamples(f *testing.F) {
	text, err := Samples{{Position: board.Start(), Result: board.Draw}}.MarshalText()
	require.NoError(f, err)
	f.Add(text)
	f.Add([]byte("AAAA"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var samples Samples
		_ = samples.UnmarshalText(text)
		for _, s := range samples {
			require.NoError(t, s.check())
		}
	})
}
