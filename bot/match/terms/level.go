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

// wordLevel begins "level=strong", which also gives the computer a chair.
const wordLevel = "level="

// LevelWord returns the level's word.
func LevelWord(l robot.Level) string { return wordLevel + string(l) }

func levelWords() []string { return seq.Map(robot.Levels(), LevelWord) }

func parseLevelWord(word string) robot.Level {
	name, is := strings.CutPrefix(word, wordLevel)
	if l := robot.Level(name); is && slices.Contains(robot.Levels(), l) {
		return l
	}
	return ""
}

// ParseLevel parses a lone level. Errors are refusals.
func ParseLevel(all speech.Phrases, args []string, w *words.Tongue) (robot.Level, error) {
	word, n := all.Longest(args)
	if l := cmp.Or(parseLevelWord(word), parseLevelWord(wordLevel+word)); l != "" && n == len(args) {
		return l, nil
	}
	return "", noValue(strings.Join(args, " "), levelWords(), w)
}
