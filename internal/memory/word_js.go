package memory

// Word is a word of memory. A page has one thread, and there a call of package atomic is a call of a function.
type Word struct{ value uint64 }

// Load returns the word.
func (w *Word) Load() uint64 { return w.value }

// Store sets the word.
func (w *Word) Store(value uint64) { w.value = value }
