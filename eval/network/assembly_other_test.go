//go:build !amd64

package network

// assemblyWay returns nil: there is no assembly for the processor.
func assemblyWay() forward { return nil }
