// Package suite reads files of problems: positions with what is known of them.
//
//	problems, err := suite.Read("problems.epd", file)
package suite
