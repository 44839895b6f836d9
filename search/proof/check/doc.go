// Package check verifies certificates of proofs without a search. It takes the rules from package reference, which shares
// nothing with the move generator of the engine, and the values of small positions from the endgame databases. It needs
// nothing else of the engine: a certificate is right if each of its entries is. docs/proofs.md says why that is enough.
package check
