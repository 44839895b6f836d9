// Package solve searches suites of problem positions, says which of them the engine solves and how long
// that takes, and compares two runs.
//
//	problems, err := suite.Read("problems.epd", file)
//	...
//	settings := solve.Settings{MoveTime: time.Second, Threads: 1, HashMiB: 64}
//	record := solve.NewRecord(settings, []suite.Suite{problems})
//	err := solve.Run(ctx, problems.Problems, settings, func(a solve.Attempt) { record.Add(a) })
//	...
//	comparison := solve.Compare(older, record)
package solve
