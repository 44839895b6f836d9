package main

import _ "github.com/zonda-checkers/zonda/cmd/internal/cli/prng" // to run under Wine 8 if built with cgo
