package terms

import (
	"fmt"
	"strconv"
	"strings"

	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/render/words"
)

// A pace as a word of a challenge: "pace=live", "pace=3d", "pace=none".
const (
	WordPace = "pace="
	liveWord = "live"
	noneWord = "none"
	mostDays = 14 // the slowest pace
)

// PaceWord returns the pace as a word of a challenge.
func PaceWord(p match.Pace) string {
	switch p {
	case match.NoPace:
		return WordPace + noneWord
	case match.LivePace:
		return WordPace + liveWord
	}
	return fmt.Sprintf("%s%dd", WordPace, p.Days())
}

// parsePaceWord returns the pace that a word of a challenge names.
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
	return match.Pace(days) * match.DayPace, err == nil && days >= 1 && days <= mostDays
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

// spokenPace returns the pace as people type it.
func spokenPace(p match.Pace, w *words.Tongue) string {
	if days := p.Days(); days > 0 {
		return w.Count("pace.typed", days)
	}
	return speech.Spoken(PaceWord(p), w)
}

// ParsePace parses a pace that is typed alone. The error is a refusal.
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
