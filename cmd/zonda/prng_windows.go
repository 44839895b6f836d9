package main

import _ "github.com/zonda-checkers/zonda/cmd/internal/prng" // to run under Wine 8 if built with cgo
