package solve

import "github.com/zonda-checkers/zonda/cmd/internal/chart"

// NamedRun is a run with a name for the legend of a picture.
type NamedRun struct {
	Name string
	Run  *Record
}

// Plot draws for each run how many problems were solved after which time.
func Plot(path string, runs ...NamedRun) error {
	picture := chart.Chart{
		Title: "Solved by time", X: "time of a search (ms)", Y: "solved (%)",
		LogX: true, YMin: 0, YMax: 100,
	}
	for _, r := range runs {
		picture.Series = append(picture.Series, r.series())
	}
	return picture.Save(path)
}

// series returns the exact curve, drawn on to the limit.
func (r NamedRun) series() chart.Series {
	s := chart.Series{Name: r.Name, X: r.Run.Efforts(Time), Steps: true}
	for i := range s.X {
		s.Y = append(s.Y, percent(i+1, r.Run.Answered()))
	}
	if limit := r.Run.Conditions.Limit(Time); limit > 0 && (len(s.X) == 0 || limit > s.X[len(s.X)-1]) {
		s.X, s.Y = append(s.X, limit), append(s.Y, percent(len(s.Y), max(r.Run.Answered(), 1)))
	}
	return s
}
