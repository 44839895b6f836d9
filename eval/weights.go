package eval

// weightTable is the weights of each heuristic in each phase, in hundredths of a
// man for one of what the heuristic counts, before later phases are scaled down.
type weightTable [heuristics][phases]Weight

// phaseWeights is the weights in use.
var phaseWeights = weightTable{
	//            opening middlegame early-endgame late-endgame
	men:           {100, 100, 100, 100},
	kings:         {130, 130, 135, 135},
	tempo:         {1, 1, 1, 2},
	backRow:       {3, 4, 3, 0},
	bridge:        {4, 6, 8, 4},
	doubleCorner:  {3, 3, 2, 0},
	dogHole:       {-6, -8, -10, -10},
	centreMen:     {3, 3, 2, 0},
	runningMen:    {5, 6, 7, 7},
	safeMoves:     {1, 2, 3, 3},
	blockedMen:    {0, -1, -2, -2},
	supportedMen:  {1, 1, 1, 0},
	exposedPieces: {-5, -5, -5, -5},
	tiedMen:       {-1, -3, -5, -5},
	lopsidedMen:   {-2, -2, -2, 0},
	kingMoves:     {2, 2, 3, 3},
	trappedKings:  {-40, -40, -40, -40},
	centreKings:   {2, 2, 4, 5},
	refuge:        {0, 0, 5, 15},
	hunt:          {0, 1, 2, 3},
	theMove:       {0, 1, 3, 4},
	turn:          {1, 1, 2, 2},
}
