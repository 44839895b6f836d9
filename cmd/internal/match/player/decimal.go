package player

import (
	"fmt"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
)

// decimal returns d in the given unit, time.Second or time.Millisecond, as a decimal number
// without loss.
func decimal(d, unit time.Duration) string {
	sign := ""
	if d < 0 {
		sign, d = "-", -d
	}
	digits := len(fmt.Sprint(int64(unit))) - 1
	text := fmt.Sprintf("%s%d.%0*d", sign, d/unit, digits, d%unit)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}

// parseDecimal reads a duration from a decimal number without a sign. Symbol is the symbol of the unit,
// "s" or "ms".
func parseDecimal(text, symbol string) (time.Duration, error) {
	if strings.Trim(text, "0123456789.") == "" {
		if d, err := time.ParseDuration(text + symbol); err == nil {
			return d, nil
		}
	}
	return 0, fmt.Errorf("%s is no number of %s", board.Quote(text), unitNames[symbol])
}

// unitNames are the words for the symbols of units.
var unitNames = map[string]string{"s": "seconds", "ms": "milliseconds"}
