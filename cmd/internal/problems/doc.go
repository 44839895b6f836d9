// Package problems makes problems from games, with a proof and a rating for each. There are three sorts (suite.Claim): value, where one move
// alone keeps a win or a draw that the databases know or the proof solver proves; man, where one move alone wins a man by force; and save, where
// one move alone loses none, by a tree of all moves.
//
//	looks, err := problems.Make(ctx, problems.Work{Seed: 1, Games: 100, Weakest: 2, Nodes: 4000}, problems.NewPool(db, 2), "problems.jsonl", progress)
//	chosen, census := problems.Choose(looks, nil, problems.Quota{{Claim: suite.Man}: 1000})
//	rated, err := problems.Rated(db, chosen)
//	err = problems.Write(w, rated)
//
// The packages below it:
//
//	suite     files of problems, their claims and who has solved them
//	solve     runs an engine over suites, and compares two runs
//	shipped   the rated problems in the program
//	gain      what a move wins by force
//	training  lessons and the progress of a person
//
// It writes files of rated problems, which shelf site shows to a person and shelf farm makes on many hosts.
package problems
