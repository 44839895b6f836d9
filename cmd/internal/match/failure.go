package match

// Failure is a game that an engine lost by its own fault.
type Failure struct {
	Game   int    `json:"game"`
	Engine string `json:"engine"`
	Kind   string `json:"kind"`
	Detail string `json:"detail"`
}
