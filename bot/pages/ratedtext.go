package pages

import (
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/standing"
	"tarockbot/render"
	"tarockbot/render/words"
)

// ratedLines tell how the match has changed the ratings, or why it hasn't.
func (t View) ratedLines(names []string, w *words.Tongue) []chat.Line {
	if t.Chairs.WithRobot() {
		return nil
	}
	if t.Unrated != "" {
		return []chat.Line{{{Text: unratedText(t.Table, w), Style: chat.Dim}}}
	}
	var changes []string
	for s, x := range t.Ratings {
		changes = append(changes, w.Say("outcome.rating", "Name", names[s], "After", ratingText(x.After, x.Provisional), "Change", render.Signed(x.After-x.Before)))
	}
	if len(changes) == 0 {
		return nil
	}
	return []chat.Line{{{Text: w.Say("outcome.ratings", "Changes", strings.Join(changes, " · "))}}}
}

// unratedText says why the match isn't rated.
func unratedText(t *match.Table, w *words.Tongue) string {
	most := standing.RatedMeetings
	if t.Unrated == standing.UnratedNew {
		most = standing.RatedFirst
	}
	return w.Say("unrated."+t.Unrated, "Max", most)
}
