package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Words that are right in fastchess, cutechess and Stockfish get one sentence with what is right here.
func TestHabits(t *testing.T) {
	t.Parallel()
	program := buildProgram(t)
	for line, want := range map[string]string{
		"match -engine cmd=a name=A":                     "-engine is written --engine 'cmd=PROGRAM name=NAME' here",
		"-engine cmd=a -each tc=1":                       "-engine is written --engine 'cmd=PROGRAM name=NAME' here",
		"match --engine cmd=a --engine cmd=b -each tc=1": "-each is written --each 'tc=10+0.1 option.Hash=64' here",
		"match --engine cmd=a -rounds 10":                "-rounds is written --rounds here, with two dashes",
		"match --engine cmd=a -repeat":                   "-repeat is not needed: every opening is played twice, with colours reversed",
		"match --engine cmd=a --maxmoves 10":             "--maxmoves is written --max-moves N here",
		"match --pgnout a.pgn":                           "--pgnout is written --pdn 'file=FILE.pdn nodes pv' here",
		"match --engine cmd=a name=A --engine cmd=b":     "--engine takes all its words in one pair of quotes: --engine 'cmd=a name=A'",
		"match --compliance x":                           "--compliance is written zonda check-engine PROGRAM here",
		"solve -movetime 100 a.epd":                      "-movetime is written --movetime here, with two dashes",
		"perft 6":                                        "the depth is a flag: --depth 6",
		"check-engine --engine cmd=a":                    "unknown flag --engine",
		"match --nonsense":                               "unknown flag --nonsense",
	} {
		_, stderr, status := output(t, program, strings.Fields(line)...)
		require.Equal(t, 2, status, line)
		first, _, _ := strings.Cut(stderr, "\n")
		require.Equal(t, "zonda: error: "+want, first, line)
	}
}
