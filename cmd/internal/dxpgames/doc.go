// Package dxpgames prints and keeps the games that are played against another program over a network.
package dxpgames
