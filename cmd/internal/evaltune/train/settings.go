package train

import (
	"fmt"
	"slices"
)

// Settings say how a network learns. Together with the samples and the first weights they determine the network.
type Settings struct {
	Hidden      int     `json:"hidden" help:"Columns of a view: 64, 128 or 256 (default: those of --from, or 256)." placeholder:"N"`
	Epochs      int     `json:"epochs" help:"Passes over the samples (default ${default})." default:"15" placeholder:"N"`
	Batch       int     `json:"batch" help:"Samples in a step (default ${default})." default:"16384" placeholder:"N"`
	Rate        float64 `json:"rate" help:"Rate of learning of the first step; it falls to one hundredth (default ${default})." default:"0.003" placeholder:"X"`
	ResultShare float64 `json:"result_share" help:"How much of the target is the game's result; the rest is the search's score (default ${default})." default:"0.5" placeholder:"X"`
	Seed        uint64  `json:"seed" help:"Decides the first weights and the order of the samples (default ${default})." default:"1" placeholder:"N"`
}

// Default returns the settings for a network from random weights. The network in the program was learned from an older
// one with 8 epochs and a rate of 0.002.
func Default() Settings {
	return Settings{Hidden: 256, Epochs: 15, Batch: 16384, Rate: 0.003, ResultShare: 0.5, Seed: 1}
}

// Limits of settings. With larger values nothing is learned.
const (
	maxEpochs = 1000
	maxBatch  = 1 << 24
	maxRate   = 1
)

// hiddenWidths are the numbers of columns that a network may learn with.
var hiddenWidths = []int{64, 128, 256}

// Check returns an error if nothing can be learned with the settings. It names the setting as the flag of the command.
func (s Settings) Check() error {
	switch {
	case !slices.Contains(hiddenWidths, s.Hidden):
		return fmt.Errorf("hidden %d is none of 64, 128 and 256", s.Hidden)
	case s.Epochs < 1 || s.Epochs > maxEpochs:
		return fmt.Errorf("epochs %d is not between 1 and %d", s.Epochs, maxEpochs)
	case s.Batch < 1 || s.Batch > maxBatch:
		return fmt.Errorf("batch %d is not between 1 and %d", s.Batch, maxBatch)
	case !(s.Rate > 0 && s.Rate <= maxRate):
		return fmt.Errorf("rate %v is not above 0 and at most %d", s.Rate, maxRate)
	case !(s.ResultShare >= 0 && s.ResultShare <= 1):
		return fmt.Errorf("result-share %v is not between 0 and 1", s.ResultShare)
	}
	return nil
}
