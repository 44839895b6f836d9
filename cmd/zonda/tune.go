package main

// tuneCommand holds the tools that make and judge the weights of the evaluation, and that tune the search.
type tuneCommand struct {
	Selfplay selfplayCommand `cmd:"" help:"Play games and keep their quiet positions with what became of them."`
	Fit      fitCommand      `cmd:"" help:"Learn weights from samples."`
	Train    trainCommand    `cmd:"" help:"Learn a network from samples."`
	Report   reportCommand   `cmd:"" help:"Say how well weights tell results: losses, calibration, what matters most."`
	Search   searchCommand   `cmd:"" help:"Tune the parameters of the search by games."`
}
