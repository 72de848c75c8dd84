package pages_test

import (
	"testing"
	"time"

	"tarockbot/bot/pages"
	"tarockbot/engine"
)

func TestProfile(t *testing.T) {
	t.Parallel()
	day := time.Date(2026, 10, 3, 21, 30, 0, 0, time.UTC)
	anna := pages.Profile{
		Name: "Anna", Game: "kosakeln", Rating: 1712, Rated: true, Rank: 3,
		Score: pages.Score{Matches: 12, Won: 8, Drawn: 1, Points: 96}, Deals: 50, Thirds: 5275,
		Contracts: []pages.Favourite{{engine.Solo, 2, 2}, {engine.Dreiblatt, 7, 3}, {engine.Einblatt, 2, 1}, {engine.Zweiblatt, 1, 1}},
		Announced: []pages.Favourite{{engine.Pagat, 4, 2}}, Left: 1, TimedOut: 2,
		Curve:        []pages.RatingAt{{At: day, Points: 1650, Deviation: 90}, {At: day.AddDate(0, 0, 7), Points: 1712, Deviation: 70}},
		RatedMatches: 12, Best: 1731,
	}
	bert := anna
	bert.Name, bert.Mention, bert.Against = "Bert", "@bert", pages.Score{Matches: 3, Won: 1, Points: -12}
	hidden := pages.Profile{Name: "Carl", Game: "illustrated", Rating: 1498, Rated: true, Provisional: true, Rank: 70, Hidden: true, Score: pages.Score{Matches: 1}}
	checkPages(t, "profile",
		pageCase{"one's own, in words", inWords(anna.Screen)},
		pageCase{"another's, with a picture", drawn(t, bert.Screen)},
		pageCase{"one's own that nobody else sees", inWords(hidden.Screen)},
		pageCase{"before the first match", drawn(t, pages.Profile{Name: "Dora", Game: "strohmandeln"}.Screen)},
		pageCase{"of somebody who isn't listed", pages.HiddenProfile{Name: "Carl", Mention: "@carl", Against: map[string]pages.Score{"strohmandeln": {Matches: 2, Won: 2, Points: 9}}}.Screen},
	)
}
