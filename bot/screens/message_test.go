package screens_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/bot/screens"
	"tarockbot/engine"
	"tarockbot/engine/enginetest/golden"
	"tarockbot/engine/robot"
	"tarockbot/render/words"
)

var matchBegan = time.Date(2026, 10, 3, 12, 0, 0, 0, time.UTC)

func tableAfter(t *testing.T, name string, moves int) *match.Table {
	t.Helper()
	d := recordedDeal(t, name)
	record := d.Record
	record.Actions, record.Result = record.Actions[:moves], nil
	deal, err := engine.ReplayWithResult(d.Game, record)
	if err != nil {
		t.Fatal(err)
	}
	setup := match.Setup{Setup: engine.Setup{Rules: record.Rules, Options: record.Options, Length: d.Game.LengthsOf(record.Rules)[0]}, Pace: match.DefaultPace}
	tb := &match.Table{
		ID: "x7k2p4qa", Stage: match.Playing, Rev: 9, Host: "p0", Created: matchBegan, Setup: setup,
		Match:    engine.Match{Game: d.Game, Setup: setup.Setup, Deal: deal},
		Messages: []match.Message{{Place: chat.Place{Chat: "fake:club"}, Seat: engine.Nobody}},
	}
	for s, name := range []string{"Anna", "Bert", "Carl"}[:d.Game.Seats] {
		user := chat.UserID("fake:" + name)
		tb.Chairs = append(tb.Chairs, match.Chair{Person: chat.PersonID("p" + string(rune('0'+s))), User: user, Name: name, Step: 3})
		tb.Messages = append(tb.Messages, match.Message{Place: chat.Place{User: user}, Seat: engine.Seat(s)})
	}
	return tb
}

func seatToMove(tb *match.Table) engine.Seat {
	for s := range tb.Waiting().All() {
		return s
	}
	return engine.Nobody
}

func boardOf(tb *match.Table) screens.Board {
	return screens.Board{Table: tb, SharedTableData: sharedBy(tb, engine.Nobody)}
}

func panelOf(tb *match.Table, seat engine.Seat) screens.Panel {
	return screens.Panel{Hand: screens.Hand{Table: tb, Seat: seat}, SharedTableData: sharedBy(tb, seat)}
}

func sharedBy(tb *match.Table, seat engine.Seat) screens.SharedTableData {
	w := screens.AwaitedPlayers{Clocks: make([]screens.SeatClock, len(tb.Chairs)), Zone: time.UTC, ZoneName: speech.DefaultZone}
	for s := range w.Clocks {
		w.Clocks[s].Until = matchBegan.Add(72 * time.Hour)
	}
	for _, m := range tb.Messages {
		if m.Seat == seat {
			w.ReaderMessage = m
		}
	}
	return screens.SharedTableData{Texts: new(sync.Map), Awaited: w}
}

func boardWithPicture(t *testing.T, p screens.Board) func(*words.Tongue) *chat.Screen {
	p.Pictures = newPictures(t)
	return p.Screen
}

func panelWithPicture(t *testing.T, p screens.Panel) func(*words.Tongue) *chat.Screen {
	p.Pictures = newPictures(t)
	return p.Screen
}

func challengeWithPicture(t *testing.T, p screens.Challenge) func(*words.Tongue) *chat.Screen {
	p.Pictures = newPictures(t)
	return p.Screen
}

func TestChallengeMessage(t *testing.T) {
	t.Parallel()
	open := tableAfter(t, "illustrated-beck", 0)
	open.Stage, open.Match.Deal = match.Open, nil
	open.Chairs[1], open.Chairs[2] = match.Chair{KeptFor: "fake:Bert", InvitedName: "Bert"}, match.Chair{}
	kept := screens.Challenge{Table: open, AcceptLine: "/accept x7k2p4qa"}
	asked := kept
	asked.Reader = "fake:Bert"
	anybody := tableAfter(t, "strohmandeln-classic", 0)
	anybody.Stage, anybody.Match.Deal, anybody.Chairs[1] = match.Open, nil, match.Chair{}
	linked := screens.Challenge{Table: anybody, Links: []screens.PlatformLink{{Platform: "telegram", Link: "https://t.me/x?start=accept"}}}
	over := *anybody
	over.Stage, over.Closed, over.DeclinedBy = match.Closed, "shorter", "Bert"
	void := tableAfter(t, "strohmandeln-classic", 9)
	void.Stage, void.Closed = match.Closed, "void"
	gone := tableAfter(t, "strohmandeln-classic", 0)
	missing := tableAfter(t, "illustrated-beck", 0)
	missing.Stage, missing.Match.Deal, missing.Chairs[2] = match.Open, nil, match.Chair{}
	checkPages(t, "challenge",
		pageCase{"a chair is kept for Bert, another free", kept.Screen},
		pageCase{"the same, shown to Bert", asked.Screen},
		pageCase{"the computer may sit down on the last chair", screens.Challenge{Table: missing}.Screen},
		pageCase{"an open challenge with a link", challengeWithPicture(t, linked)},
		pageCase{"a declined challenge", screens.Challenge{Table: &over}.Screen},
		pageCase{"a void match", func(w *words.Tongue) *chat.Screen { return screens.LostTable(void, "closed.void", w) }},
		pageCase{"a match begun without the reader", func(w *words.Tongue) *chat.Screen { return screens.NoLongerHere(gone, "challenge.without-you", w) }},
		pageCase{"a message replaced by another", func(w *words.Tongue) *chat.Screen { s := screens.RetiredMessage(w); return &s }},
	)
}

