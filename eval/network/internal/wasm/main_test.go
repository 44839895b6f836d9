package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// The file in package network is that which the program writes.
func TestFileIsFresh(t *testing.T) {
	data, err := os.ReadFile("../../kernel.wasm")
	require.NoError(t, err)
	require.Equal(t, kernel(), data, "go generate ./eval/network writes kernel.wasm anew")
}

// The numbers are examples of LEB128 in the format's specification and at the limits of a group.
func TestNumbers(t *testing.T) {
	for n, groups := range map[int][]byte{0: {0}, 127: {0x7F}, 128: {0x80, 1}, 624485: {0xE5, 0x8E, 0x26}} {
		require.Equal(t, groups, number(n), n)
	}
	for n, groups := range map[int][]byte{0: {0}, 63: {0x3F}, 64: {0xC0, 0}, -64: {0x40}, -65: {0xBF, 0x7F}, -123456: {0xC0, 0xBB, 0x78}} {
		require.Equal(t, groups, signed(n), n)
	}
}
