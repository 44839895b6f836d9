package page

import "strconv"

// Strength is a step of the ladder of strengths, one for each value of option Level.
type Strength struct {
	Level int    `json:"level"` // the value of the option
	Name  string `json:"name"`
	Elo   int    `json:"elo"` // above the weakest; full strength is stronger than that
}

// fullStrength is the value of option Level that limits nothing.
const fullStrength = 0

// setLevel gives the engine the strength of a game.
func (s *Session) setLevel(level int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if value := strconv.Itoa(level); value != s.engine.Option("Level") {
		s.end()
		return s.engine.SetOption("Level", value)
	}
	return nil
}

// steps are the levels 1 to 10 by names, and the Elo of each above the one before: docs/protocol.md has the matches in
// which they were measured.
var steps = [...]struct {
	name string
	elo  int
}{
	{"newcomer", 0}, {"beginner", 168}, {"casual player", 182}, {"keen player", 138}, {"club beginner", 173}, {"club player", 165},
	{"strong club player", 160}, {"tournament player", 179}, {"expert", 194}, {"master", 185},
}

// fullElo is the least Elo of full strength above the strongest level.
const fullElo = 200

// strengths returns the ladder, the weakest first and full strength last.
func strengths() (ladder []Strength) {
	elo := 0
	for i, s := range steps {
		elo += s.elo
		ladder = append(ladder, Strength{i + 1, s.name, elo})
	}
	return append(ladder, Strength{fullStrength, "full strength", elo + fullElo})
}