func tableWithRestClaim(t *testing.T) (tb *match.Table, player engine.Seat) {
	t.Helper()
	for moves := 0; ; moves++ {
		tb = tableAfter(t, "strohmandeln-classic", moves)
		if trick := tb.Match.Deal.PublicView().Trick; trick.N == 1 {
			tb.Chairs[trick.Lead], tb.RestClaimants = match.RobotChair(robot.Strong), trick.Lead.Bit()
			return tb, seatToMove(tb)
		}
	}
}

func TestTableMessage(t *testing.T) {
	t.Parallel()
	played := tableAfter(t, "strohmandeln-classic", 9)
	played.Chairs[seatToMove(played)].Timer.Platform = "fake"
	running := boardOf(played)
	running.Awaited.Clocks[1].AwayUntil = matchBegan.AddDate(0, 0, 5)
	running.Awaited.Unreached, running.Awaited.MustStartChat = played.Messages[2:], true
	inTurn := panelOf(played, seatToMove(played))
	chosen := inTurn
	chosen.ConfirmsCards, chosen.Chosen = true, []string{"H3"}
	finished := tableAfter(t, "strohmandeln-classic", 0)
	d := recordedDeal(t, "strohmandeln-classic")
	finished.Stage, finished.Setup.Length, finished.Match.Setup.Length = match.Finished, 1, 1
	finished.Match.Deal, finished.Match.Done = nil, []engine.Result{*d.Record.Result}
	finished.Ratings = []match.RatedSeat{{Before: 1500, After: 1532, Provisional: true}, {Before: 1500, After: 1468}}
	paused := boardOf(new(*played))
	paused.Paused, paused.Chairs = true, slices.Clone(paused.Chairs)
	paused.Chairs[0].Timer.Platform = ""
	withComputer := tableAfter(t, "strohmandeln-classic", 9)
	thinks := seatToMove(withComputer)
	withComputer.Chairs[thinks] = match.RobotChair(robot.Strong)
	rest, player := tableWithRestClaim(t)
	yields := panelOf(new(*rest), player)
	yields.Chairs = slices.Clone(rest.Chairs)
	yields.Chairs[player].Absent, yields.Chairs[player].Yields = true, true
	after := tableAfter(t, "strohmandeln-classic", 0)
	after.Match.Done = []engine.Result{*d.Record.Result}
	tricks := tableAfter(t, "strohmandeln-classic", len(d.Record.Actions)).Match.Deal.PublicView().Tricks
	after.LastTrick = tricks[len(tricks)-1]
	folded := *after
	folded.Match.Done = append(slices.Clone(after.Match.Done), engine.Result{Declarer: engine.Nobody, Thirds: []int{0, 0}, Tricks: []int{0, 0}, Score: []int{0, 0},
		End: engine.End{Reason: engine.Folded, Seat: 1}})
	checkPages(t, "table",
		pageCase{"a board in words", running.Screen},
		pageCase{"a board with its picture", boardWithPicture(t, running)},
		pageCase{"a paused board", paused.Screen},
		pageCase{"a board while the computer thinks", boardOf(withComputer).Screen},
		pageCase{"a panel with its picture while the computer thinks", panelWithPicture(t, panelOf(withComputer, 1-thinks))},
		pageCase{"the panel of the player to move", inTurn.Screen},
		pageCase{"the panel with its picture", panelWithPicture(t, inTurn)},
		pageCase{"the panel of a player who confirms cards", chosen.Screen},
		pageCase{"a panel that is no longer its reader's", func(w *words.Tongue) *chat.Screen { return screens.NoLongerHere(played, "panel.unlinked", w) }},
		pageCase{"a board after another deal, with its picture", boardWithPicture(t, boardOf(after))},
		pageCase{"a panel after another deal, with its picture", panelWithPicture(t, panelOf(after, seatToMove(after)))},
		pageCase{"a board after a deal that was folded, with its picture", boardWithPicture(t, boardOf(&folded))},
		pageCase{"a match that is over", boardOf(finished).Screen},
		pageCase{"a match that is over, with its picture", panelWithPicture(t, panelOf(finished, 0))},
		pageCase{"a panel while another player claims the rest", panelOf(rest, player).Screen},
		pageCase{"the same with its picture", panelWithPicture(t, panelOf(rest, player))},
		pageCase{"the panel of a player who yields", yields.Screen},
	)
}

