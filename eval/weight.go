package eval

import "strconv"

// Weight is the value of one unit of a count. Its own unit is the 576th part of a hundredth of a man, so that
// an interpolated weight is a whole number.
type Weight int32

// weightUnit is a hundredth of a man as a Weight.
const weightUnit = unitsAHundredth * (allPieces - latePieces)

// Hundredths returns w in hundredths of a man.
func (w Weight) Hundredths() float64 { return float64(w) / weightUnit }

// Score returns w in whole hundredths of a man. It rounds towards 0, so that the scores for Black and for White differ
// only in sign.
func (w Weight) Score() Score { return Score(w / weightUnit) }

// String returns w in hundredths of a man with its sign and two decimals.
func (w Weight) String() string {
	text := strconv.FormatFloat(w.Hundredths(), 'f', 2, 64)
	if w > 0 {
		return "+" + text
	}
	return text
}
