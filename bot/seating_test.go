package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine"
)

// introduced is a world whose bot knows the people.
func introduced(t *testing.T, people ...string) *world {
	t.Helper()
	w := newWorld(t)
	for _, who := range people {
		w.mustSay(who, "help")
	}
	return w
}

// atTable waits until everybody has a panel of the match.
func (w *world) atTable(id string, people ...string) {
	w.t.Helper()
	for _, who := range people {
		w.panel(who, func(s chat.Screen) bool { return s.Panel && line(s, "leave "+id) != "" })
	}
}

func free() string            { return said("challenge.chair.free") }
func there(who string) string { return said("challenge.chair.taken", "Name", isolated(who)) }
func asked(who string) string { return said("challenge.chair.asked", "Name", isolated(who)) }
func isolated(who string) string {
	return "\u2068" + who + "\u2069"
}

// TestThreeFriends: each accepts for themselves, in whatever order, and the
// match begins with the last of them.
func TestThreeFriends(t *testing.T) {
	t.Parallel()
	w := introduced(t, "bert", "carl")
	w.mustSay("anna", "challenge @bert @carl illustrated")
	id := w.challenge()
	for _, who := range []string{"bert", "carl"} {
		w.panel(who, func(s chat.Screen) bool {
			return line(s, "accept "+id) != "" && callee(s) == user(who) && contains(asked("bert"))(s) && contains(asked("carl"))(s)
		})
	}
	w.refuses("dora", "accept "+id, "for-another", "Name", isolated("bert")+", "+isolated("carl"))
	w.mustSay("carl", "accept "+id)
	w.wait(public, func(s chat.Screen) bool { return contains(there("carl"))(s) && contains(asked("bert"))(s) })
	w.refuses("carl", "accept "+id, "sits-already")
	w.refuses("dora", "accept "+id, "for-another", "Name", isolated("bert"))
	w.refuses("carl", "hand "+id, "not-begun")
	if s := w.mustSay("carl", "games").Screen; line(*s, "decline "+id) == "" || !contains(said("games.seated"))(*s) {
		t.Errorf("carl doesn't see the seat among his games:\n%s", text(*s))
	}
	if a := w.mustSay("bert", "accept"); a.Alert != said("challenge.accepted", "Name", isolated("anna")+", "+isolated("carl"))+" "+said("learn.offer") {
		t.Errorf("bert is told %q", a.Alert)
	}
	w.atTable(id, "anna", "bert", "carl")
	w.refuses("dora", "accept "+id, "taken")
}

// TestFriendAndComputer: the match begins at once, and doesn't count.
func TestFriendAndComputer(t *testing.T) {
	t.Parallel()
	w := introduced(t, "bert")
	w.mustSay("anna", "challenge @bert illustrated computer")
	id := w.challenge()
	w.wait(public, func(s chat.Screen) bool {
		return contains(asked("bert"))(s) && contains(said("challenge.chair.taken", "Name", said("name.introduced", "Name", isolated(said("name.computer.medium")), "Level", said("computer.level.medium"))))(s) && s.Share == ""
	})
	w.mustSay("bert", "accept "+id)
	w.atTable(id, "anna", "bert")
	w.mustSay("bert", "leave yes")
	w.mustSay("anna", "leave yes")
	w.wait(public, isOver)
	if s := text(*w.mustSay("anna", "leaderboard illustrated").Screen); strings.Contains(s, "anna") {
		t.Errorf("a match with the computer counts:\n%s", s)
	}
}

// TestOpenSeats: whoever comes first gets them; who sits down may get up again.
func TestOpenSeats(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		terms  string
		guests []string
	}{
		{"challenge illustrated", []string{"carl", "dora"}},
		{"challenge @bert illustrated", []string{"carl", "bert"}},
		{"challenge illustrated computer=1", []string{"carl"}},
	} {
		t.Run(tt.terms, func(t *testing.T) {
			w := introduced(t, "bert")
			w.mustSay("anna", tt.terms)
			id := w.challenge()
			w.wait(public, func(s chat.Screen) bool { return contains(free())(s) && s.Share == id })
			w.refuses("anna", "accept "+id, "own-challenge")
			if len(tt.guests) > 1 {
				w.mustSay("emil", "accept")
				w.wait(public, contains(there("emil")))
				w.refuses("emil", "accept "+id, "sits-already")
				w.mustSay("emil", "decline "+id)
				w.wait(public, func(s chat.Screen) bool { return !contains("emil")(s) })
			}
			for _, who := range tt.guests {
				w.mustSay(who, "accept "+id)
			}
			w.atTable(id, append(tt.guests, "anna")...)
			w.refuses("emil", "accept "+id, "taken")
		})
	}
}

