package search

// word is a word of the table. A page has one thread, and there a call of package atomic is a call of a function.
type word struct{ value uint64 }

func (w *word) Load() uint64 { return w.value }

func (w *word) Store(value uint64) { w.value = value }
