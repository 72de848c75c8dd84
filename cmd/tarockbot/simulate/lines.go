package main

import (
	"slices"
	"strconv"
	"strings"
)

func firstWord(line string) string {
	word, _, _ := strings.Cut(line, " ")
	return word
}

var moveVerbs = []string{"do", "confirm"}

// moveLine is the beginning of a move's line, "VERB TABLE STEP …".
type moveLine struct {
	table string
	step  int
}

func parseMove(line string) (m moveLine, ok bool) {
	words := strings.Fields(line)
	if len(words) < 3 || !slices.Contains(moveVerbs, words[0]) {
		return m, false
	}
	step, err := strconv.Atoi(words[2])
	return moveLine{words[1], step}, err == nil
}

func isForget(line string) bool {
	return firstWord(line) == "forget" && strings.HasSuffix(line, " yes")
}