// TestFriendDeclines: the host hears of it; the seat is anybody's then, the host
// may fill it up with the computer, and the friend sees no more of the table.
func TestFriendDeclines(t *testing.T) {
	t.Parallel()
	w := introduced(t, "bert", "carl")
	w.mustSay("anna", "challenge @bert @carl illustrated")
	id := w.challenge()
	w.refuses("anna", "fill "+id, "fill-alone")
	w.mustSay("bert", "decline "+id+" rules")
	no := contains(said("closed.rules", "Guest", isolated("bert")) + " " + free())
	w.wait(public, no)
	w.panel("anna", no)
	gone := func(s chat.Screen) bool {
		return s.Ended && contains(said("challenge.without-you"))(s) && len(lines(s)) == 0
	}
	w.panel("bert", gone)
	w.mustSay("carl", "accept "+id)
	w.wait(public, func(s chat.Screen) bool { return line(s, "fill "+id) != "" })
	w.panel("carl", func(s chat.Screen) bool {
		return line(s, "fill ") == "" && line(s, "decline "+id) != "" && line(s, "accept ") == ""
	})
	w.refuses("carl", "fill "+id, "fill-host", "Name", isolated("anna"))
	w.mustSay("anna", "fill "+id)
	w.atTable(id, "anna", "carl")
	w.panel("bert", gone)
}

// TestFillWithoutFriend: who has been asked and hasn't answered has lost the
// seat when the host fills up.
func TestFillWithoutFriend(t *testing.T) {
	t.Parallel()
	w := introduced(t, "bert", "carl")
	w.mustSay("anna", "challenge @bert @carl illustrated")
	id := w.challenge()
	w.mustSay("carl", "accept "+id)
	w.mustSay("anna", "fill")
	w.atTable(id, "anna", "carl")
	w.panel("bert", func(s chat.Screen) bool { return s.Ended && contains(said("challenge.without-you"))(s) })
	w.refuses("bert", "accept "+id, "taken")
}

// TestNobodyLeft: a challenge ends with the last friend that it was for.
func TestNobodyLeft(t *testing.T) {
	t.Parallel()
	for _, terms := range []string{"@bert @carl illustrated", "@bert illustrated computer"} {
		t.Run(terms, func(t *testing.T) {
			w := introduced(t, "bert", "carl")
			w.mustSay("anna", "challenge "+terms)
			id := w.challenge()
			guests := slices.DeleteFunc([]string{"carl", "bert"}, func(who string) bool { return !strings.Contains(terms, who) })
			for _, who := range guests {
				w.mustSay(who, "decline "+id+" shorter")
			}
			w.wait(public, func(s chat.Screen) bool {
				return s.Ended && contains(said("closed.shorter", "Guest", isolated("bert")))(s)
			})
			w.mustSay("anna", "challenge bamberger")
		})
	}
}

// TestWithdrawnWithCompany: who sat there already, and was heard in private,
// learns that nothing comes of it; likewise when a day has passed.
func TestWithdrawnWithCompany(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, why string
		do        func(*world, string)
	}{
		{"withdrawn", "closed.withdrawn", func(w *world, id string) { w.mustSay("anna", "decline "+id) }},
		{"expired", "closed.expired", func(w *world, _ string) {
			w.now.Add(int64((25 * time.Hour).Seconds()))
			w.restart()
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			w.mustSay("anna", "challenge illustrated")
			id := w.challenge()
			in := press("bert", w.newID(), "accept "+id)
			in.Chat = ""
			if a := w.input(in); a.Refused || a.Alert != said("challenge.seated")+" "+said("learn.offer") {
				t.Fatalf("bert is told %q", a.Alert)
			}
			w.panel("bert", func(s chat.Screen) bool { return line(s, "decline "+id) != "" && contains(there("bert"))(s) })
			tt.do(w, id)
			for _, place := range []chat.Place{public, private("bert")} {
				w.wait(place, func(s chat.Screen) bool { return s.Ended && contains(said(tt.why))(s) })
			}
		})
	}
}

