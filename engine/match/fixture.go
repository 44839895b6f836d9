package match

// Fixture is a game that a plan provides for.
type Fixture struct {
	Number       int // 1 for the first; it does not depend on how many games there are
	Round        int // 0 for the first opening played; both games of a pair share it
	Pairing      int // index into Pairings
	Black, White int // indices of engines
}

// pair is the number of games that two engines play with one opening.
const pair = 2

// Fixture returns game number n, 1 or more. An opening is played by all pairings, twice
// each, before the next one begins, so that a match cut short is still fair.
func (p *Plan) Fixture(n int) Fixture {
	pairings := p.Pairings()
	i := n - 1
	f := Fixture{Number: n, Round: i / (pair * len(pairings)), Pairing: i / pair % len(pairings)}
	f.Black, f.White = pairings[f.Pairing][0], pairings[f.Pairing][1]
	if i%pair == 1 {
		f.Black, f.White = f.White, f.Black
	}
	return f
}

// Fixtures returns all games in their order. Of an odd number of games the last opening
// is played once by each pairing.
func (p *Plan) Fixtures() (fixtures []Fixture) {
	pairings := len(p.Pairings())
	rounds := (p.Games + 1) / pair
	for n := 1; n <= rounds*pair*pairings; n++ {
		if once := p.Games%pair == 1 && (n-1)/(pair*pairings) == rounds-1; once && (n-1)%pair == 1 {
			continue
		}
		fixtures = append(fixtures, p.Fixture(n))
	}
	return fixtures
}
