package screens

import (
	"strconv"

	"tarockbot/bot/match"
	"tarockbot/bot/people/standing"
	"tarockbot/render/describe"
	"tarockbot/render/words"
)

func ratingText(points int, provisional bool) string {
	return strconv.Itoa(points) + when(provisional, "?")
}

func ratingChange(x match.RatedSeat, w *words.Tongue, id string, gaps ...any) string {
	after, change := ratingText(x.After, x.Provisional), describe.Signed(x.After-x.Before)
	return w.Say(id, append(gaps, "Before", x.Before, "After", after, "Change", change)...)
}

func unratedText(why string, w *words.Tongue) string {
	most := either(why == string(standing.UnratedNew), standing.MaxProvisionalMatches, standing.MaxRatedMeetings)
	return w.Say("unrated."+why, "Max", most)
}

func scoreText(x standing.Tally, w *words.Tongue) string {
	return w.Count("leaderboard.line", x.Matches, "Points", describe.Signed(x.Points), "Won", x.Won) + drawnText(x, w)
}

func drawnText(x standing.Tally, w *words.Tongue) string {
	return when(x.Drawn > 0, w.Say("leaderboard.drawn", "Number", x.Drawn))
}