// TestBlockedCompany: nobody sits down beside somebody who blocks them, be it
// the host or another guest; and a friend who blocks the host declines.
func TestBlockedCompany(t *testing.T) {
	t.Parallel()
	w := introduced(t, "bert", "carl")
	w.mustSay("bert", "block @carl")
	w.mustSay("anna", "challenge illustrated")
	id := w.challenge()
	w.mustSay("bert", "accept "+id)
	w.refuses("carl", "accept "+id, "not-for-you")
	w.mustSay("dora", "accept "+id)
	w.atTable(id, "anna", "bert", "dora")
	w.refuses("anna", "block "+id, "block-whom")

	w.mustSay("emil", "challenge @bert @carl illustrated")
	id = w.challenge()
	w.mustSay("bert", "block "+id)
	w.wait(public, func(s chat.Screen) bool {
		return contains(said("closed.now", "Guest", isolated("bert")))(s) && contains(asked("carl"))(s)
	})
}

// TestLastSeatAtOnce: of several who take the last seat in the same moment one
// gets it.
func TestLastSeatAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("anna", "challenge illustrated")
	id := w.challenge()
	var inputs []chat.Input
	for _, who := range []string{"bert", "carl", "dora", "emil", "fred"} {
		inputs = append(inputs, press(who, who, "accept "+id))
	}
	if n := accepted(w.atOnce(inputs...)); n != 2 {
		t.Errorf("%d got one of two seats", n)
	}
	w.wait(public, isBoard)
}

// three lets anna, bert and carl sit down at a table by the rules.
func (w *world) three(rules string) string {
	w.t.Helper()
	w.mustSay("anna", "challenge @bert @carl "+rules)
	id := w.challenge()
	for _, who := range []string{"bert", "carl"} {
		w.mustSay(who, "accept "+id)
	}
	return id
}

// TestLeaveDeliveredAgain: after the computer has taken the seat over, and a restart, the
// leave and the move before it have had their effect.
func TestLeaveDeliveredAgain(t *testing.T) {
	t.Parallel()
	w := introduced(t, "bert", "carl")
	id := w.three("mayr-sedlaczek")
	who, m := w.anyMove(id, "anna", "bert", "carl")
	moved := press(who, "moving", m)
	left := press(who, "leaving", "leave "+id+" 0 yes")
	for _, in := range []chat.Input{moved, left} {
		if a := w.input(in); a.Refused {
			t.Fatal(a.Alert)
		}
	}
	w.restart()
	for _, in := range []chat.Input{moved, left} {
		w.unchanged(in.Line, func() { w.refusesInput(in, "done-already") })
	}
}

// TestMatchOfThree: a series is played to its end, counts, and everybody has to
// want the rematch, whoever is the last.
func TestMatchOfThree(t *testing.T) {
	t.Parallel()
	for _, order := range [][]string{{"carl", "anna", "bert"}, {"bert", "carl", "anna"}, {"anna", "bert", "carl"}} {
		t.Run("last "+order[2], func(t *testing.T) {
			w := introduced(t, "bert", "carl")
			id := w.three("mayr-sedlaczek points=hidden")
			w.play("anna", "bert", "carl")
			w.wait(public, isOver)
			if s := text(*w.mustSay("anna", "leaderboard illustrated").Screen); !strings.Contains(s, "anna") || !strings.Contains(s, "carl") {
				t.Errorf("the match isn't on the leaderboard:\n%s", s)
			}
			for i, who := range order {
				want := said("rematch.asked")
				if i == 2 {
					want = said("rematch.begun")
				}
				if a := w.mustSay(who, "rematch "+id); a.Alert != want {
					t.Errorf("%s is told %q, want %q", who, a.Alert, want)
				}
			}
		})
	}
}

// TestDealsOfThree: three may agree on three deals instead of a series: the board counts them, and after them the
// match is over, with nothing extra.
func TestDealsOfThree(t *testing.T) {
	t.Parallel()
	w := introduced(t, "bert", "carl")
	w.three("beck 3 deals")
	w.wait(public, contains(said("heading.deal", "Number", 1, "Length", 3)))
	w.play("anna", "bert", "carl")
	if end := text(w.wait(public, isOver)); !strings.Contains(end, said("heading.totals", "Totals", "")) || len(w.finishedDeals()) != 3 {
		t.Errorf("after %d deals:\n%s", len(w.finishedDeals()), end)
	}
}

