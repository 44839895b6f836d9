package match

// ScheduledGame is a game of a plan.
type ScheduledGame struct {
	Number       int // 1 for the first; it does not depend on how many games there are
	Round        int // 0 for the first opening played; both games of a pair share it
	Pairing      int // index into Pairings
	Black, White int // indices of engines
}

// GamesPerOpening is the number of games that two engines play with one opening.
const GamesPerOpening = 2

// Scheduled returns game number n, 1 or more. An opening is played by all pairings, twice
// each, before the next one begins, so that a match cut short is still fair.
func (p *Plan) Scheduled(n int) ScheduledGame {
	pairings := p.Pairings()
	i := n - 1
	f := ScheduledGame{Number: n, Round: i / (GamesPerOpening * len(pairings)), Pairing: i / GamesPerOpening % len(pairings)}
	f.Black, f.White = pairings[f.Pairing][0], pairings[f.Pairing][1]
	if i%GamesPerOpening == 1 {
		f.Black, f.White = f.White, f.Black
	}
	return f
}

// Schedule returns all games in their order. If the number of games is odd, each pairing plays the last
// opening only once.
func (p *Plan) Schedule() (games []ScheduledGame) {
	pairings := len(p.Pairings())
	rounds := (p.Games + 1) / GamesPerOpening
	for n := 1; n <= rounds*GamesPerOpening*pairings; n++ {
		if once := p.Games%GamesPerOpening == 1 && (n-1)/(GamesPerOpening*pairings) == rounds-1; once && (n-1)%GamesPerOpening == 1 {
			continue
		}
		games = append(games, p.Scheduled(n))
	}
	return games
}
