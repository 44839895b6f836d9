package checkerboard

import (
	"fmt"
	"strconv"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/session"
)

// piecesOption is the engine's option for the most pieces with which databases are probed. CheckerBoard has two
// settings for it: whether databases are probed, and up to how many pieces.
const piecesOption = "EGDBPieces"

// allPieces is the default limit: all pieces of the game.
const allPieces = 2 * board.MaxPieces

// directoryChecks are the "set" commands whose reply says which databases a directory holds.
var directoryChecks = map[string]func(directory string) string{
	"check_wld_dir": session.DescribeDatabases,
	"check_mtc_dir": func(string) string {
		return "distances are in the program; more are read from the folder of the endgame databases"
	},
}

// distancesOption is the engine's option for playing by databases of distances.
const distancesOption = "UseDTW"

func (a *Adapter) distancesEnabled() string {
	if a.engine.Option(distancesOption) == "true" {
		return "1"
	}
	return "0"
}

func (a *Adapter) enableDistances(value string) error {
	if value != "0" && value != "1" {
		return fmt.Errorf("%s is neither 0 nor 1", board.Quote(value))
	}
	return a.engine.SetOption(distancesOption, strconv.FormatBool(value == "1"))
}

func (a *Adapter) databasesEnabled() string {
	if a.engine.Option(piecesOption) == "0" {
		return "0"
	}
	return "1"
}

func (a *Adapter) enableDatabases(value string) error {
	switch value {
	case "0":
		return a.engine.SetOption(piecesOption, "0")
	case "1":
		limit, err := strconv.Atoi(a.databaseLimit())
		if err != nil {
			return err
		}
		return a.engine.SetOption(piecesOption, strconv.Itoa(min(limit, session.MaxDatabasePieces)))
	}
	return fmt.Errorf("%s is neither 0 nor 1", board.Quote(value))
}

// databaseLimit returns the limit that CheckerBoard has set, or the value of the engine's option if the option was
// changed since then.
func (a *Adapter) databaseLimit() string {
	a.mu.Lock()
	limit := a.settings.databases
	a.mu.Unlock()
	option := a.engine.Option(piecesOption)
	if option != "0" && option != strconv.Itoa(min(limit, session.MaxDatabasePieces)) {
		return option
	}
	return strconv.Itoa(limit)
}

// limitDatabases sets the number of pieces up to which databases are probed. The number may be larger than
// that of any database.
func (a *Adapter) limitDatabases(value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > allPieces {
		return fmt.Errorf("%s is not a number of pieces between 1 and %d", board.Quote(value), allPieces)
	}
	if a.databasesEnabled() == "1" {
		if err := a.engine.SetOption(piecesOption, strconv.Itoa(min(n, session.MaxDatabasePieces))); err != nil {
			return err
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.settings.databases = n
	return nil
}
