// Package problems makes problems from games, with a proof and a rating for each. There are two sorts: in a value problem one move alone
// keeps a win or a draw that the databases know, and in a shot one move alone wins a man, by a tree of all moves.
//
//	looks, err := problems.Make(ctx, problems.Work{Seed: 1, Games: 100}, problems.NewCrew(db, 2), "problems.jsonl", progress)
//	chosen, census := problems.Choose(looks, problems.Quota{suite.Man: 1000, suite.Value: 1000})
//	err = problems.Write(w, db, chosen)
package problems
