package tree

import "github.com/zonda-checkers/zonda/search/proof"

// Result is what a worker found for an item. Like an Item it is complete in itself.
type Result struct {
	Item     Item   `json:"item"`
	Sequence uint64 `json:"sequence"` // the place in the queue's stream of results, from 1; see Queue
	Worker   string `json:"worker"`
	proof.Result

	Failed string `json:"failed,omitempty"` // why the worker could not work on the item, such as a stack
	Final  bool   `json:"final,omitempty"`  // with Failed: the queue has given the item to workers often enough
}
