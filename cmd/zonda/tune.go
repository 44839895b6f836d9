package main

// tuneCommand holds the tools that make the weights of the evaluation.
type tuneCommand struct {
	Selfplay selfplayCommand `cmd:"" help:"Play games and keep their quiet positions with what became of them."`
	Fit      fitCommand      `cmd:"" help:"Learn weights from samples."`
}
