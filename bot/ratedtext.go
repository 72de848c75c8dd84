package bot

import (
	"strings"

	"tarockbot/bot/pages"
	"tarockbot/bot/standing"
	"tarockbot/render"
	"tarockbot/render/words"
)

// ratedLines tell how the match has changed the ratings, or why it hasn't.
func (t view) ratedLines(names []string, w *words.Tongue) []Line {
	if t.WithRobot() {
		return nil
	}
	if t.Unrated != "" {
		return []Line{{{Text: t.unratedText(w), Style: Dim}}}
	}
	var changes []string
	for s, x := range t.Ratings {
		changes = append(changes, w.Say("outcome.rating", "Name", names[s], "After", pages.RatingText(x.After, x.Provisional), "Change", render.Signed(x.After-x.Before)))
	}
	if len(changes) == 0 {
		return nil
	}
	return []Line{{{Text: w.Say("outcome.ratings", "Changes", strings.Join(changes, " · "))}}}
}

// unratedText says why the match isn't rated.
func (t view) unratedText(w *words.Tongue) string {
	most := standing.RatedMeetings
	if t.Unrated == standing.UnratedNew {
		most = standing.RatedFirst
	}
	return w.Say("unrated."+t.Unrated, "Max", most)
}
