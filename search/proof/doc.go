// Package proof proves the values of positions by forward search: win, draw or loss under best play, where a
// repetition wins for nobody and there is no move rule. docs/proofs.md describes the parts.
//
// A Solver answers one question: can the attacker force a win? An answer never rests on the line that led to a
// position, so it holds after every history of the game. "Yes" has a finite ranking behind it, and "no" a closed set of
// positions in which the defender can stay (docs/proofs.md, section "The solver"). Each answer comes with a certificate
// that a reader can check without a search.
//
//	solver := proof.NewSolver(library, certificate.Leaves{Pieces: 6}, proof.Options{})
//	result := solver.Solve(ctx, certificate.Question{Position: p, Attacker: board.Black}, 1_000_000)
//	fmt.Println(result.Answer, result.Nodes, result.Method)
//
// Inside the package the attacker is Black: a question with White as the attacker is turned first. Positions with
// Black to move are "or" nodes, positions with White to move "and" nodes.
package proof
