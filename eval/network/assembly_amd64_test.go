package network

// assemblyWay returns the sum of the second layer in assembly, nil if the processor lacks instructions.
func assemblyWay() forward {
	if !accelerated {
		return nil
	}
	return (*table).forwardAssembly
}
