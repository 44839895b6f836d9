//go:build !amd64

package network

const (
	wide     = false
	wideStep = 1
)

func forwardWide(_, _, _, _ *int16, _ *uint16, _ int32, _ *uint16, _, _ int32) int32 {
	panic("no assembly")
}
