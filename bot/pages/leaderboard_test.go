package pages_test

import (
	"testing"

	"tarockbot/bot/pages"
	"tarockbot/bot/standing"
)

func TestLeaderboard(t *testing.T) {
	t.Parallel()
	anna := pages.Place{Rank: 1, Name: "Anna", ID: "1a2b", Rating: 1712, Score: standing.Tally{Matches: 12, Won: 8, Points: 96}}
	bert := pages.Place{Rank: 2, Name: "Bert", ID: "3c4d", Rating: 1640, Mine: true, Score: standing.Tally{Matches: 10, Won: 5, Drawn: 1, Points: -7}}
	carl := pages.Place{Rank: 11, Name: "Carl", ID: "5e6f", Rating: 1498, Provisional: true, Score: standing.Tally{Matches: 1, Points: 0}}
	rest := pages.Place{Rank: 42, Name: "Bert", ID: "3c4d", Rating: 1200, Mine: true, Score: standing.Tally{Matches: 3}}
	checkPages(t, "leaderboard",
		pageCase{"private, one page", pages.Leaderboard{Game: "kosakeln", Kind: pages.WordRating, Places: []pages.Place{anna, bert}}.Screen},
		pageCase{"here, in the middle, the reader further down",
			pages.Leaderboard{Game: "kosakeln", Kind: pages.WordRating, Scoped: true, Here: true, Places: []pages.Place{anna}, Less: "LESS", More: "MORE", Own: []pages.Place{carl, rest}}.Screen},
		pageCase{"points everywhere, seen in a chat by somebody who isn't listed",
			pages.Leaderboard{Game: "illustrated", Kind: pages.WordPoints, Scoped: true, Places: []pages.Place{anna, carl}, More: "MORE", Unlisted: 7}.Screen},
		pageCase{"nobody this week", pages.Leaderboard{Game: "strohmandeln", Kind: pages.WordWeek}.Screen},
	)
}
