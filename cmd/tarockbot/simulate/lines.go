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

// moveVerbs begin the lines of moves: do makes a move; confirm makes the move of a choice.
var moveVerbs = []string{"do", "confirm"}

// moveLine is what a line of the form "VERB TABLE STEP …" says of a move.
type moveLine struct {
	table string
	step  int // step of the player's seat
}

// parseMove reads the line of a move. ok is false if the line has another form or verb.
func parseMove(line string) (m moveLine, ok bool) {
	words := strings.Fields(line)
	if len(words) < 3 || !slices.Contains(moveVerbs, words[0]) {
		return m, false
	}
	step, err := strconv.Atoi(words[2])
	return moveLine{words[1], step}, err == nil
}

// isForget reports whether the line asks the bot to forget its sender, with their consent.
func isForget(line string) bool {
	return firstWord(line) == "forget" && strings.HasSuffix(line, " yes")
}