// TestResignAmongThree: who resigns learns who gets what; the match goes on.
func TestResignAmongThree(t *testing.T) {
	t.Parallel()
	w := introduced(t, "bert", "carl")
	id := w.three("loew")
	s := w.mustSay("bert", "resign "+id).Screen
	if want := said("resign.sure.three", "Name", isolated("anna")+", "+isolated("carl")); !contains(want)(*s) {
		t.Errorf("bert is asked\n%s\nwant %s", text(*s), want)
	}
	w.mustSay("bert", line(*s, "resign "))
	w.wait(public, contains(said("summary.end.resign", "Name", "② "+isolated("bert"))))
	w.atTable(id, "anna", "bert", "carl")
}

// TestLeaveThree: the computer takes the seat over, and the match counts for
// nobody; whoever left sees no more of it, and has it in the history.
func TestLeaveThree(t *testing.T) {
	t.Parallel()
	w := introduced(t, "bert", "carl")
	id := w.three("beck")
	w.panel("carl", func(s chat.Screen) bool { return s.Panel })
	s := w.mustSay("carl", "leave "+id).Screen
	if !contains(said("leave.sure.three"))(*s) {
		t.Errorf("carl is asked\n%s", text(*s))
	}
	w.mustSay("carl", line(*s, "leave "))
	w.wait(public, contains(said("heading.taken-over", "Name", "③ "+isolated("carl"))))
	w.panel("carl", func(s chat.Screen) bool { return s.Ended && contains(said("challenge.without-you"))(s) })
	w.refuses("carl", "hand "+id, "not-seated")
	if !contains(said("history.lost"))(*w.mustSay("carl", "history").Screen) {
		t.Error("carl's history has no lost match")
	}
	w.play("anna", "bert")
	w.wait(public, isOver)
	if s := text(*w.mustSay("anna", "leaderboard illustrated").Screen); strings.Contains(s, "anna") {
		t.Errorf("the match counts:\n%s", s)
	}
}

// TestTakeOverUnderWay: a press on its way while the computer takes the seat over
// is the seat's move or nothing; afterwards no button of the seat does anything
// for who has left, and the others play on.
func TestTakeOverUnderWay(t *testing.T) {
	t.Parallel()
	for range 8 {
		w := introduced(t, "bert", "carl")
		id := w.three("beck")
		w.atTable(id, "anna", "bert", "carl")
		for move(w.hand("carl", id)) == "" {
			who, m := w.anyMove(id, "anna", "bert")
			w.mustSay(who, m)
		}
		own, m := acting(w.hand("carl", id)), move(w.hand("carl", id))
		answers := w.atOnce(press("carl", "move", m), press("carl", "leave", "leave "+id+" yes"))
		if answers[1].Refused {
			t.Fatalf("carl can't leave: %q", answers[1].Alert)
		}
		moves := w.moves(id, 0)
		i := slices.IndexFunc(moves, func(m engine.Move) bool { return m.Seat == 2 })
		if !answers[0].Refused && (i < 0 || !tellsOf("carl "+m, moves[i])) {
			t.Errorf("%q is accepted, and played is %v", m, moves)
		}
		w.unchanged("a button of who has left", func() {
			for _, l := range append(own, "undo "+id, "resign "+id+" yes", "leave "+id+" yes") {
				if a := w.says("carl", l); !a.Refused || a.Alert == "" {
					t.Fatalf("carl has left, and his %q got %+v", l, a)
				}
			}
		})
		who, m := w.anyMove(id, "anna", "bert")
		if who == "" {
			t.Fatal("nobody is asked once carl has left")
		}
		w.mustSay(who, m)
	}
}

