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

var begun = time.Date(2026, 10, 3, 12, 0, 0, 0, time.UTC)

func tableOf(t *testing.T, name string, moves int) *match.Table {
	t.Helper()
	d := recorded(t, name)
	record := d.Record
	record.Actions, record.Result = record.Actions[:moves], nil
	deal, err := engine.Recall(d.Game, record)
	if err != nil {
		t.Fatal(err)
	}
	setup := match.Setup{Setup: engine.Setup{Rules: record.Rules, Options: record.Options, Length: d.Game.LengthsOf(record.Rules)[0]}, Pace: match.UsualPace}
	tb := &match.Table{
		ID: "x7k2p4qa", Stage: match.Playing, Rev: 9, Host: "p0", Created: begun, Setup: setup,
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

func waitedFor(tb *match.Table) engine.Seat {
	for s := range tb.Waiting().All() {
		return s
	}
	return engine.Nobody
}

func board(tb *match.Table) screens.Board {
	return screens.Board{Table: tb, Shared: shared(tb, engine.Nobody)}
}

func panel(tb *match.Table, seat engine.Seat) screens.Panel {
	return screens.Panel{Hand: screens.Hand{Table: tb, Seat: seat}, Shared: shared(tb, seat)}
}

func shared(tb *match.Table, seat engine.Seat) screens.Shared {
	w := screens.Waits{Clocks: make([]screens.SeatClock, len(tb.Chairs)), Zone: time.UTC, ZoneName: speech.UsualZone}
	for s := range w.Clocks {
		w.Clocks[s].Until = begun.Add(72 * time.Hour)
	}
	for _, m := range tb.Messages {
		if m.Seat == seat {
			w.Message = m
		}
	}
	return screens.Shared{Texts: new(sync.Map), Waits: w}
}

func drawnBoard(t *testing.T, p screens.Board) func(*words.Tongue) *chat.Screen {
	p.Pictures = pictures(t)
	return p.Screen
}

func drawnPanel(t *testing.T, p screens.Panel) func(*words.Tongue) *chat.Screen {
	p.Pictures = pictures(t)
	return p.Screen
}

func drawnChallenge(t *testing.T, p screens.Challenge) func(*words.Tongue) *chat.Screen {
	p.Pictures = pictures(t)
	return p.Screen
}

func TestChallengeMessage(t *testing.T) {
	t.Parallel()
	open := tableOf(t, "illustrated-beck", 0)
	open.Stage, open.Match.Deal = match.Open, nil
	open.Chairs[1], open.Chairs[2] = match.Chair{KeptFor: "fake:Bert", InvitedName: "Bert"}, match.Chair{}
	kept := screens.Challenge{Table: open, Typed: "/accept x7k2p4qa"}
	asked := kept
	asked.Reader = "fake:Bert"
	anybody := tableOf(t, "strohmandeln-classic", 0)
	anybody.Stage, anybody.Match.Deal, anybody.Chairs[1] = match.Open, nil, match.Chair{}
	linked := screens.Challenge{Table: anybody, Links: []screens.PlatformLink{{Platform: "telegram", Link: "https://t.me/x?start=accept"}}}
	over := *anybody
	over.Stage, over.Closed, over.DeclinedBy = match.Closed, "shorter", "Bert"
	void := tableOf(t, "strohmandeln-classic", 9)
	void.Stage, void.Closed = match.Closed, "void"
	gone := tableOf(t, "strohmandeln-classic", 0)
	missing := tableOf(t, "illustrated-beck", 0)
	missing.Stage, missing.Match.Deal, missing.Chairs[2] = match.Open, nil, match.Chair{}
	checkPages(t, "challenge",
		pageCase{"a chair is kept for Bert, another free", kept.Screen},
		pageCase{"the same, as Bert is asked", asked.Screen},
		pageCase{"the computer may sit down on the last chair", screens.Challenge{Table: missing}.Screen},
		pageCase{"for anybody, with a link", drawnChallenge(t, linked)},
		pageCase{"declined", screens.Challenge{Table: &over}.Screen},
		pageCase{"void", func(w *words.Tongue) *chat.Screen { return screens.Lost(void, "closed.void", w) }},
		pageCase{"begun without the reader", func(w *words.Tongue) *chat.Screen { return screens.NoLongerHere(gone, "challenge.without-you", w) }},
		pageCase{"replaced by another message", func(w *words.Tongue) *chat.Screen { s := screens.Retired(w); return &s }},
	)
}

func sweeping(t *testing.T) (tb *match.Table, player engine.Seat) {
	t.Helper()
	for moves := 0; ; moves++ {
		tb = tableOf(t, "strohmandeln-classic", moves)
		if trick := tb.Match.Deal.PublicView().Trick; trick.N == 1 {
			tb.Chairs[trick.Lead], tb.Rest = match.RobotChair(robot.Strong), trick.Lead.Bit()
			return tb, waitedFor(tb)
		}
	}
}

func TestTableMessage(t *testing.T) {
	t.Parallel()
	played := tableOf(t, "strohmandeln-classic", 9)
	played.Chairs[waitedFor(played)].Timer.On = "fake"
	running := board(played)
	running.Waits.Clocks[1].Away = begun.AddDate(0, 0, 5)
	running.Waits.Unreached, running.Waits.OnlyStart = played.Messages[2:], true
	inTurn := panel(played, waitedFor(played))
	chosen := inTurn
	chosen.Confirm, chosen.Chosen = true, []string{"H3"}
	finished := tableOf(t, "strohmandeln-classic", 0)
	d := recorded(t, "strohmandeln-classic")
	finished.Stage, finished.Setup.Length, finished.Match.Setup.Length = match.Finished, 1, 1
	finished.Match.Deal, finished.Match.Done = nil, []engine.Result{*d.Record.Result}
	finished.Ratings = []match.RatedSeat{{Before: 1500, After: 1532, Provisional: true}, {Before: 1500, After: 1468}}
	paused := board(new(*played))
	paused.Paused, paused.Chairs = true, slices.Clone(paused.Chairs)
	paused.Chairs[0].Timer.On = ""
	withComputer := tableOf(t, "strohmandeln-classic", 9)
	thinks := waitedFor(withComputer)
	withComputer.Chairs[thinks] = match.RobotChair(robot.Strong)
	rest, player := sweeping(t)
	yields := panel(new(*rest), player)
	yields.Chairs = slices.Clone(rest.Chairs)
	yields.Chairs[player].Absent, yields.Chairs[player].Yields = true, true
	after := tableOf(t, "strohmandeln-classic", 0)
	after.Match.Done = []engine.Result{*d.Record.Result}
	tricks := tableOf(t, "strohmandeln-classic", len(d.Record.Actions)).Match.Deal.PublicView().Tricks
	after.Ending = tricks[len(tricks)-1]
	folded := *after
	folded.Match.Done = append(slices.Clone(after.Match.Done), engine.Result{Declarer: engine.Nobody, Thirds: []int{0, 0}, Tricks: []int{0, 0}, Score: []int{0, 0},
		End: engine.End{Reason: engine.Folded, Seat: 1}})
	checkPages(t, "table",
		pageCase{"a board in words", running.Screen},
		pageCase{"a board with its picture", drawnBoard(t, running)},
		pageCase{"a paused board", paused.Screen},
		pageCase{"a board while the computer thinks", board(withComputer).Screen},
		pageCase{"a panel with its picture while the computer thinks", drawnPanel(t, panel(withComputer, 1-thinks))},
		pageCase{"the panel of the player to move", inTurn.Screen},
		pageCase{"the panel with its picture", drawnPanel(t, inTurn)},
		pageCase{"the panel of a player who confirms cards", chosen.Screen},
		pageCase{"a panel that is no longer its reader's", func(w *words.Tongue) *chat.Screen { return screens.NoLongerHere(played, "panel.unlinked", w) }},
		pageCase{"a board after another deal, with its picture", drawnBoard(t, board(after))},
		pageCase{"a panel after another deal, with its picture", drawnPanel(t, panel(after, waitedFor(after)))},
		pageCase{"a board after a deal that was folded, with its picture", drawnBoard(t, board(&folded))},
		pageCase{"a match that is over", board(finished).Screen},
		pageCase{"a match that is over, pictured", drawnPanel(t, panel(finished, 0))},
		pageCase{"a panel while another player claims the rest", panel(rest, player).Screen},
		pageCase{"the same with its picture", drawnPanel(t, panel(rest, player))},
		pageCase{"the panel of a player who yields", yields.Screen},
	)
}

func TestLastDealInSight(t *testing.T) {
	t.Parallel()
	w := catalogueOf(t).In("en")
	for _, name := range []string{"kosakeln-bamberger-classic", "illustrated-loew", "illustrated-beck",
		"illustrated-mayr-sedlaczek", "strohmandeln-classic", "strohmandeln-extended", "strohmandeln-forty"} {
		for n, seen := 0, true; seen; n++ {
			tb := tableOf(t, name, n)
			var moved engine.Seats
			for _, a := range tb.Match.Deal.Record().Actions {
				moved |= a.Seat.Bit()
			}
			tb.Match.Done = []engine.Result{*recorded(t, name).Record.Result}
			seen = moved.Len() < len(tb.Chairs)
			shown := []func(*words.Tongue) *chat.Screen{drawnBoard(t, board(tb))}
			for s := range engine.Seat(len(tb.Chairs)) {
				shown = append(shown, drawnPanel(t, panel(tb, s)))
			}
			for i, screen := range shown {
				if is := strings.Contains(screen(w).Picture.Alt, "Last deal: "); is != seen {
					t.Errorf("%s: after %d moves picture %d shows the last deal: %v", name, n, i, is)
				}
			}
		}
	}
}

// TestLastTrickTold tests that only the player before the last card but one is told.
func TestLastTrickTold(t *testing.T) {
	t.Parallel()
	w := catalogueOf(t).In("en")
	want := w.Say("panel.last-trick")
	drawing := pictures(t)
	for name, last := range map[string]int{"kosakeln-bamberger-classic": 15, "illustrated-loew": 15, "strohmandeln-classic": 26} {
		told := 0
		for n := range recorded(t, name).Record.Actions {
			tb := tableOf(t, name, n)
			for s := range engine.Seat(len(tb.Chairs)) {
				p := panel(tb, s)
				p.Felt, p.Pictures = true, drawing
				tells := len(tb.Match.Deal.PublicView().Tricks) == last-1 && tb.Waiting().Has(s)
				screen := p.Screen(w)
				for where, lines := range map[string][]chat.Line{"words": screen.Text, "caption": screen.Caption, "felt": {screen.Felt.Todo}} {
					if got := slices.ContainsFunc(lines, func(l chat.Line) bool { return strings.Contains(l.String(), want) }); got != tells {
						t.Errorf("%s: after %d moves seat %d reads it in the %s: %v", name, n, s, where, got)
					}
				}
				if tells {
					told++
				}
			}
		}
		if told != recorded(t, name).Game.Seats {
			t.Errorf("%s: %d players are told", name, told)
		}
	}
}

// TestReaders records the readers of public buttons in testdata/readers.txt.
func TestReaders(t *testing.T) {
	t.Parallel()
	w := catalogueOf(t).In("en")
	linked := [][]chat.UserID{{"local:anna", "fake:Anna"}, {"local:bert", "fake:Bert"}}
	table := func(stage match.Stage, chair match.Chair) *match.Table {
		tb := tableOf(t, "strohmandeln-classic", 0)
		tb.Stage, tb.Chairs[1] = stage, chair
		return tb
	}
	message := func(stage match.Stage) screens.Board {
		p := board(table(stage, match.Chair{User: "fake:Bert", Name: "Bert", Person: "bert"}))
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
