package main

// egdbCommand is the endgame databases' workshop.
type egdbCommand struct {
	Build  egdbBuildCommand  `cmd:"" help:"Build databases by retrograde analysis."`
	Verify egdbVerifyCommand `cmd:"" help:"Recompute every position of databases from its successors."`
	Stats  egdbStatsCommand  `cmd:"" help:"Count wins, losses and draws of every slice."`
	Probe  egdbProbeCommand  `cmd:"" help:"Print the value of positions."`
	Bench  egdbBenchCommand  `cmd:"" help:"Measure how fast positions are answered."`
}
