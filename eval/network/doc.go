// Package network evaluates a position with a small neural network. The network sees the pieces of a position twice,
// as Black and as White sees them, with the same weights. All arithmetic is with integers, so that the score of a
// position is the same on every CPU.
//
// A [Network] never changes and gives the search its scores, and [Network.Fork] gives the same scores faster to one
// goroutine. [Weights] are the same network with fractions, for a program that learns them:
//
//	n, p := network.BuiltIn(), board.Start()
//	fmt.Println(n.Evaluate(p))
//
// Only quiet positions have a useful evaluation: the search plays out all captures before it evaluates.
package network
