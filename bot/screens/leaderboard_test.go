package screens_test

import (
	"testing"
	"time"

	"tarockbot/bot/people/standing"
	"tarockbot/bot/screens"
	"tarockbot/engine"
	"tarockbot/engine/rating"
)

func TestLeaderboard(t *testing.T) {
	t.Parallel()
	anna := screens.Place{Rank: 1, Name: "Anna", ID: "1a2b", Rating: 1712, Score: standing.Tally{Matches: 12, Won: 8, Points: 96}}
	bert := screens.Place{Rank: 2, Name: "Bert", ID: "3c4d", Rating: 1640, Mine: true, Score: standing.Tally{Matches: 10, Won: 5, Drawn: 1, Points: -7}}
	carl := screens.Place{Rank: 11, Name: "Carl", ID: "5e6f", Rating: 1498, Provisional: true, Score: standing.Tally{Matches: 1, Points: 0}}
	rest := screens.Place{Rank: 42, Name: "Bert", ID: "3c4d", Rating: 1200, Mine: true, Score: standing.Tally{Matches: 3}}
	checkPages(t, "leaderboard",
		pageCase{"private, one page", screens.Leaderboard{Game: "kosakeln", Kind: screens.WordRating, Places: []screens.Place{anna, bert}}.Screen},
		pageCase{"in a chat, a page between others, with the reader further down",
			screens.Leaderboard{
				Game: "kosakeln", Kind: screens.WordRating, Scoped: true, Here: true, Places: []screens.Place{anna},
				Pages: screens.Pages{Before: "LESS", After: "MORE"}, OwnPlaces: []screens.Place{carl, rest},
			}.Screen},
		pageCase{"points everywhere, for an unlisted reader in a chat",
			screens.Leaderboard{
				Game: "illustrated", Kind: screens.WordPoints, Scoped: true, Places: []screens.Place{anna, carl},
				Pages: screens.Pages{After: "MORE"}, UnlistedRank: 7,
			}.Screen},
		pageCase{"an empty week", screens.Leaderboard{Game: "strohmandeln", Kind: screens.WordWeek}.Screen},
	)
}

func TestProfile(t *testing.T) {
	t.Parallel()
	day := time.Date(2026, 10, 3, 21, 30, 0, 0, time.UTC)
	anna := screens.Profile{Name: "Anna", Game: "kosakeln", Zone: time.FixedZone("", 3*60*60), Career: standing.Career{
		Rating: rating.Rating{Points: 1712000, Deviation: 70000}, RatedMatches: 12, Rank: 3,
		Totals: standing.Tally{Matches: 12, Won: 8, Drawn: 1, Points: 96},
		Stats: standing.PlayStats{
			Deals: 50, Thirds: 5275, Left: 1, TimedOut: 2, Best: 1731,
			Contracts: map[engine.Word]standing.Attempts{
				engine.Solo: {Made: 2, Won: 2}, engine.Dreiblatt: {Made: 7, Won: 3}, engine.Einblatt: {Made: 2, Won: 1}, engine.Zweiblatt: {Made: 1, Won: 1},
			},
			Announced: map[engine.Word]standing.Attempts{engine.Pagat: {Made: 4, Won: 2}},
			Curve:     []standing.RatedAt{{At: day, Points: 1650, Deviation: 90}, {At: day.AddDate(0, 0, 7), Points: 1712, Deviation: 70}},
		},
	}}
	bert := anna
	bert.Name, bert.Mention, bert.Against = "Bert", "@bert", standing.Tally{Matches: 3, Won: 1, Points: -12}
	hidden := screens.Profile{Name: "Carl", Game: "illustrated", Hidden: true, Career: standing.Career{
		Rating: rating.Rating{Points: 1498000, Deviation: 300000}, RatedMatches: 1, Rank: 70, Totals: standing.Tally{Matches: 1},
	}}
	checkPages(t, "profile",
		pageCase{"one's own, in words", withoutPictures(anna.Screen)},
		pageCase{"another's, with a picture", withPictures(t, bert.Screen)},
		pageCase{"one's own, hidden from others", withoutPictures(hidden.Screen)},
		pageCase{"before the first match", withPictures(t, screens.Profile{Name: "Dora", Game: "strohmandeln"}.Screen)},
		pageCase{"another's, unlisted", screens.HiddenProfile{
			Name: "Carl", Mention: "@carl", Against: map[string]standing.Tally{"strohmandeln": {Matches: 2, Won: 2, Points: 9}},
		}.Screen},
	)
}
