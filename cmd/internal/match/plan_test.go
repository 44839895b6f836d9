package match

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/protocol/client"
)

// Every pairing plays every opening of its games once with each colour, in the order of the suite.
func TestSchedule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &Plan{
			Engines:    make([]client.Spec, rapid.IntRange(2, 5).Draw(t, "engines")),
			Conditions: Conditions{Gauntlet: rapid.Bool().Draw(t, "gauntlet")},
			Openings:   make([]openings.Opening, rapid.IntRange(1, 4).Draw(t, "openings")),
			Games:      rapid.IntRange(1, 11).Draw(t, "games"),
		}
		games := p.Schedule()
		require.Len(t, games, p.Total())
		type meeting struct{ pairing, round, black int }
		seen := map[meeting]bool{}
		number, round := 0, 0
		for _, f := range games {
			require.Greater(t, f.Number, number)
			require.GreaterOrEqual(t, f.Round, round)
			number, round = f.Number, f.Round
			require.Equal(t, f, p.Scheduled(f.Number))
			pairing := p.Pairings()[f.Pairing]
			require.ElementsMatch(t, pairing[:], []int{f.Black, f.White})
			require.NotEqual(t, f.Black, f.White)
			at := meeting{f.Pairing, f.Round, f.Black}
			require.False(t, seen[at])
			seen[at] = true
		}
		for i, pairing := range p.Pairings() {
			for g := range p.Games {
				require.True(t, seen[meeting{i, g / 2, pairing[g%2]}], "pairing %d, game %d", i, g)
			}
		}
	})
}

// More games on resuming must not change which games the first ones are.
func TestScheduleDoesNotDependOnTheNumberOfGames(t *testing.T) {
	p := &Plan{Engines: make([]client.Spec, 3), Openings: make([]openings.Opening, 2), Games: 3}
	some := p.Schedule()
	p.Games = 8
	require.Subset(t, p.Schedule(), some)
}

func TestPairings(t *testing.T) {
	p := &Plan{Engines: make([]client.Spec, 3)}
	require.Equal(t, [][2]int{{0, 1}, {0, 2}, {1, 2}}, p.Pairings())
	p.Gauntlet = true
	require.Equal(t, [][2]int{{0, 1}, {0, 2}}, p.Pairings())
	p.Engines, p.Seeds = make([]client.Spec, 4), 2
	require.Equal(t, [][2]int{{0, 2}, {0, 3}, {1, 2}, {1, 3}}, p.Pairings())
}

func TestValidate(t *testing.T) {
	for want, change := range map[string]func(*Plan){
		"two engines at least":                        func(p *Plan) { p.Engines = p.Engines[:1] },
		"seeds 2: of 2 engines none is left":          func(p *Plan) { p.Gauntlet, p.Seeds = true, 2 },
		"needs openings":                              func(p *Plan) { p.Openings = nil },
		"games 0":                                     func(p *Plan) { p.Games = 0 },
		`two engines are called "A"`:                  func(p *Plan) { p.Engines[1].Name = "A" },
		"engine 2 has no name":                        func(p *Plan) { p.Engines[1].Name = "" },
		"engine A has no limit":                       func(p *Plan) { p.Limits = client.Limits{} },
		"engine B: a limit is negative":               func(p *Plan) { p.Engines[1].Limits.Depth = -1 },
		"engine A: nodes and depth: only one of them": func(p *Plan) { p.Limits.Depth = 3 },
		"engine B: 1 nodes a move: an engine of Chec": func(p *Plan) { p.Engines[1].Protocol = client.CheckerBoard },
	} {
		p := planOf(t, 2, engineOf("A"), engineOf("B"))
		require.NoError(t, p.Validate())
		change(p)
		require.ErrorContains(t, p.Validate(), want)
	}
}

func TestOwnLimits(t *testing.T) {
	p := planOf(t, 2, engineOf("A"), engineOf("B"))
	p.Engines[1].Limits.MoveTime = 5
	require.Equal(t, client.Limits{Nodes: 1}, p.limits(0))
	require.Equal(t, client.Limits{MoveTime: 5}, p.limits(1))
	require.True(t, p.Timed())
	require.Equal(t, "1 nodes a move against 0.000005 ms a move", p.limitsText())
	p.Engines[1].Limits = client.Limits{}
	require.Equal(t, "1 nodes a move", p.limitsText())
	require.False(t, p.Timed())
}

// A record that is not of the plan is not taken for one that is.
func TestFits(t *testing.T) {
	p := planOf(t, 4, engineOf("A"), engineOf("B"))
	sound := Record{Game: 3, Opening: "002", Black: 0, White: 1, Result: "1-0"}
	require.NoError(t, p.Fits(sound))
	for i, change := range []func(*Record){
		func(r *Record) { r.Game = 0 },
		func(r *Record) { r.Game = 4 },
		func(r *Record) { r.Opening = "001" },
		func(r *Record) { r.Black, r.White = 1, 0 },
		func(r *Record) { r.Result = "*" },
		func(r *Record) { r.Result = "what" },
	} {
		r := sound
		change(&r)
		require.Error(t, p.Fits(r), fmt.Sprint(i))
	}
}
