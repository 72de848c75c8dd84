package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/storage/memory"
)

// TestStakeTyped: a stake is said in many ways, in both languages; what is none, or too much, is refused with what may
// be said.
func TestStakeTyped(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for typed, cents := range map[string]int{
		"stake=10c": 10, "stake 5c": 5, "10c": 10, "50 cents": 50, "1 cent a point": 1, "stake=100c": 100, "stake=7": 7,
		"einsatz=10c": 10, "einsatz 20 cent": 20, "3 Cent je Punkt": 3, "no stake": 0, "ohne Einsatz": 0, "stake=0c": 0, "": 0,
	} {
		page := text(*w.mustSay("anna", "setup more bamberger "+typed).Screen)
		want := english().Count("stake.cents", cents)
		if strings.Contains(page, want) != (cents > 0) || strings.Contains(page, "a point") != (cents > 0) {
			t.Errorf("%q is understood as\n%s", typed, page)
		}
	}
	for _, typed := range []string{"stake=101c", "stake=1000", "stake=much"} {
		w.refuses("anna", "challenge bamberger "+typed, "no-stake", "Typed", typed, "Most", 100)
	}
	if page := text(*w.mustSay("anna", "setup more bamberger 10c computer").Screen); strings.Contains(page, "a point") {
		t.Errorf("with the computer one plays for money:\n%s", page)
	}
}

// TestStake: at the end it is told who owes whom how much: the difference of the totals, of each two.
func TestStake(t *testing.T) {
	t.Parallel()
	clocked(t, func(w *world) {
		id := w.seat("anna", "bert", "bamberger 2 10c")
		w.shown(public, "10 cents a point")
		w.endsDeal("bert", id)
		w.endsDeal("bert", id)
		var at struct{ Done []scored }
		w.read("table", id, &at)
		totals := totalsOf(at.Done, 2)
		won := totals[0] - totals[1]
		amount := english().Say("stake.amount", "Euros", won*10/100, "Cents", fmt.Sprintf("%02d", won*10%100))
		owes := "② " + displayname.Isolate("bert") + " owes ① " + displayname.Isolate("anna") + " " + amount
		for _, place := range []chat.Place{public, private("anna"), private("bert")} {
			w.shown(place, owes, said("stake.yours"))
		}
		w.mustSay("anna", "rematch "+id)
		w.mustSay("bert", "rematch "+id)
		next := w.mustSay("anna", "games")
		again := strings.Fields(line(*next.Screen, "hand "))[1]
		if board := w.hand("anna", again); again == id || !strings.Contains(text(board), "10 cents a point") {
			t.Errorf("the rematch %s says\n%s", again, text(board))
		}
		w.endsDeal("bert", again)
		w.endsDeal("bert", again)
		w.noStakes = true // from now on the operator wants none
		w.restart()
		w.mustSay("anna", "rematch "+again)
		w.mustSay("bert", "rematch "+again)
		last := strings.Fields(line(*w.mustSay("anna", "games").Screen, "hand "))[1]
		if board := w.hand("anna", last); last == again || strings.Contains(text(board), "a point") {
			t.Errorf("the last match %s says\n%s", last, text(board))
		}
	})
}

// TestStakeOfThree: of three, each two settle the difference between them.
func TestStakeOfThree(t *testing.T) {
	t.Parallel()
	w := introduced(t, "bert", "carl")
	id := w.three("loew 3 5c")
	w = w.afterDeals(id, `{"result":{"declarer":0,"contract":"solo","thirds":[0,0,0],"tricks":[0,0,0],"items":[{"item":"game","by":0,"won":true,"value":30000}],"score":[90000,60000,0]},"end":{"How":"","Seat":-1}}`)
	defer w.end()
	w.play("anna", "bert", "carl")
	var at struct{ Done []scored }
	w.read("table", id, &at)
	totals := totalsOf(at.Done, 3)
	board := text(w.wait(public, contains(said("stake.yours"))))
	names := []string{"① " + displayname.Isolate("anna"), "② " + displayname.Isolate("bert"), "③ " + displayname.Isolate("carl")}
	for i, low := range totals {
		for j, high := range totals {
			owed := (high - low) * 5
			want := names[i] + " owes " + names[j] + " " + english().Say("stake.amount", "Euros", owed/100, "Cents", fmt.Sprintf("%02d", max(owed, 0)%100)) + "."
			if strings.Contains(board, want) != (low < high) {
				t.Errorf("totals %v: %q is told: %v\n%s", totals, want, low >= high, board)
			}
		}
	}
}

// TestNoStakes: where the operator wants none, nobody can agree on a stake, and none is offered.
func TestNoStakes(t *testing.T) {
	t.Parallel()
	for _, off := range []bool{false, true} {
		w := startWorld(t, memory.New(), func(w *world) { w.noStakes = off })
		page := *w.mustSay("anna", "setup more bamberger").Screen
		if offered := strings.Contains(text(page), said("stake.none")) || slices.ContainsFunc(page.Menus, func(m chat.Menu) bool { return m.Label == said("option.stake") }); offered == off {
			t.Errorf("no stakes: %v, offered: %v", off, offered)
		}
		if off {
			w.refuses("anna", "challenge bamberger 10c", "no-stakes")
			w.refuses("anna", "setup more bamberger stake=10c", "no-stakes")
			w.mustSay("anna", "setup more bamberger stake=0c")
		}
	}
}

// scored is what a stored table tells of a deal's score.
type scored struct{ Result struct{ Score []int } }

// totalsOf adds the scores up, by seat.
func totalsOf(done []scored, seats int) []int {
	totals := make([]int, seats)
	for _, d := range done {
		for s, points := range d.Result.Score {
			totals[s] += points
		}
	}
	return totals
}
