// Package prooftree grows proof trees for the command "zonda prove serve", and answers questions about their stores.
package prooftree
