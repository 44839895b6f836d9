// Package crew does many independent pieces of work at the same time. Long work (games of self-play, games of a
// match, searches of a book) hands its pieces to a [Crew] and does not know who does them: the goroutines of this
// process ([Goroutines]), or other machines (package cmd/internal/work).
//
//	c := crew.Goroutines[int, string]{Number: 4, New: newWorker}
//	err := c.Do(ctx, crew.Pieces(1, 2, 3), func(piece int, result string) error {
//		fmt.Println(piece, result)
//		return nil
//	})
package crew
