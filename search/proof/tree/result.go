package tree

// Result is what a worker found for an item. Like an Item it is complete in itself.
type Result struct {
	Item        Item   `json:"item"`
	Sequence    uint64 `json:"sequence"` // the place in the queue's stream of results, from 1; see Queue
	Worker      string `json:"worker"`
	Answer      Answer `json:"answer"`
	Method      string `json:"method,omitempty"` // how the answer was found
	Nodes       uint64 `json:"nodes"`
	Score       int16  `json:"score"`                 // of the engine for the attacker, in hundredths of a man
	King        bool   `json:"king"`                  // the engine's line ends with a king on the board
	Line        string `json:"line,omitempty"`        // the engine's best line
	Certificate []byte `json:"certificate,omitempty"` // with an answer: as certificate.Encode writes it

	Failed string `json:"failed,omitempty"` // why the worker could not work on the item, such as a stack
	Final  bool   `json:"final,omitempty"`  // with Failed: the queue has given the item to workers often enough
}
