// Package solve searches suites of problem positions and says which the engine
// solves.
//
//	suite, err := solve.ReadCSV("problems.csv", file)
//	...
//	report, err := solve.Run(ctx, suite.Problems, solve.Settings{MoveTime: time.Second}, print)
package solve
