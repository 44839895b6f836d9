package eval

import "strconv"

// Weight is what one of something counted is worth, in 576ths of a hundredth of a man:
// weights mixed between phases are exact in it.
type Weight int32

// weightUnit is a hundredth of a man.
const weightUnit = unitsAHundredth * (allPieces - latePieces)

// Hundredths returns w in hundredths of a man.
func (w Weight) Hundredths() float64 { return float64(w) / weightUnit }

// Score returns w in whole hundredths of a man, rounded towards 0: the same for
// both sides.
func (w Weight) Score() Score { return Score(w / weightUnit) }

// String returns w in hundredths of a man with its sign and two decimals.
func (w Weight) String() string {
	text := strconv.FormatFloat(w.Hundredths(), 'f', 2, 64)
	if w > 0 {
		return "+" + text
	}
	return text
}
