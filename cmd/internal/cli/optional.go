package cli

// Or returns the value of a flag, or another value if the flag was not given.
func Or[T any](flag *T, otherwise T) T {
	if flag == nil {
		return otherwise
	}
	return *flag
}
