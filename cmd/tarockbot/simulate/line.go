package main

import (
	"slices"
	"strconv"
	"strings"
)

// firstWord returns the first word of the line.
func firstWord(line string) string {
	word, _, _ := strings.Cut(line, " ")
	return word
}

// parseMove reads a line of the form "VERB TABLE STEP …", where STEP is the number of a seat's step. ok is false if the line
// has another form or none of the verbs.
func parseMove(line string, verbs ...string) (table string, seatStep int, ok bool) {
	words := strings.Fields(line)
	if len(words) < 3 || !slices.Contains(verbs, words[0]) {
		return "", 0, false
	}
	seatStep, err := strconv.Atoi(words[2])
	return words[1], seatStep, err == nil
}
