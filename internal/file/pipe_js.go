package file

// nonBlocking is no flag: a browser has no pipes.
const nonBlocking = 0
