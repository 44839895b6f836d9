package eval

// weightTable is the weights of each heuristic in each phase, in hundredths of a
// man for one of what the heuristic counts, before later phases are scaled down.
type weightTable [heuristics][phases]Weight

// phaseWeights is the weights in use: set by hand, moved towards a logistic
// regression on the results of fast games of the evaluation against itself, and
// kept because they won their matches.
var phaseWeights = weightTable{
	// in the   opening, middlegame, early and late endgame
	men:           {100, 100, 100, 100},
	kings:         {130, 130, 130, 130},
	tempo:         {-2, -4, -3, 1}, // who has moves in hand stands better, until men run
	backRow:       {14, 13, 3, -5}, // a guard that stays too long does not help to win
	bridge:        {5, 10, 16, 14},
	doubleCorner:  {-4, 1, 3, 6},
	dogHole:       {-6, -8, -10, -12},
	centreMen:     {4, 2, -2, 0},
	runningMen:    {6, 6, 6, 5},
	safeMoves:     {0, 5, 8, 8},
	blockedMen:    {0, 1, 4, 0}, // beside their lost moves, which are counted already
	supportedMen:  {0, 4, 1, 0},
	exposedPieces: {-20, -28, -28, -15},
	tiedMen:       {-1, -1, -2, -2},
	lopsidedMen:   {-8, -6, -4, -1},
	kingMoves:     {6, 6, 3, 3},
	trappedKings:  {-30, -30, -35, -45},
	centreKings:   {3, 3, 2, 3},
	refuge:        {10, 15, 25, 35},
	hunt:          {0, 1, 2, 2},
	theMove:       {2, 2, 5, 4},
	turn:          {1, 1, 3, 2},
}
