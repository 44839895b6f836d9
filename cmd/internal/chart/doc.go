// Package chart draws pictures of lines over a common axis: how a match went, how
// many problems are solved by when, how an evaluation moved.
//
//	c := chart.Chart{
//		Title: "A against B", X: "games", Y: "score",
//		Series: []chart.Series{{Name: "A", X: games, Y: score, Low: low, High: high}},
//	}
//	if err := chart.Format(path); err != nil { ... } // before hours of work
//	...
//	err := c.Save(path)
package chart
