package tree

import "math"

// noWindow is the last threshold: no score counts as an answer.
const noWindow = math.MaxInt

// thresholds are the windows of the iteration, in hundredths of a man (Schaeffer et al. 2007). Under a threshold h a
// score of h or more counts as yes, of -h or less as no. When the goal is settled that way, the next threshold follows,
// and more leaves are open.
var thresholds = [...]int{60, 100, 160, 240, 400, noWindow}
