package main

// egdbCommand holds the commands for endgame databases.
type egdbCommand struct {
	Build   egdbBuildCommand   `cmd:"" help:"Build databases by retrograde analysis."`
	Verify  egdbVerifyCommand  `cmd:"" help:"Recompute every position of databases from its successors."`
	Stats   egdbStatsCommand   `cmd:"" help:"Count wins, losses and draws of every slice."`
	Probe   egdbProbeCommand   `cmd:"" help:"Print the value of positions."`
	Longest egdbLongestCommand `cmd:"" help:"Print the longest win and loss of every slice."`
	Line    egdbLineCommand    `cmd:"" help:"Print perfect play from a position to its end, or judge a line."`
	Table2  egdbTable2Command  `cmd:"" name:"table2" help:"Compare the longest wins and losses with the perfect-play paper's table."`
	Convert egdbConvertCommand `cmd:"" help:"Play won endings by values alone against a perfect defender."`
	Bench   egdbBenchCommand   `cmd:"" help:"Measure how fast positions are answered."`
}
