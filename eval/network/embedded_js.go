//go:build js && !embedded

package network

var builtIn *Network

// Install gives the program its network: a program in a page has none of its own, and needs it before its first engine.
func Install(data []byte) error {
	n, err := Parse(data)
	if err == nil {
		builtIn = n
	}
	return err
}

// BuiltIn returns the network that Install has read. It panics before.
func BuiltIn() *Network {
	if builtIn == nil {
		panic("the page has given no network")
	}
	return builtIn
}
