package main

// egdbCommand holds the commands for endgame databases.
type egdbCommand struct {
	Build   egdbBuildCommand   `cmd:"" help:"Build databases by retrograde analysis."`
	Verify  egdbVerifyCommand  `cmd:"" help:"Recompute every position of databases from its successors."`
	Stats   egdbStatsCommand   `cmd:"" help:"Count wins, losses and draws of every slice."`
	Probe   egdbProbeCommand   `cmd:"" help:"Print the value of positions."`
	Longest egdbLongestCommand `cmd:"" help:"Print the longest win and loss of every slice."`
	Line    egdbLineCommand    `cmd:"" help:"Print perfect play from a position to its end, or judge a line."`
	Bench   egdbBenchCommand   `cmd:"" help:"Measure how fast positions are answered."`
}
