package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
)

// Words that are right in fastchess, cutechess and Stockfish get one sentence with what is right here.
func TestHabits(t *testing.T) {
	t.Parallel()
	program := programtest.Program(t)
	for line, want := range map[string]string{
		"match -engine cmd=a name=A":                     "-engine is here --engine 'cmd=PROGRAM name=NAME'",
		"-engine cmd=a -each tc=1":                       "-engine is here --engine 'cmd=PROGRAM name=NAME'",
		"match --engine cmd=a --engine cmd=b -each tc=1": "-each is here --each 'tc=10+0.1 option.Hash=64'",
		"match --engine cmd=a -rounds 10":                "-rounds is written --rounds here, with two dashes",
		"match --engine cmd=a -games 2":                  "-games is here --rounds N, two games each, or --games N, all of a pairing",
		"match --engine cmd=a -repeat":                   "-repeat is not needed: every opening is played twice, with colours reversed",
		"match --engine cmd=a --maxmoves 10":             "--maxmoves is here --max-moves N",
		"match --pgnout a.pgn":                           "--pgnout is here --pdn 'file=FILE.pdn nodes pv'",
		"match --engine cmd=a name=A --engine cmd=b":     "--engine takes all its words in one pair of quotes: --engine 'cmd=a name=A'",
		"match --compliance x":                           "--compliance is here zonda check-engine PROGRAM",
		"solve -movetime 100 a.epd":                      "-movetime is written --movetime here, with two dashes",
		"perft 6":                                        "the depth is a flag: --depth 6",
		"check-engine --engine cmd=a":                    "unknown flag --engine",
		"match --event x":                                `--event is here the match's own: by the tag Event "Zonda match ID" a match that goes on finds its games in the file of --pdn`,
		"match --affinity":                               "--affinity is here taskset -c CPUS zonda match ...: engines run on the CPUs of the runner",
		"match --swiss":                                  "--swiss is here everyone against everyone, --gauntlet or --seeds N: there are no Swiss tournaments",
		"match --nonsense":                               "unknown flag --nonsense",
	} {
		_, stderr, status := programtest.Output(t, program, strings.Fields(line)...)
		require.Equal(t, 2, status, line)
		first, _, _ := strings.Cut(stderr, "\n")
		require.Equal(t, "zonda: error: "+want, first, line)
	}
}
