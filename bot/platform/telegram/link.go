package telegram

import (
	"cmp"
	"regexp"
	"strings"
)

// startWords are the words that a link to the private chat may carry, and their commands. Links are made
// by other people, so they can say nothing else.
var startWords = []struct{ word, command, arg string }{
	{"join", "accept", anyArg}, {"hand", "hand", anyArg}, {"games", "games", ""}, {"learn", "learn", anyArg}, {"rules", "rules", anyArgs},
	{"help", "help", ""}, {"challenge", "challenge", argThere}, {"leaderboard", "leaderboard", ""},
	{"start", "start", ""}, {"start", "now", ""},
	{"history", "history", ""}, {"replay", "replay", anyArg}, {"profile", "profile", ""}, {"link", "link", ""}, {"practice", "practice", ""},
}

// The arguments that may follow a word of a link.
const (
	anyArg   = "*"
	anyArgs  = "**"    // several, separated by "_"
	argThere = "there" // the challenge is for the group where the person requested it
)

// lineOfPayload returns the line that a link's payload asks for. An unknown payload asks for the greeting.
func lineOfPayload(payload string) string {
	word, arg, _ := strings.Cut(payload, "_")
	for _, s := range startWords {
		switch {
		case s.word != word:
		case arg != "" && s.arg == anyArgs:
			return s.command + " " + strings.ReplaceAll(arg, "_", " ")
		case arg != "" && (s.arg == anyArg || s.arg == arg):
			return s.command + " " + arg
		default:
			return s.command
		}
	}
	return "start"
}

// payloadForm is the form of the payloads that Telegram accepts.
var payloadForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// payload returns the payload of a link that says the line in private. A line that no link may say becomes
// the greeting.
func (l lexicon) payload(line string) string {
	args := strings.Fields(line)
	if len(args) == 0 {
		return "start"
	}
	command := cmp.Or(l.aliases[strings.ToLower(args[0])], args[0])
	for _, s := range startWords {
		switch {
		case s.command != command:
		case s.arg == anyArg && len(args) == 2, s.arg == anyArgs && len(args) > 1:
			if payload := s.word + "_" + strings.Join(args[1:], "_"); payloadForm.MatchString(payload) {
				return payload
			}
			return s.word
		case s.arg == argThere:
			return s.word + "_" + argThere
		default:
			return s.word
		}
	}
	return "start"
}
