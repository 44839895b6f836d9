// Package training says which problem a user gets next: by a rating, and by what has to come again because it was not known.
//
//	p, err := training.Open(name)
//	next, ok := p.Next(time.Now(), problems)
//	err = p.Add(training.Attempt{At: time.Now(), Card: next.ID, Score: training.Solved, Rating: next.Rating, Deviation: next.Deviation})
package training
