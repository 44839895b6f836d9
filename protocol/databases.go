package protocol

import (
	"fmt"
	"strconv"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/board"
)

// piecesOption is the engine's option that CheckerBoard knows as two: whether
// databases are asked, and up to how many pieces.
const piecesOption = "EGDBPieces"

// allPieces is CheckerBoard's word for no limit, and the default.
const allPieces = 2 * board.MaxPieces

// directoryChecks are set commands whose reply says what databases a directory holds.
var directoryChecks = map[string]func(directory string) string{
	"check_wld_dir": engine.DescribeDatabases,
	"check_mtc_dir": func(string) string { return "this version uses no databases of distances" },
}

func (p *Plug) databasesEnabled() string {
	if p.engine.Option(piecesOption) == "0" {
		return "0"
	}
	return "1"
}

func (p *Plug) enableDatabases(value string) error {
	switch value {
	case "0":
		return p.engine.SetOption(piecesOption, "0")
	case "1":
		limit, err := strconv.Atoi(p.databaseLimit())
		if err != nil {
			return err
		}
		return p.engine.SetOption(piecesOption, strconv.Itoa(min(limit, engine.MaxDatabasePieces)))
	}
	return fmt.Errorf("%s is neither 0 nor 1", board.Quote(value))
}

// databaseLimit returns what was set, unless the engine's option has been set
// otherwise since.
func (p *Plug) databaseLimit() string {
	p.mu.Lock()
	limit := p.settings.databases
	p.mu.Unlock()
	option := p.engine.Option(piecesOption)
	if option != "0" && option != strconv.Itoa(min(limit, engine.MaxDatabasePieces)) {
		return option
	}
	return strconv.Itoa(limit)
}

// limitDatabases takes the number of pieces up to which databases are asked, which
// may be more than there are.
func (p *Plug) limitDatabases(value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > allPieces {
		return fmt.Errorf("%s is not a number of pieces between 1 and %d", board.Quote(value), allPieces)
	}
	if p.databasesEnabled() == "1" {
		if err := p.engine.SetOption(piecesOption, strconv.Itoa(min(n, engine.MaxDatabasePieces))); err != nil {
			return err
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.settings.databases = n
	return nil
}
