package eval

// heuristic is the number of one of the 22 heuristics.
type heuristic int

// The heuristics in the order in which they are printed. WC92 section 3.2 says how many
// heuristics there are, but not which.
const (
	men heuristic = iota
	kings
	tempo
	backRow
	bridge
	doubleCorner
	dogHole
	centreMen
	runningMen
	safeMoves
	blockedMen
	supportedMen
	exposedPieces
	tiedMen
	lopsidedMen
	kingMoves
	trappedKings
	centreKings
	refuge
	hunt
	theMove
	turn
	heuristics // the number of heuristics
)

// Heuristic is the name of a heuristic, and a sentence that says what the heuristic counts for one side.
type Heuristic struct {
	Name string
	Sees string // what it counts
}

// Heuristics returns the 22 heuristics in the order of Explanation.Terms.
func Heuristics() []Heuristic {
	list := descriptions
	return list[:]
}

var descriptions = [heuristics]Heuristic{
	men:           {"men", "Men on the board."},
	kings:         {"kings", "Kings on the board."},
	tempo:         {"tempo", "Rows that the men have advanced from their back row."},
	backRow:       {"back row", "Men at home on the back row, where they keep the enemy from crowning."},
	bridge:        {"bridge", "The bridge: two men on the back row (1 and 3, or 30 and 32) that guard it alone."},
	doubleCorner:  {"double corner", "Men at home in the own double corner (1 and 5, or 28 and 32)."},
	dogHole:       {"dog hole", "A man in the dog hole (28, or 5 for White), shut in by an enemy man in the corner behind it."},
	centreMen:     {"centre men", "Men on the eight squares of the centre."},
	runningMen:    {"running men", "Men that crown unopposed within three moves: 5, 4 or 3 each for one, two or three moves to go."},
	safeMoves:     {"safe moves", "Quiet moves of men after which the moved man cannot be taken for nothing: mobility that survives exchange."},
	blockedMen:    {"blocked men", "Men with a piece or the board's edge on every square before them."},
	supportedMen:  {"supported men", "Men with an own piece diagonally behind them."},
	exposedPieces: {"exposed pieces", "Pieces that the enemy could take for nothing if it were his turn."},
	tiedMen:       {"tied men", "Men without a safe move on a wing where fewer enemy men hold them."},
	lopsidedMen:   {"lopsided men", "Difference between the men on the left and on the right wing, whichever has more."},
	kingMoves:     {"king moves", "Moves of kings after which the king cannot be taken for nothing."},
	trappedKings:  {"trapped kings", "Kings without a safe move."},
	centreKings:   {"centre kings", "Kings on the eight squares of the centre."},
	refuge:        {"refuge", "Kings of an outnumbered side in either double corner."},
	hunt:          {"hunt", "Nearness of the stronger side's kings to enemy kings: 3, 2 or 1 for each king one, two or three steps away."},
	theMove:       {"the move", "Having the move (the opposition) with even pieces: the last word when both sides run out of free moves."},
	turn:          {"turn", "Being the side to move."},
}

// counts holds the count of each heuristic.
type counts [heuristics]int32

// take sets c to the counts for a view. Features.Take and Explain use it. Evaluate uses view.sum, which is faster.
func (c *counts) take(v *view, by *counter) {
	c[men] = v.men(by)
	c[tempo] = v.tempo(by)
	c[backRow] = by.count(v.backRow())
	c[bridge] = by.count(v.bridge())
	c[doubleCorner] = by.count(v.doubleCorner())
	c[dogHole] = by.count(v.dogHole())
	c[centreMen] = by.count(v.centreMen())
	c[runningMen] = v.runningMen(by)
	c[safeMoves] = v.safeMoves(by)
	c[blockedMen] = by.count(v.blockedMen())
	c[supportedMen] = by.count(v.supportedMen())
	c[exposedPieces] = by.count(v.exposedPieces())
	c[tiedMen] = by.count(v.tiedMen())
	c[lopsidedMen] = v.lopsidedMen(by)
	c[theMove] = v.theMove(by)
	c[turn] = v.turn(by)
	if v.ownKings == 0 { // neither side has a king
		return
	}
	steps := v.kingSteps()
	c[kings] = by.count(v.kings())
	c[kingMoves] = steps.moves(by)
	c[trappedKings] = by.count(steps.trapped(v.ownKings))
	c[centreKings] = by.count(v.centreKings())
	c[refuge] = by.count(v.refuge())
	c[hunt] = v.hunt(by)
}
