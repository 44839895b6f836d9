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

func (s *Session) databasesEnabled() string {
	if s.engine.Option(piecesOption) == "0" {
		return "0"
	}
	return "1"
}

func (s *Session) enableDatabases(value string) error {
	switch value {
	case "0":
		return s.engine.SetOption(piecesOption, "0")
	case "1":
		s.mu.Lock()
		limit := s.settings.databases
		s.mu.Unlock()
		return s.engine.SetOption(piecesOption, strconv.Itoa(min(limit, engine.MaxDatabasePieces)))
	}
	return fmt.Errorf("%s is neither 0 nor 1", board.Quote(value))
}

func (s *Session) databaseLimit() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strconv.Itoa(s.settings.databases)
}

// limitDatabases takes the number of pieces up to which databases are asked, which
// may be more than there are.
func (s *Session) limitDatabases(value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > allPieces {
		return fmt.Errorf("%s is not a number of pieces between 1 and %d", board.Quote(value), allPieces)
	}
	s.mu.Lock()
	s.settings.databases = n
	s.mu.Unlock()
	if s.databasesEnabled() == "0" {
		return nil
	}
	return s.enableDatabases("1")
}
