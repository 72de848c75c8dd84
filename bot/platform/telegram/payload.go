package telegram

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// startWord is a word that a link to the private chat may carry, and its command.
type startWord struct{ word, command, arg string }

// startWords are all of them. Links are made by other people, so they can say nothing else.
var startWords = []startWord{
	{"join", "accept", anyArg}, {"hand", "hand", anyArg}, {"games", "games", ""}, {"learn", "learn", anyArg},
	{"rules", "rules", anyArgs},
	{"help", "help", ""}, {"challenge", "challenge", argThere}, {"leaderboard", "leaderboard", ""},
	{"start", "start", ""}, {"start", "now", ""}, // the word is read as the first
	{"history", "history", ""}, {"replay", "replay", anyArg}, {"profile", "profile", ""}, {"link", "link", ""},
	{"practice", "practice", ""},
}

// The arguments that may follow a word of a link.
const (
	anyArg   = "*"
	anyArgs  = "**"    // several, separated by "_"
	argThere = "there" // the challenge is for the group where the person requested it
)

// addedToGroup is the payload of a link that adds the bot to a group. The bot then greets anyway.
const addedToGroup = "true"

// lineOfPayload returns the line that a link's payload asks for. An unknown payload asks for the greeting.
func lineOfPayload(payload string) string {
	word, arg, _ := strings.Cut(payload, "_")
	if i := slices.IndexFunc(startWords, func(s startWord) bool { return s.word == word }); i >= 0 {
		return startWords[i].line(arg)
	}
	return "start"
}

// line returns the line of a payload with the argument. It leaves out one that doesn't fit.
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

// payloadForm is the form of the payloads that Telegram accepts.
var payloadForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// payload returns the payload of a link that says the line in private. A line that no link may say becomes
// the greeting.
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

// payload returns the payload of a line with the arguments. It leaves out those that don't fit.
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