// TestRematchWithoutLeaver: who left the match before isn't spoken of in the
// next, and isn't its host.
func TestRematchWithoutLeaver(t *testing.T) {
	t.Parallel()
	w := introduced(t, "bert", "carl")
	id := w.three("beck")
	w.atTable(id, "anna", "bert", "carl")
	w.mustSay("anna", "leave "+id+" yes")
	w.play("bert", "carl")
	w.mustSay("bert", "rematch "+id)
	w.mustSay("carl", "rematch "+id)
	type stored struct {
		Next, Host string
		Chairs     []struct{ Person, Left string }
	}
	var last, next stored
	if !w.read("table", id, &last) || !w.read("table", last.Next, &next) {
		t.Fatal("there is no rematch")
	}
	if next.Host != next.Chairs[2].Person {
		t.Errorf("the host is %q, want carl, %q", next.Host, next.Chairs[2].Person)
	}
	if s := text(w.hand("bert", last.Next)); strings.Contains(s, "anna") {
		t.Errorf("anna is still spoken of:\n%s", s)
	}
}

// TestLeaveThreeEnds: at a table that has it so the match is over for all, by
// the settlement of the rules, and counts.
func TestLeaveThreeEnds(t *testing.T) {
	t.Parallel()
	w := introduced(t, "bert", "carl")
	id := w.three("loew leaving=ends")
	s := w.mustSay("carl", "leave "+id).Screen
	if want := said("leave.sure.ends", "Name", isolated("anna")+", "+isolated("bert")); !contains(want)(*s) {
		t.Errorf("carl is asked\n%s\nwant %s", text(*s), want)
	}
	w.mustSay("carl", line(*s, "leave "))
	w.wait(public, func(s chat.Screen) bool {
		return isOver(s) && contains(said("outcome.left", "Name", "③ "+isolated("carl")))(s)
	})
	if s := text(*w.mustSay("anna", "leaderboard illustrated").Screen); !strings.Contains(s, "anna") {
		t.Errorf("the match doesn't count:\n%s", s)
	}
}

// TestLastLeavesThree: when no people are left the match is over.
func TestLastLeavesThree(t *testing.T) {
	t.Parallel()
	w := introduced(t, "bert", "carl")
	id := w.three("loew")
	for i, who := range []string{"carl", "anna", "bert"} {
		want := said("leave.sure.three")
		if i == 2 {
			want = said("leave.sure")
		}
		s := w.mustSay(who, "leave "+id).Screen
		if !contains(want)(*s) {
			t.Errorf("%s is asked\n%s\nwant %s", who, text(*s), want)
		}
		w.mustSay(who, line(*s, "leave "))
	}
	w.wait(public, isOver)
}

// TestLeavePracticeOfThree: nobody plays on.
func TestLeavePracticeOfThree(t *testing.T) {
	t.Parallel()
	for _, terms := range []string{"illustrated", "illustrated leaving=ends"} {
		w := newWorld(t)
		w.mustSay("anna", "practice "+terms)
		if s := w.mustSay("anna", "leave").Screen; !contains(said("leave.sure"))(*s) {
			t.Errorf("%s: anna is asked\n%s", terms, text(*s))
		}
	}
}

// TestOnePersonOneSeat: whoever is linked gets one seat of three, whichever of
// their identities asks; two that have sat down can't be linked meanwhile.
func TestOnePersonOneSeat(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	w.link(here, telegram)
	w.mustSay("emil", "challenge illustrated")
	id := w.challenge()
	w.must(telegram, "accept "+id)
	w.refuses("anna", "accept "+id, "sits-already")
	w.mustSay("anna", "decline "+id)
	w.wait(public, func(s chat.Screen) bool { return strings.Count(text(s), free()) == 2 })
	w.mustSay("anna", "accept "+id)
	w.must(local, "accept "+id)
	w.atTable(id, "emil", "anna")
}

// TestLinkWhileSeated: two who sit at a table that hasn't begun don't become one
// person.
func TestLinkWhileSeated(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	w.mustSay("anna", "challenge illustrated")
	id := w.challenge()
	code := w.code(here)
	w.must(telegram, "accept "+id)
	w.mustNot(telegram, code, "link-table", "Code", id)
}

// midDeal plays until somebody who didn't move last may take back, and so has to
// ask, in the seats from the first on. No moves: that never came in the match.
func (w *world) midDeal(id string, people ...string) (asker string, others []string, moves int) {
	w.t.Helper()
	w.atTable(id, people...)
	for {
		all := w.moves(id, 0)
		for i, who := range people {
			last := len(all) > 0 && all[len(all)-1].Seat == engine.Seat(i)
			if !last && slices.ContainsFunc(lines(w.hand(who, id)), isUndo) {
				return who, slices.Delete(slices.Clone(people), i, i+1), len(all)
			}
		}
		who, m := w.anyMove(id, people...)
		if m == "" {
			return "", nil, 0
		}
		w.mustSay(who, m)
	}
}

