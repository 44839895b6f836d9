package processor

import "time"

// begin is when the program began.
var begin = time.Now()
