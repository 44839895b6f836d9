// Package fake is a fake engine for tests of the match runner. The engine knows the rules, plays the
// first legal move, and misbehaves as its arguments say.
//
// A test runs its own binary as the engine:
//
//	func TestMain(m *testing.M) {
//		if fake.Asked() {
//			os.Exit(fake.Main(os.Args[2:]))
//		}
//		os.Exit(m.Run())
//	}
//
//	spec := client.Spec{Command: fake.Command("crash=3")}
//
// It speaks the project's text protocol or, with the argument hub, Hub. The other arguments follow;
// each may be given once. N is the number of a move, 1 for the first move that the process is asked
// for:
//
//	name=TEXT      what it calls itself, "fake" if not given
//	random=SEED    legal moves at random instead of the first
//	unscored       tells nothing but its moves (text protocol only)
//	expect         its principal variation goes on with the first reply that comes
//	nostart        says so on standard error and exits with 1 before it reads anything
//	silent         reads, but never says a word
//	refuse=OPTION  answers an error when this option is set; if it is "position", to
//	               every position
//	deaf           reads nothing more when a new game begins, and does not end by itself
//	crashnew       exits with 3 when a new game begins
//	crash=N        exits with 3 in place of move N, with a line on standard error
//	panic=N        dies in place of move N as a Go program does
//	leave=N        exits with 0 in place of move N
//	hang=N         never gives move N and ignores everything until its input ends
//	late=MS        takes MS milliseconds for every move, deaf to stop
//	late=N:MS      the same for move N only
//	illegal=N      move N is well-formed, but not legal
//	nonsense=N     move N is "banana"
//	none=N         move N is "none"
//	resign=N       move N is "resign"
//	flood=N        writes info lines without end in place of move N
//	longline=N     writes a line of 2 MiB before move N
//	hesitate       refuses every position (text protocol only) when it comes for the first time
//	twice          names every move two times
//	noise          lines of all sorts around its answers: empty ones, bytes that are not UTF-8,
//	               moves that nobody asked for, ends with CRLF
package fake