// TestUndoBesideComputer: the computer agrees to anything, but people are asked
// at its table, too, as long as there are others.
func TestUndoBesideComputer(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"challenged", "filled up", "taken over"} {
		t.Run(how, func(t *testing.T) {
			var w *world
			var id, asker string
			var others []string
			for n := 0; n == 0; asker, others, n = w.midDeal(id, "anna", "bert") {
				w = introduced(t, "bert", "carl")
				id = w.besideComputer(how)
			}
			n := len(w.moves(id, 0))
			w.mustSay(asker, "undo "+id)
			if len(w.moves(id, 0)) != n {
				t.Fatalf("%s takes back without asking %s", asker, others[0])
			}
			if a := w.mustSay(others[0], "consent yes"); a.Alert != said("undo.done") || len(w.moves(id, 0)) >= n {
				t.Errorf("%s is told %q, and %d moves of %d stay", others[0], a.Alert, len(w.moves(id, 0)), n)
			}
			w.mustSay("bert", "leave "+id+" yes")
			w.mustSay("anna", move(w.hand("anna", id)))
			n = w.movesOf(id, 0)
			w.mustSay("anna", "undo "+id)
			if got := w.movesOf(id, 0); got >= n {
				t.Errorf("anna has to ask, with nobody there: %d moves of %d", got, n)
			}
		})
	}
}

// besideComputer is a table of anna, bert and a computer player.
func (w *world) besideComputer(how string) (id string) {
	w.t.Helper()
	switch how {
	case "challenged":
		w.mustSay("anna", "challenge @bert illustrated computer")
		id = w.challenge()
		w.mustSay("bert", "accept "+id)
	case "filled up":
		w.mustSay("anna", "challenge illustrated")
		id = w.challenge()
		w.mustSay("bert", "accept "+id)
		w.mustSay("anna", "fill "+id)
	case "taken over":
		id = w.three("beck")
		w.mustSay("carl", "leave "+id+" yes")
	}
	return id
}

// TestUndoAmongThree: all have to agree, one no is enough, and while one asks
// nobody else does.
func TestUndoAmongThree(t *testing.T) {
	t.Parallel()
	w := introduced(t, "bert", "carl")
	id := w.three("loew")
	people := []string{"anna", "bert", "carl"}
	asker, others, n := w.midDeal(id, people...)
	marked := func(who string) string {
		return []string{"①", "②", "③"}[slices.Index(people, who)] + " " + isolated(who)
	}
	unchanged := func(what string) {
		t.Helper()
		if got := len(w.moves(id, 0)); got != n {
			t.Fatalf("%s: %d moves of %d", what, got, n)
		}
	}
	missing := func(who string, of ...string) {
		t.Helper()
		var names []string
		for _, one := range of {
			names = append(names, marked(one))
		}
		w.panel(who, contains(said("undo.missing", "Name", strings.Join(names, ", "))))
	}

	w.mustSay(asker, "undo "+id)
	missing(asker, others...)
	w.refuses(others[0], "undo "+id, "asked-already-undo", "Name", marked(asker))
	if a := w.mustSay(others[0], "consent yes"); a.Alert != said("undo.agreed") {
		t.Errorf("the first to agree is told %q", a.Alert)
	}
	unchanged("one has agreed")
	missing(asker, others[1])
	missing(others[0], others[1])
	w.mustSay(asker, "undo "+id) // asking again forgets no yes
	w.refuses(others[0], "consent yes", "nobody-asks")
	w.mustSay(others[1], "consent no")
	unchanged("one has refused")

	w.mustSay(asker, "undo "+id)
	w.mustSay(others[1], "consent yes")
	unchanged("the yes to an earlier request")
	if a := w.mustSay(others[0], "consent yes"); a.Alert != said("undo.done") || len(w.moves(id, 0)) >= n {
		t.Errorf("all have agreed: told %q, and %d moves of %d stay", a.Alert, len(w.moves(id, 0)), n)
	}
}
