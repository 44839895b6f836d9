package line

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// fullAfter is a writer with room for a number of writes.
type fullAfter struct {
	text bytes.Buffer
	room int
}

var errFull = errors.New("no space left")

func (f *fullAfter) Write(data []byte) (int, error) {
	if f.room--; f.room < 0 {
		return 0, errFull
	}
	return f.text.Write(data)
}

// After the first failure nothing is written, and the failure is told.
func TestOutput(t *testing.T) {
	disk := &fullAfter{room: 1}
	o := NewOutput(disk)
	o.Print("one\ntwo")
	require.NoError(t, o.Err())
	select {
	case <-o.Failed():
		require.FailNow(t, "nothing has failed")
	default:
	}
	o.Print("three")
	<-o.Failed()
	disk.room = 1
	o.Print("four")
	require.ErrorIs(t, o.Err(), errFull)
	require.Equal(t, "one\ntwo\n", disk.text.String())
}

// A prompt is written once, and again behind a line of the person or behind other text.
func TestPrompt(t *testing.T) {
	disk := &fullAfter{room: 100}
	o := NewOutput(disk)
	require.NoError(t, o.Serve(t.Context(), strings.NewReader("a\nb\n"), func(Input) bool {
		o.Prompt("> ")
		o.Prompt("> ")
		return false
	}))
	o.EndPrompt()
	o.EndPrompt()
	o.Prompt("> ")
	o.Print("move")
	o.Prompt("> ")
	require.Equal(t, "> > \n> move\n> ", disk.text.String())
}
