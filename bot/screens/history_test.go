package screens_test

import (
	"testing"
	"time"

	"tarockbot/bot/match"
	"tarockbot/bot/screens"
)

func TestHistory(t *testing.T) {
	t.Parallel()
	ended := time.Date(2026, 10, 3, 21, 30, 0, 0, time.UTC)
	won := screens.PastMatch{Names: []string{"Anna", "Bert"}, HistoryEntry: match.HistoryEntry{
		Table: "abcd", Rules: "kosakeln/bamberger", Ended: ended, Totals: []int{12, -12}, Won: true,
		Rating: &match.RatedSeat{Before: 1500, After: 1532, Provisional: true}, Deals: 4,
	}}
	drawn := screens.PastMatch{Names: []string{"Anna", "Computer 1", "Carl"}, HistoryEntry: match.HistoryEntry{
		Table: "efgh", Rules: "illustrated/beck", Ended: ended.AddDate(0, -1, 0), Totals: []int{0, 0, 0}, Won: true, Drawn: true,
	}}
	october := screens.HistoryFilter{
		Game: "kosakeln", Outcome: screens.WordLost, Mention: "@bert", Name: "Bert", Here: true,
		Month: time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC),
	}
	checkPages(t, "history",
		pageCase{"a page between others", screens.History{Matches: []screens.PastMatch{won, drawn}, Pages: screens.Pages{Before: "NEWER", After: "OLDER"}, Zone: time.UTC}.Screen},
		pageCase{"before the first match", screens.History{}.Screen},
		pageCase{"a filter before the first match", screens.History{Filter: october, Scoped: true}.Screen},
		pageCase{"a filter without matches, in a chat", screens.History{Filter: october, Scoped: true, HasAny: true}.Screen},
		pageCase{"a file of deals", screens.HistoryFile{Deals: 1, Matches: 1}.Screen},
		pageCase{"a full file of filtered deals", screens.HistoryFile{Filter: october, Deals: 412, Matches: 51, Full: true}.Screen},
	)
}
