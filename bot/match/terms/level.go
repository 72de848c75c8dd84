package terms

import (
	"cmp"
	"slices"
	"strings"

	"tarockbot/bot/chat/speech"
	"tarockbot/bot/support/seq"
	"tarockbot/engine/robot"
	"tarockbot/render/words"
)

// wordLevel begins the computer's level as a word of a challenge: "level=strong". The computer then gets a chair.
const wordLevel = "level="

// LevelWord returns the level as a word of a challenge.
func LevelWord(l robot.Level) string { return wordLevel + string(l) }

// levelWords returns the words of all levels.
func levelWords() []string { return seq.Map(robot.Levels(), LevelWord) }

// parseLevelWord returns the level that a word of a challenge names; "" if it names none.
func parseLevelWord(word string) robot.Level {
	name, is := strings.CutPrefix(word, wordLevel)
	if l := robot.Level(name); is && slices.Contains(robot.Levels(), l) {
		return l
	}
	return ""
}

// ParseLevel parses a level of the computer that is typed alone. The error is a refusal.
func ParseLevel(all speech.Phrases, args []string, w *words.Tongue) (robot.Level, error) {
	word, n := all.Longest(args)
	if l := cmp.Or(parseLevelWord(word), parseLevelWord(wordLevel+word)); l != "" && n == len(args) {
		return l, nil
	}
	return "", noValue(strings.Join(args, " "), levelWords(), w)
}
