package engine

// solverTable is the memory of the proof solver in MiB, which a page has to keep once it was used.
const solverTable = 32

// spare returns the size in MiB of the largest transposition table that a browser gives a page without harm. It does not
// tell how much memory the machine has.
func spare() (int, error) { return 256, nil }
