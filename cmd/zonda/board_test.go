package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBoardFlags(t *testing.T) {
	require.EqualError(t, (&boardCommand{Pages: 0}).Validate(), "pages 0 is not between 1 and 256")
	require.NoError(t, (&boardCommand{Pages: 8}).Validate())
}
