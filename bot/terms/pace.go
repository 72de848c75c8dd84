package terms

import (
	"fmt"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/speech"
	"tarockbot/render/words"
)

// The pace as words of a challenge: "pace=live", "pace=3d", "pace=none".
const (
	WordPace = "pace="
	liveWord = "live"
	noneWord = "none"
)

// PaceWord is the pace as a word of a challenge.
func PaceWord(p match.Pace) string {
	switch p {
	case match.NoPace:
		return WordPace + noneWord
	case match.LivePace:
		return WordPace + liveWord
	}
	return fmt.Sprintf("%s%dd", WordPace, p.Days())
}

// paceCalled is the pace that the word of a challenge names.
func paceCalled(word string) (p match.Pace, ok bool) {
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
	return match.Pace(days) * match.DayPace, err == nil && days >= 1 && days <= match.MostDays
}

// PaceText says how long somebody has for a move.
func PaceText(p match.Pace, w *words.Tongue) string {
	switch p {
	case match.NoPace:
		return w.Say("pace.none")
	case match.LivePace:
		return w.Say("pace.live", "Minutes", int(match.LivePace))
	}
	return w.Count("pace.days", p.Days())
}

// spokenPace is the pace as people type it.
func spokenPace(p match.Pace, w *words.Tongue) string {
	if days := p.Days(); days > 0 {
		return w.Count("pace.typed", days)
	}
	return speech.Spoken(PaceWord(p), w)
}

// LearnPaces adds the paces of days and weeks that people type.
func LearnPaces(all speech.Phrases, w *words.Tongue) {
	for days := 1; days <= match.SaidDays; days++ {
		p := match.Pace(days) * match.DayPace
		all.Add(PaceWord(p), PaceText(p, w), spokenPace(p, w), fmt.Sprintf("%dd", days))
	}
	for weeks := 1; weeks <= match.SaidWeeks; weeks++ {
		p := match.Pace(weeks) * 7 * match.DayPace
		all.Add(PaceWord(p), w.Count("pace.weeks", weeks), fmt.Sprintf("%dw", weeks))
	}
}

// PaceTyped is the pace that people name by these words alone.
func PaceTyped(all speech.Phrases, args []string) (match.Pace, error) {
	word := strings.ToLower(WordPace + strings.Join(args, ""))
	if said, n := all.Longest(args); n == len(args) && strings.HasPrefix(said, WordPace) {
		word = said
	}
	if p, ok := paceCalled(word); ok {
		return p, nil
	}
	return 0, noSuchPace(strings.Join(args, " "))
}

// noSuchPace refuses a pace, and says which there are.
func noSuchPace(typed string) error {
	return chat.Refuse("no-pace", "Typed", speech.CleanName(typed), "Most", match.MostDays)
}

// SetPace completes the pace, if nobody has said one: with the computer alone there
// is none, for nobody waits; among people it is the usual one.
func (t *Terms) SetPace(usual match.Pace) {
	switch {
	case t.Paced:
	case t.Alone():
		t.Setup.Pace, t.Setup.Settle = match.NoPace, false
	default:
		t.Setup.Pace = usual
	}
}
