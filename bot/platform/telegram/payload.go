package telegram

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// startWord is a word that links to the private chat may carry.
type startWord struct{ word, command, arg string }

// startWords lists all lines that links may carry. No other lines are allowed, because anybody can make a link.
var startWords = []startWord{
	{"join", "accept", anyArg}, {"hand", "hand", anyArg}, {"games", "games", ""}, {"learn", "learn", anyArg},
	{"rules", "rules", anyArgs},
	{"help", "help", ""}, {"challenge", "challenge", argThere}, {"leaderboard", "leaderboard", ""},
	{"start", "start", ""}, {"start", "now", ""}, // read as the first
	{"history", "history", ""}, {"replay", "replay", anyArg}, {"profile", "profile", ""}, {"link", "link", ""},
	{"practice", "practice", ""},
}

const (
	anyArg   = "*"
	anyArgs  = "**"    // several, separated by "_"
	argThere = "there" // for the group of the request
)

// addedToGroup marks an invitation. The bot greets groups anyway.
const addedToGroup = "true"

func lineOfPayload(payload string) string {
	word, arg, _ := strings.Cut(payload, "_")
	if i := slices.IndexFunc(startWords, func(s startWord) bool { return s.word == word }); i >= 0 {
		return startWords[i].line(arg)
	}
	return "start"
}

func (s startWord) line(arg string) string {
	switch {
	case arg == "":
	case s.arg == anyArgs:
		return s.command + " " + strings.ReplaceAll(arg, "_", " ")
	case s.arg == anyArg || s.arg == arg:
		return s.command + " " + arg
	}
	return s.command
}

var payloadForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// payload returns the greeting's payload if no link may carry the line.
func (l lexicon) payload(line string) string {
	words := strings.Fields(line)
	if len(words) == 0 {
		return "start"
	}
	command := cmp.Or(l.aliases[strings.ToLower(words[0])], words[0])
	if i := slices.IndexFunc(startWords, func(s startWord) bool { return s.command == command }); i >= 0 {
		return startWords[i].payload(words[1:])
	}
	return "start"
}

func (s startWord) payload(args []string) string {
	if s.arg == argThere {
		return s.word + "_" + argThere
	}
	fit := s.arg == anyArg && len(args) == 1 || s.arg == anyArgs && len(args) > 0
	if payload := s.word + "_" + strings.Join(args, "_"); fit && payloadForm.MatchString(payload) {
		return payload
	}
	return s.word
}
