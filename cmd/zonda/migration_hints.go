package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
)

// migrationHints are flags of fastchess and cutechess that have another name or another form here.
var migrationHints = map[string]string{
	"engine": "--engine 'cmd=PROGRAM name=NAME'", "each": "--each 'tc=10+0.1 option.Hash=64'", "openings": "--openings 'FILE order=random'",
	"resign": "--resign 'score=200 movecount=3'", "draw": "--draw 'movenumber=30 movecount=8 score=5'", "sprt": "--sprt 'elo0=0 elo1=5'",
	"maxmoves": "--max-moves N", "tb": "--egdb DIR --adjudicate 6", "tbpieces": "--adjudicate N", "ratinginterval": "--interval N",
	"games": "--rounds N, two games each, or --games N, all of a pairing", "srand": "--seed N", "pgnout": "--pdn 'file=FILE.pdn nodes pv'", "epdout": "--epd FILE.epd", "config": "--resume FILE",
	"event":    `the match's own: by the tag Event "Zonda match ID" a match that goes on finds its games in the file of --pdn`,
	"swiss":    "everyone against everyone, --gauntlet or --seeds N: there are no Swiss tournaments",
	"affinity": "taskset -c CPUS zonda match ...: engines run on the CPUs of the runner", "use-affinity": "taskset -c CPUS zonda match ...: engines run on the CPUs of the runner",
	"tournament": "--gauntlet or --seeds N", "outname": "--resume FILE", "compliance": "zonda check-engine PROGRAM", "debug": "--log FILE",
}

// needless are flags of these programs that nothing has to be said for here.
var needless = map[string]string{
	"repeat":  "every opening is played twice, with colours reversed",
	"variant": "all games are of English draughts",
	"wait":    "the next game begins when the engines are ready",
}

// quoted are the flags whose value is several words in one pair of quotes.
var quoted = []string{"engine", "each", "openings", "resign", "draw", "sprt", "pdn"}

// habit returns what to write in place of words that are right in another program of this kind, as an error; nil if there are none.
// Command is the one in whose words the parser found an error.
func habit(words []string, command *kong.Node) error {
	for i, word := range words {
		name := strings.TrimLeft(word, "-")
		dashes := len(word) - len(name)
		flag, known := flagOf(command, name), migrationHints[name]
		switch {
		case i == 1 && words[0] == "perft" && isNumber(word):
			return fmt.Errorf("the depth is a flag: --depth %s", word)
		case dashes > 0 && needless[name] != "":
			return fmt.Errorf("%s is not needed: %s", word, needless[name])
		case known != "" && (dashes == 1 || dashes == 2 && flag == "" && !strings.HasPrefix(known, word)):
			return fmt.Errorf("%s is here %s", word, known)
		case dashes == 1 && flag != "":
			return fmt.Errorf("%s is written %s here, with two dashes", word, flag)
		case dashes == 2 && takesWords(name, words[i+1:]):
			return fmt.Errorf("%s takes all its words in one pair of quotes: %s '%s %s'", word, word, words[i+1], words[i+2])
		}
	}
	return nil
}

// flagOf returns a flag of a command by its name, "" if there is none.
func flagOf(command *kong.Node, name string) string {
	if command != nil && len(name) > 1 {
		for _, group := range command.AllFlags(true) {
			for _, f := range group {
				if f.Name == name {
					return "--" + name
				}
			}
		}
	}
	return ""
}

// takesWords reports whether a flag is followed by several words KEY=VALUE that are not in quotes.
func takesWords(name string, after []string) bool {
	const several = 2
	for _, flag := range quoted {
		if flag == name && len(after) >= several {
			return strings.Contains(after[0], "=") && strings.Contains(after[1], "=") && !strings.HasPrefix(after[1], "-")
		}
	}
	return false
}

func isNumber(word string) bool {
	_, err := strconv.Atoi(word)
	return err == nil
}
