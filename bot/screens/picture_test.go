package screens_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/screens"
	"tarockbot/engine"
	"tarockbot/engine/robot"
)

func tableAfterDeals(t *testing.T, moves int, deals ...engine.Result) *match.Table {
	tb := tableAfter(t, "strohmandeln-classic", moves)
	tb.Match.Done, tb.Chairs[0].Timer.Platform = deals, "fake"
	return tb
}

func aloneWithComputers(tb *match.Table, seat engine.Seat) *match.Table {
	for s := range tb.Chairs {
		if engine.Seat(s) != seat {
			tb.Chairs[s] = match.RobotChair(robot.Medium)
		}
	}
	tb.Messages = slices.DeleteFunc(tb.Messages, func(m match.Message) bool { return m.Seat != seat })
	return tb
}

func TestTextBesidePictures(t *testing.T) {
	t.Parallel()
	left := tableAfter(t, "illustrated-beck", 9)
	left.Chairs[2] = match.RobotChair(match.DefaultLevel)
	left.Chairs[2].LeaverName = "Carl"
	game := engine.Item{Item: engine.TheGame, By: 0, Won: true}
	level := engine.Result{Declarer: 0, Contract: engine.Undertaken, Thirds: []int{0, 0}, Tricks: []int{0, 0}, Items: []engine.Item{game}, Score: []int{0, 0}}
	unplayed := engine.Result{Declarer: engine.Nobody, Thirds: []int{0, 0}, Tricks: []int{0, 0}, Score: []int{0, 0}, End: engine.End{Reason: engine.Folded}}
	game.Value = 3
	won := engine.Result{Declarer: 0, Contract: engine.Undertaken, Thirds: []int{120, 90}, Tricks: []int{13, 14}, Items: []engine.Item{game}, Score: []int{3, 0}}
	undecided := engine.Result{Declarer: engine.Nobody, Contract: engine.Simple, Thirds: []int{105, 105}, Tricks: []int{13, 14}, Items: []engine.Item{{Item: engine.Pagat, Won: true, Value: 1}}, Score: []int{1, 0}, Drawn: true}
	doubling := tableAfterDeals(t, 0, undecided)
	doubling.Setup.Options = maps.Clone(doubling.Setup.Options)
	doubling.Setup.Options["draw"] = "double"
	doubling.Match.Setup.Options = doubling.Setup.Options
	open := tableAfter(t, "strohmandeln-classic", 0)
	open.Stage, open.Match.Deal, open.Chairs[1] = match.Open, nil, match.Chair{KeptFor: "fake:Bert", InvitedName: "Bert"}
	declined := *open
	declined.Stage, declined.Closed, declined.DeclinedBy = match.Closed, "shorter", "Bert"
	alike := aloneWithComputers(tableAfterDeals(t, 0), 0)
	alike.Chairs[0].Name = "Resi" // the computer's name
	lookalike := tableAfterDeals(t, 0)
	lookalike.Chairs[0].Name, lookalike.Chairs[1].Name = "chief", "ch1ef"
	asked := *open
	asked.Chairs = slices.Clone(open.Chairs)
	asked.Chairs[0].Name, asked.Chairs[1].InvitedName = "chief", "ch1ef"
	checkPages(t, "picture",
		pageCase{"a reserved chair", challengeWithPicture(t, screens.Challenge{Table: open})},
		pageCase{"a closed challenge has no picture", challengeWithPicture(t, screens.Challenge{Table: &declined})},
		pageCase{"the computer plays on for somebody", boardWithPicture(t, boardOf(left))},
		pageCase{"the same on a panel", panelWithPicture(t, panelOf(left, 0))},
		pageCase{"after a level deal the next counts double", boardWithPicture(t, boardOf(tableAfterDeals(t, 0, level)))},
		pageCase{"the same after the first card", boardWithPicture(t, boardOf(tableAfterDeals(t, 9, level)))},
		pageCase{"a deal that counted double says so", boardWithPicture(t, boardOf(tableAfterDeals(t, 0, level, won)))},
		pageCase{"a deal that nobody played has its number", boardWithPicture(t, boardOf(tableAfterDeals(t, 0, unplayed, level)))},
		pageCase{"a drawn game doubles nothing", boardOf(tableAfterDeals(t, 0, undecided)).Screen},
		pageCase{"a drawn game doubles by agreement", boardOf(doubling).Screen},
		pageCase{"alone, in the exchange", panelWithPicture(t, panelOf(aloneWithComputers(tableAfter(t, "kosakeln-bamberger-classic", 0), 0), 0))},
		pageCase{"alone, while cards are played", panelWithPicture(t, panelOf(aloneWithComputers(tableAfter(t, "kosakeln-bamberger-classic", 20), 0), 0))},
		pageCase{"a player has the computer's name", panelWithPicture(t, panelOf(alike, 0))},
		pageCase{"two names are almost the same", boardWithPicture(t, boardOf(lookalike))},
		pageCase{"the same in a challenge", challengeWithPicture(t, screens.Challenge{Table: &asked})},
	)
}

var (
	cardPoints = regexp.MustCompile(`\b(points?|leaf|leaves)\b`)
	// matches texts such as "Absolute (40 points)"
	bonusPoints = regexp.MustCompile(`\((40|50) points\)`)
)

// TestHiddenPoints tests that no screen shows card points during a deal.
func TestHiddenPoints(t *testing.T) {
	t.Parallel()
	w, pictures := loadCatalogue(t).In("en"), newPictures(t)
	tricks := 0
	for n := range recordedDeal(t, "kosakeln-bamberger-classic").Record.Actions {
		tb := tableAfter(t, "kosakeln-bamberger-classic", n)
		tb.Setup.HidePoints = true
		public, private, page := boardOf(tb), panelOf(tb, 0), panelOf(aloneWithComputers(tb, 1), 1)
		public.Pictures, private.Pictures, page.Pictures = pictures, pictures, pictures
		for _, s := range []*chat.Screen{public.Screen(w), private.Screen(w), page.Screen(w)} {
			text := s.Picture.Alt
			for _, l := range slices.Concat(s.Text, s.Caption) {
				text += "\n" + l.String()
			}
			if cardPoints.MatchString(bonusPoints.ReplaceAllString(text, "")) {
				t.Errorf("after %d moves a screen shows points: %s", n, text)
			}
			if strings.Contains(text, "Trick ") {
				tricks++
			}
		}
	}
	if tricks == 0 {
		t.Error("no screen shows a trick")
	}
}
