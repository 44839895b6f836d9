// Package antibook is the room for positions to avoid, scored as lost where the search
// reaches them (WC92 section 3.4). No anti-book ships with this version.
package antibook
