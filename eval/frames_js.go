package eval

import "errors"

var errFrames = errors.New("a page has no zstd")

func packFrames([]byte) ([][]byte, error) { return nil, errFrames }

func unpackFrames([len(patterns)][]byte) ([]byte, error) { return nil, errFrames }
