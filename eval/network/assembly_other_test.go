//go:build !amd64

package network

import "github.com/zonda-checkers/zonda/engine/board"

// assemblyWay returns nil: there is no assembly for the processor.
func assemblyWay() func(*table, *columns, board.Position, []int16) int32 { return nil }
