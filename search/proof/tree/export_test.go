package tree

// WithoutSync makes the transactions of a test faster: they are not safe from a failure of the machine.
func (s *Store) WithoutSync() { s.db.NoSync, s.db.NoGrowSync = true, true }

// MaxSize bounds the file, as a full disk does.
func (s *Store) MaxSize(bytes int) { s.db.MaxSize, s.db.AllocSize = bytes, 0 }

// ClosedSets returns how many nodes of the graph are answered by a closed set.
func (m *Manager) ClosedSets() (count int) {
	for i := range m.graph.nodes {
		if m.graph.nodes[i].method == ClosedSet {
			count++
		}
	}
	return count
}