func TestLastDealShownUntilAllMoved(t *testing.T) {
	t.Parallel()
	w := loadCatalogue(t).In("en")
	for _, name := range []string{"kosakeln-bamberger-classic", "illustrated-loew", "illustrated-beck",
		"illustrated-mayr-sedlaczek", "strohmandeln-classic", "strohmandeln-extended", "strohmandeln-forty"} {
		for n, wantShown := 0, true; wantShown; n++ {
			tb := tableAfter(t, name, n)
			var moved engine.Seats
			for _, a := range tb.Match.Deal.Record().Actions {
				moved |= a.Seat.Bit()
			}
			tb.Match.Done = []engine.Result{*recordedDeal(t, name).Record.Result}
			wantShown = moved.Len() < len(tb.Chairs)
			shown := []func(*words.Tongue) *chat.Screen{boardWithPicture(t, boardOf(tb))}
			for s := range engine.Seat(len(tb.Chairs)) {
				shown = append(shown, panelWithPicture(t, panelOf(tb, s)))
			}
			for i, screen := range shown {
				if got := strings.Contains(screen(w).Picture.Alt, "Last deal: "); got != wantShown {
					t.Errorf("%s: after %d moves picture %d shows the last deal: %v", name, n, i, got)
				}
			}
		}
	}
}

// TestLastTrickAnnounced tests that a player reads the announcement only before their move in the last trick but
// one.
func TestLastTrickAnnounced(t *testing.T) {
	t.Parallel()
	w := loadCatalogue(t).In("en")
	want := w.Say("panel.last-trick")
	drawing := newPictures(t)
	for name, last := range map[string]int{"kosakeln-bamberger-classic": 15, "illustrated-loew": 15, "strohmandeln-classic": 26} {
		announced := 0
		for n := range recordedDeal(t, name).Record.Actions {
			tb := tableAfter(t, name, n)
			for s := range engine.Seat(len(tb.Chairs)) {
				p := panelOf(tb, s)
				p.Felt, p.Pictures = true, drawing
				wantNotice := len(tb.Match.Deal.PublicView().Tricks) == last-1 && tb.Waiting().Has(s)
				screen := p.Screen(w)
				for where, lines := range map[string][]chat.Line{"words": screen.Text, "caption": screen.Caption, "felt": {screen.Felt.Todo}} {
					if got := slices.ContainsFunc(lines, func(l chat.Line) bool { return strings.Contains(l.String(), want) }); got != wantNotice {
						t.Errorf("%s: after %d moves seat %d reads the announcement in the %s: %v", name, n, s, where, got)
					}
				}
				if wantNotice {
					announced++
				}
			}
		}
		if announced != recordedDeal(t, name).Game.Seats {
			t.Errorf("%s: %d players read the announcement", name, announced)
		}
	}
}

// TestPublicButtonReaders records the readers of public buttons in testdata/readers.txt.
func TestPublicButtonReaders(t *testing.T) {
	t.Parallel()
	w := loadCatalogue(t).In("en")
	linked := [][]chat.UserID{{"local:anna", "fake:Anna"}, {"local:bert", "fake:Bert"}}
	table := func(stage match.Stage, chair match.Chair) *match.Table {
		tb := tableAfter(t, "strohmandeln-classic", 0)
		tb.Stage, tb.Chairs[1] = stage, chair
		return tb
	}
	message := func(stage match.Stage) screens.Board {
		p := boardOf(table(stage, match.Chair{User: "fake:Bert", Name: "Bert", Person: "bert"}))
		p.Linked = linked
		return p
	}
	var all strings.Builder
	for _, tt := range []struct {
		name   string
		screen *chat.Screen
	}{
		{"an open challenge", screens.Challenge{Table: table(match.Open, match.Chair{}), Linked: [][]chat.UserID{linked[0], nil}}.Screen(w)},
		{"a challenge to Bert", screens.Challenge{Table: table(match.Open, match.Chair{KeptFor: "fake:Bert", InvitedName: "Bert"}), Linked: linked}.Screen(w)},
		{"a match that is played", message(match.Playing).Screen(w)},
		{"a match that is over", message(match.Finished).Screen(w)},
	} {
		fmt.Fprintf(&all, "# %s\n", tt.name)
		for _, b := range slices.Concat(tt.screen.Buttons...) {
			fmt.Fprintf(&all, "%s:", b.Label)
			for _, reader := range append(slices.Concat(linked...), "local:carl") {
				if b.For.Has(reader) {
					fmt.Fprintf(&all, " %s", reader)
				}
			}
			all.WriteString("\n")
		}
	}
	golden.Expect(t, filepath.Join("testdata", "readers.txt"), all.String())
}
