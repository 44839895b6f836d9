//go:build js && !embedded

package eval

var builtIn *Weights

// Install gives the program its weights: a program in a page has none of its own. No search may run meanwhile. With an
// error nothing is changed.
func Install(data []byte) error {
	w, err := ParseWeights(data)
	if err == nil {
		builtIn = w
	}
	return err
}

// BuiltIn returns the weights that Install has read, nil before.
func BuiltIn() *Weights { return builtIn }
