package terms

import (
	"fmt"
	"strconv"
	"strings"

	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/render/words"
)

// WordPace begins words such as "pace=live", "pace=3d" and "pace=none".
const (
	WordPace = "pace="
	liveWord = "live"
	noneWord = "none"
	maxDays  = 14 // the slowest pace
)

// PaceWord returns the pace's word.
func PaceWord(p match.Pace) string {
	switch p {
	case match.NoPace:
		return WordPace + noneWord
	case match.LivePace:
		return WordPace + liveWord
	}
	return fmt.Sprintf("%s%dd", WordPace, p.Days())
}

func parsePaceWord(word string) (p match.Pace, ok bool) {
	value, is := strings.CutPrefix(word, WordPace)
	switch {
	case !is:
		return 0, false
	case value == noneWord:
		return match.NoPace, true
	case value == liveWord:
		return match.LivePace, true
	}
	days, err := strconv.Atoi(strings.TrimSuffix(value, "d"))
	return match.Pace(days) * match.DayPace, err == nil && days >= 1 && days <= maxDays
}

// PaceText returns the pace as screens show it.
func PaceText(p match.Pace, w *words.Tongue) string {
	switch p {
	case match.NoPace:
		return w.Say("pace.none")
	case match.LivePace:
		return w.Say("pace.live", "Minutes", int(match.LivePace))
	}
	return w.Count("pace.days", p.Days())
}

func spokenPace(p match.Pace, w *words.Tongue) string {
	if days := p.Days(); days > 0 {
		return w.Count("pace.typed", days)
	}
	return speech.UsualPhrase(PaceWord(p), w)
}

// ParsePace parses a lone pace. Errors are refusals.
func ParsePace(all speech.Phrases, args []string) (match.Pace, error) {
	word := strings.ToLower(WordPace + strings.Join(args, ""))
	if said, n := all.Longest(args); n == len(args) && strings.HasPrefix(said, WordPace) {
		word = said
	}
	if p, ok := parsePaceWord(word); ok {
		return p, nil
	}
	return 0, noSuchPace(strings.Join(args, " "))
}
