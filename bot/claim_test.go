package bot_test

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// clocked runs the test in a world whose clock goes on.
func clocked(t *testing.T, test func(*world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { test(startWorld(t, memory.New(), ticking)) })
}

// late lets the time of somebody run out at a match of the terms, and returns its
// code, who that is, and who can claim it.
func (w *world) late(terms string) (id, slow, other string) {
	w.t.Helper()
	id, slow, other = w.alone(terms)
	w.runOut(id, slow)
	return id, slow, other
}

// alone plays at a match of the terms until one alone is waited for.
func (w *world) alone(terms string) (id, slow, other string) {
	w.t.Helper()
	id = w.seat("anna", "bert", terms)
	synctest.Wait()
	for {
		waited := w.waited(id, "anna", "bert")
		switch {
		case len(waited) > 1:
			w.mustSay(waited[0], move(w.hand(waited[0], id)))
		case waited[0] == "anna":
			return id, "anna", "bert"
		default:
			return id, "bert", "anna"
		}
	}
}

// waited are those of the people who are waited for.
func (w *world) waited(id string, people ...string) (all []string) {
	w.t.Helper()
	for _, who := range people {
		if move(w.hand(who, id)) != "" {
			all = append(all, who)
		}
	}
	return all
}

// runOut lets time pass until that of a move is up.
func (w *world) runOut(id, slow string) {
	w.t.Helper()
	pass(day + 10*time.Second)
	if !strings.Contains(w.reminded(id), "3") {
		w.t.Fatalf("%s's time isn't up: %s", slow, w.reminded(id))
	}
}

// chairs are the table's, as stored.
func (w *world) chairs(id string) (chairs []storedChair) {
	w.t.Helper()
	var t struct{ Chairs []storedChair }
	w.stored("table", id, &t)
	return t.Chairs
}

// stage is how far the person's time has run out.
func (w *world) stage(id, who string) int {
	w.t.Helper()
	for _, c := range w.chairs(id) {
		if c.Name == who {
			return c.Reminded
		}
	}
	w.t.Fatalf("%s doesn't sit there", who)
	return 0
}

type storedChair struct {
	Name          string
	Robot, Absent bool
	TimedOut      int
	Reminded      int
}

// TestClaim: nobody loses by the clock alone. When the time is up the computer
// plays the rest of the deal, if another claims it, until whose time was up is back;
// a second time the match can be ended.
func TestClaim(t *testing.T) {
	t.Parallel()
	clocked(t, func(w *world) {
		id, slow, other := w.late("spieleversum 2 1d")
		w.refuses(slow, "claim "+id, "time-left")
		w.refuses(other, "claim "+id+" end", "claim-first")
		claim := line(w.hand(other, id), "claim ")
		if claim == "" || strings.HasSuffix(claim, " end") || line(w.hand(slow, id), "claim ") != "" {
			t.Fatalf("%s can press %q, %s %q", other, claim, slow, line(w.hand(slow, id), "claim "))
		}
		old := strings.Fields(claim) // as buttons were before they named the seat
		w.refuses(other, strings.Join([]string{"claim", id, old[3]}, " "), "stale")
		w.mustSay(other, claim)
		w.refuses(other, claim, "done-already")
		w.pass(time.Minute)
		w.refuses(other, claim, "done-already")
		if waited := w.waited(id, slow); len(waited) > 0 {
			t.Errorf("%q are waited for", waited)
		}
		back := line(w.hand(slow, id), "back ")
		old = strings.Fields(back)
		old[2] = "1"
		w.refuses(slow, strings.Join(old, " "), "stale")
		if back == "" || line(w.hand(other, id), "back ") != "" {
			t.Fatalf("%s can come back with %q", slow, back)
		}
		w.mustSay(slow, back)
		w.refuses(slow, back, "not-absent")
		w.until(id, slow, other)
		w.runOut(id, slow)
		w.refuses(other, claim, "stale") // it was for the first time
		end := ""
		for _, l := range lines(w.hand(other, id)) {
			if strings.HasPrefix(l, "claim ") && strings.HasSuffix(l, " end") {
				end = l
			}
		}
		w.mustSay(other, end)
		w.wait(public, isOver)
		w.wait(public, contains(said("outcome.won", "Names", w.numbered(id, other))))
		if c := w.career(user(slow)); c.Stats.TimedOut != 2 || c.Stats.Left != 1 || w.career(user(other)).Stats.TimedOut != 0 {
			t.Errorf("%s's profile has %+v", slow, c.Stats)
		}
		w.audited()
		if s := w.mustSay(other, "profile @"+slow).Screen; !contains(english().Count("profile.timed-out", 2))(*s) {
			t.Errorf("the profile shows\n%s", text(*s))
		}
	})
}

// TestClaimTooSoon: as long as any time is left nobody can claim it.
func TestClaimTooSoon(t *testing.T) {
	t.Parallel()
	clocked(t, func(w *world) {
		id, slow, other := w.alone("spieleversum 2 1d")
		for range 2 { // with half of it gone, and with most of it
			pass(day/2 - time.Minute)
			if offered := line(w.hand(other, id), "claim "); offered != "" {
				t.Errorf("%s is offered %q at stage %d", other, offered, w.stage(id, slow))
			}
			w.refuses(other, "claim "+id, "time-left")
		}
		if got := w.stage(id, slow); got != 2 {
			t.Errorf("the stage is %d: this tests nothing", got)
		}
	})
}

// until plays until the one alone is waited for.
func (w *world) until(id, one, other string) {
	w.t.Helper()
	for {
		waited := w.waited(id, one, other)
		if len(waited) == 1 && waited[0] == one {
			return
		}
		w.mustSay(other, move(w.hand(other, id)))
	}
}

// numbered is the person's name as the table shows it.
func (w *world) numbered(id, who string) string {
	w.t.Helper()
	for s, c := range w.chairs(id) {
		if c.Name == who {
			return string('①'+rune(s)) + " " + called(who)
		}
	}
	w.t.Fatalf("%s doesn't sit there", who)
	return ""
}

// TestAbsentDeal: who doesn't come back is played for until the deal is over, and
// asked again in the next.
func TestAbsentDeal(t *testing.T) {
	t.Parallel()
	clocked(t, func(w *world) {
		id, slow, other := w.late("spieleversum 2 1d")
		w.mustSay(other, "claim")
		for range 100 {
			if len(w.waited(id, slow)) > 0 {
				break
			}
			w.mustSay(other, move(w.hand(other, id)))
		}
		var table struct{ Done []any }
		w.stored("table", id, &table)
		if len(table.Done) != 1 {
			t.Errorf("%s is waited for when %d deals are over", slow, len(table.Done))
		}
		for _, c := range w.chairs(id) {
			if c.Absent || c.Name == slow && c.TimedOut != 1 {
				t.Errorf("in the next deal: %+v", c)
			}
		}
	})
}

// TestClaimSettle: where it is agreed so the deal is settled by the rules.
func TestClaimSettle(t *testing.T) {
	t.Parallel()
	clocked(t, func(w *world) {
		id, slow, other := w.late("spieleversum 2 1d settle")
		w.mustSay(other, "claim "+id)
		w.wait(public, contains(said("summary.end.timeout", "Name", w.numbered(id, slow))))
	})
}

// TestClaimThree: any of the others may claim the time; the match goes on with the
// computer when it is ended for one of three.
func TestClaimThree(t *testing.T) {
	t.Parallel()
	clocked(t, func(w *world) {
		people := []string{"anna", "bert", "carl"}
		for _, who := range people {
			w.mustSay(who, "help")
		}
		id := w.three("loew 1d")
		slow := ""
		for times := range 2 {
			waited := w.waited(id, people...)
			if slow == "" {
				slow = waited[0]
			}
			for len(waited) != 1 || waited[0] != slow {
				for _, who := range waited {
					if who != slow {
						w.mustSay(who, move(w.hand(who, id)))
						break
					}
				}
				waited = w.waited(id, people...)
			}
			w.runOut(id, slow)
			word := ""
			if times == 1 {
				word = " end"
			}
			for _, who := range people {
				if who != slow {
					w.mustSay(who, "claim "+id+word)
					break
				}
			}
			if times == 0 {
				w.mustSay(slow, "back "+id)
			}
		}
		robots := 0
		for _, c := range w.chairs(id) {
			if c.Robot {
				robots++
			}
		}
		if robots != 1 {
			t.Errorf("the computer plays in %d seats", robots)
		}
	})
}

// TestExtend: who waits can give time for one more move, also when it is up; who
// thinks can't.
func TestExtend(t *testing.T) {
	t.Parallel()
	clocked(t, func(w *world) {
		id, slow, other := w.late("spieleversum 2 1d")
		w.refuses(slow, "extend "+id, "nobody-thinks")
		w.mustSay(other, line(w.hand(other, id), "extend "))
		w.refuses(other, "claim "+id, "time-left")
		pass(day - time.Minute)
		if strings.Contains(w.reminded(id), "3") {
			t.Error("the time that was given isn't there")
		}
		pass(2 * time.Minute)
		w.mustSay(other, "extend "+id)
		if l := line(w.hand(other, id), "extend "); l != "" {
			t.Errorf("once more time can be given: %q", l)
		}
		w.refuses(other, "extend "+id, "extend-enough", "Most", 2)
		pass(day + time.Minute)
		w.refuses(other, "extend "+id, "extend-enough", "Most", 2)
		w.mustSay(other, "claim "+id)
		w.mustSay(slow, "back "+id)
		w.until(id, slow, other)
		w.mustSay(other, "extend "+id) // it is another move
	})
}

// pauseOf is the line of the page's button that asks for a pause, or "".
func pauseOf(s chat.Screen) string {
	for _, l := range lines(s) {
		if strings.HasSuffix(l, " pause") {
			return l
		}
	}
	return ""
}

// TestPause: all clocks stand still when all agree, until one resumes.
func TestPause(t *testing.T) {
	t.Parallel()
	clocked(t, func(w *world) {
		id, who := w.seatPaced("1d")
		w.mustSay("anna", "pause")
		w.mustSay("bert", "consent no")
		w.panel("anna", contains(said("pause.denied", "Name", "② \u2068bert\u2069")))
		pass(day + time.Minute)
		if !strings.Contains(w.reminded(id), "3") {
			t.Error("the clocks stand, though one said no")
		}
		w.mustSay(who, move(w.hand(who, id)))
		w.until(id, w.onTurn(id, "anna", "bert"), who)
		leaves := *w.mustSay("bert", "leave "+id).Screen
		next := w.onTurn(id, "anna", "bert")
		w.mustSay(next, move(w.hand(next, id)))
		if a := w.mustSay("bert", pauseOf(leaves)); a.Page != "leave" || a.Screen != nil || a.Alert != said("pause.asked") {
			t.Errorf("a pause instead of leaving is answered %+v", a)
		}
		w.mustSay("anna", "consent yes")
		w.refuses("anna", "pause "+id, "paused-already")
		if page := w.mustSay("anna", "leave "+id).Screen; pauseOf(*page) != "" {
			t.Errorf("a second pause is offered:\n%s", text(*page))
		}
		pass(2 * day)
		resume := line(w.hand("anna", id), "resume ")
		w.mustSay("anna", resume)
		w.refuses("anna", "resume "+id, "not-paused")
		w.mustSay("anna", "pause "+id)
		w.mustSay("bert", "consent yes")
		w.refuses("anna", resume, "stale") // it was for another pause
		w.mustSay("anna", "resume "+id)
		pass(time.Hour)
		if strings.Contains(w.reminded(id), "1") {
			t.Errorf("time has passed in the pause: %s", w.reminded(id))
		}
	})
}

// TestAskedWhileAsked: asking for the pause that another asks for agrees to it; who
// asks can take that back; what else is asked has to wait, and is told why.
func TestAskedWhileAsked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "bamberger easy 2 1d")
	for range 2 { // who takes back a request can ask anew
		w.mustSay("anna", "pause")
		withdraw := line(w.hand("anna", id), "consent ")
		if a := w.mustSay("anna", withdraw); a.Alert != said("consent.withdrawn") {
			t.Errorf("withdrawing is answered %q", a.Alert)
		}
		w.unchanged("a yes to what nobody asks any more", func() { w.refuses("bert", "consent yes", "nobody-asks") })
		w.refuses("anna", withdraw, "done-already")
		w.pass(time.Minute)
		w.refuses("anna", withdraw, "done-already")
	}
	w.mustSay("anna", "pause")
	if a := w.mustSay("anna", "pause off"); a.Alert != said("consent.withdrawn") {
		t.Errorf("pause off is answered %q", a.Alert)
	}
	w.mustSay("anna", "pause")
	w.mustSay("anna", move(w.hand("anna", id)))
	if a := w.mustSay("anna", "undo "+id); a.Alert != said("undo.done") {
		t.Errorf("what nobody has seen is taken back: %q", a.Alert)
	}
	w.mustSay("anna", move(w.hand("anna", id)))
	w.mustSay("bert", move(w.hand("bert", id)))
	w.refuses("anna", "undo "+id, "asked-yourself")
	w.refuses("bert", "undo "+id, "asked-already-pause", "Name", "① "+isolated("anna"))
	if a := w.mustSay("bert", "pause "+id); a.Alert != said("pause.done") {
		t.Errorf("to want the same agrees: %q", a.Alert)
	}
	w.mustSay("bert", "pause off")
	w.refuses("bert", "pause off", "done-already")
	w.pass(time.Minute)
	w.refuses("bert", "pause off", "done-already")
	w.refuses("anna", "pause off", "not-paused")
}

// TestBothLate: whose own time is up claims nobody's, and is called for that once.
func TestBothLate(t *testing.T) {
	t.Parallel()
	clocked(t, func(w *world) {
		id := w.seat("anna", "bert", "spieleversum 2 1d") // both exchange
		synctest.Wait()
		pass(day * 9 / 10)
		number := w.hand("anna", id).Call.Number
		pass(day / 10)
		w.runOut(id, "anna")
		for _, who := range []string{"anna", "bert"} {
			w.refuses(who, "claim "+id, "late-yourself")
			if l := line(w.hand(who, id), "claim "); l != "" {
				t.Errorf("%s is offered %q", who, l)
			}
		}
		if c := w.hand("anna", id).Call; c.Number != number {
			t.Errorf("for the same turn anna is called again: %q", c.Text)
		}
		w.mustSay("anna", move(w.hand("anna", id)))
		w.tells("anna", "games.late", "Names", isolated("bert"))
		if a := w.mustSay("anna", line(w.hand("anna", id), "claim ")); a.Alert != said("claim.computer.done", "Name", "② "+isolated("bert")) {
			t.Errorf("claiming is answered %q", a.Alert)
		}
		w.tells("bert", "games.absent")
	})
}

// tells waits for nothing: the page of the person's games says the text.
func (w *world) tells(who, id string, gaps ...any) {
	w.t.Helper()
	if page := text(*w.mustSay(who, "games").Screen); !strings.Contains(page, said(id, gaps...)) {
		w.t.Errorf("%s's games are\n%s\nwant %q", who, page, said(id, gaps...))
	}
}

// TestWaitsWhileAway: the games page says why no clock runs.
func TestWaitsWhileAway(t *testing.T) {
	t.Parallel()
	clocked(t, func(w *world) {
		w.seat("anna", "bert", "spieleversum 2 1d") // both exchange
		synctest.Wait()
		if board := w.board(); !strings.Contains(board, "(Vienna)") {
			t.Errorf("of no zone tells the board\n%s", board)
		}
		w.mustSay("anna", "away 3")
		synctest.Wait()
		w.tells("anna", "games.away", "Turn", said("games.yours"))
		w.mustSay("anna", "away off")
		w.mustSay("anna", "pause")
		w.mustSay("bert", "pause")
		w.tells("anna", "games.paused")
	})
}

// TestAway: who is away loses no time, as long as the year's days last; they end
// by themselves, and what is left over of them comes back.
func TestAway(t *testing.T) {
	t.Parallel()
	clocked(t, func(w *world) {
		id, slow := w.seatPaced("1d")
		w.refuses(slow, "away 31", "away-left", "Left", 30)
		w.refuses(slow, "away soon", "away-days", "Left", 30)
		w.refuses(slow, "away off", "not-away")
		pass(time.Hour)
		page := text(*w.mustSay(slow, "away 1").Screen)
		if want := english().Count("away.left", 29); !strings.Contains(page, want) {
			t.Errorf("gone for a day, the page says\n%s\nwant %q", page, want)
		}
		pass(day - time.Hour)
		if got := w.stage(id, slow); got != 0 {
			t.Errorf("while away the stage became %d", got)
		}
		pass(day - 2*time.Hour)
		if got := w.stage(id, slow); got != 2 {
			t.Errorf("after that it is %d", got)
		}
		w.mustSay(slow, "away 20")
		w.mustSay(slow, "away 20") // once more: it is the same days
		w.refuses(slow, "away 30", "away-left", "Left", 29)
		pass(day + time.Hour)
		page = text(*w.mustSay(slow, "back").Screen)
		if want := english().Count("away.left", 27); !strings.Contains(page, want) {
			t.Errorf("the page says\n%s\nwant %q", page, want)
		}
	})
}

// TestBackTyped: in German one word means to come back and to take a move back. Of somebody who
// is away, or for whom the computer plays, it means the first, and it never asks others for a move. Within a
// minute it costs no day.
func TestBackTyped(t *testing.T) {
	t.Parallel()
	says := func(w *world, who string) chat.Answer {
		return w.input(chat.Input{ID: w.newID(), User: user(who), Name: who, Lang: "de", Chat: channel, Line: "zurück"})
	}
	comesBack := func(w *world, days int) {
		t.Helper()
		a := says(w, "anna")
		if a.Screen == nil || !strings.Contains(text(*a.Screen), german().Say("away.back")) || !strings.Contains(text(*a.Screen), german().Count("away.left", days)) {
			t.Errorf("it is answered %+v, want %q and %d days", a, german().Say("away.back"), days)
		}
		w.refuses("anna", "away off", "not-away")
	}
	t.Run("away", func(t *testing.T) {
		clocked(t, func(w *world) {
			id := w.seat("anna", "bert", "spieleversum 2 1d")
			w.mustSay("anna", move(w.hand("anna", id))) // which she can take back
			pass(time.Minute)
			w.mustSay("anna", "away 3")
			pass(59 * time.Second)
			comesBack(w, 30)
			w.mustSay("anna", "away 3")
			pass(time.Minute)
			comesBack(w, 29)
			if len(w.moves(id, 0)) != 1 {
				t.Error("her move is taken back")
			}
		})
	})
	t.Run("she has moved meanwhile", func(t *testing.T) {
		clocked(t, func(w *world) {
			id := w.seat("anna", "bert", "spieleversum 2 1d")
			w.mustSay("anna", "away 3")
			pass(time.Second)
			w.mustSay("anna", move(w.hand("anna", id)))
			comesBack(w, 30)
			if a := says(w, "anna"); a.Alert != german().Say("undo.done") || len(w.moves(id, 0)) > 0 {
				t.Errorf("it is answered %+v", a)
			}
			if a := says(w, "anna"); a.Alert != german().Say("refuse.not-away") {
				t.Errorf("once more is answered %+v", a)
			}
		})
	})
	t.Run("the computer plays for them", func(t *testing.T) {
		clocked(t, func(w *world) {
			id, slow, other := w.late("spieleversum 2 1d")
			w.mustSay(other, "claim")
			for _, want := range []string{"back.done", "refuse.not-away"} { // said twice, it asks for no move
				if a := says(w, slow); a.Alert != german().Say(want) {
					t.Errorf("it is answered %+v, want %s", a, want)
				}
			}
			for _, c := range w.chairs(id) {
				if c.Absent {
					t.Errorf("the computer still plays for %s", c.Name)
				}
			}
		})
	})
}

// TestAwayTwice: a page about days off is good for one press.
func TestAwayTwice(t *testing.T) {
	t.Parallel()
	clocked(t, func(w *world) {
		left := func(days int) {
			t.Helper()
			page := text(*w.mustSay("anna", "away").Screen)
			if want := english().Count("away.left", days); !strings.Contains(page, want) {
				t.Errorf("the page says\n%s\nwant %q", page, want)
			}
		}
		old := line(*w.mustSay("anna", "away").Screen, "away 1 ")
		for range 5 {
			w.mustSay("anna", old)
			pass(time.Second)
		}
		pass(day + time.Hour)
		left(29)
		page := w.mustSay("anna", "away 1").Screen
		pass(day + time.Hour)
		left(28)
		w.mustSay("anna", "away 2 days")
		for _, old := range lines(*page) {
			w.mustSay("anna", old)
			pass(time.Second)
		}
		pass(2*day + time.Hour)
		left(26)
		w.mustSay("anna", "away 5")
		if s := w.mustSay("anna", line(*w.mustSay("anna", "away").Screen, "away off ")).Screen; line(*s, "away off") != "" || !strings.Contains(text(*s), said("away.back")) {
			t.Errorf("still away:\n%s", text(*s))
		}
		left(26)
	})
}

// TestAwayYears: a new year has all its days, whatever was used of the last one.
func TestAwayYears(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		december := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC).Unix()
		w := startWorld(t, memory.New(), ticking, func(w *world) { w.began = december })
		w.mustSay("anna", "away 30")
		w.refuses("anna", "away 31", "away-left", "Left", 30)
		w.pass(30*day + time.Hour)
		pass(time.Minute)
		w.refuses("anna", "away 1", "away-left", "Left", 0)
		w.pass(day)
		pass(time.Minute)
		w.mustSay("anna", "away 30")
	})
}

// TestAwayKilled: the clocks of somebody who is away stand still, also if the bot
// was killed before it could stop them.
func TestAwayKilled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := &fullFor{Store: memory.New(), kind: "table"}
		w := startWorld(t, store, ticking)
		id, who := w.seatPaced("1d")
		store.full.Store(true)
		w.says(who, "away 20")
		store.full.Store(false)
		if !strings.Contains(text(*w.mustSay(who, "away").Screen), said("button.back")) && line(*w.mustSay(who, "away").Screen, "away off") == "" {
			t.Fatal("not away at all")
		}
		pass(day)
		if got := w.stage(id, who); got != 0 {
			t.Errorf("the stage is %d", got)
		}
	})
}

// fullFor is a store that has at times no room for documents of a kind.
type fullFor struct {
	storage.Store
	kind string // "" is all
	full atomic.Bool
}

func (f *fullFor) Commit(ctx context.Context, docs ...storage.Doc) error {
	if f.full.Load() && slices.ContainsFunc(docs, func(d storage.Doc) bool { return f.kind == "" || d.Key.Kind == f.kind }) {
		return storage.ErrFull
	}
	return f.Store.Commit(ctx, docs...)
}

// TestAbandoned: what nobody touches for long is closed, and counts for nobody.
func TestAbandoned(t *testing.T) {
	t.Parallel()
	for _, pace := range []string{"none", "1d"} {
		synctest.Test(t, func(t *testing.T) {
			w := startWorld(t, memory.New(), ticking, func(w *world) { w.clocks.AbandonedDays = 1 })
			id := w.seat("anna", "bert", "spieleversum 2 pace="+pace)
			pass(day / 2)
			who := w.onTurn(id, "anna", "bert")
			w.mustSay(who, move(w.hand(who, id)))
			pass(day / 2)
			w.away(30 * day) // nobody could have touched it
			pass(day / 4)
			synctest.Wait()
			if last, _ := w.net.Last(public); contains(said("closed.abandoned"))(last.Screen) {
				t.Error("closed too soon")
			}
			pass(day / 2)
			w.wait(public, contains(said("closed.abandoned")))
			w.refuses("anna", "resign "+id+" yes", "match-over")
			if strings.Contains(w.state(), "standing ") {
				t.Error("it counts")
			}
		})
	}
}

// TestNotAbandoned: what stands still by agreement is not abandoned, and who was away
// has all the time to come back to it.
func TestNotAbandoned(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name       string
		rest, back string // what anna says before and after
	}{
		{"paused", "pause", "resume"},
		{"away", "away 1", "games"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := startWorld(t, memory.New(), ticking, func(w *world) { w.clocks.AbandonedDays = 1 })
				id := w.seat("anna", "bert", "spieleversum 2 pace=14d")
				w.mustSay("anna", tt.rest)
				if tt.rest == "pause" {
					w.mustSay("bert", "consent yes")
					pass(day)
				}
				pass(day + time.Hour)
				w.mustSay("anna", tt.back)
				pass(day / 2)
				synctest.Wait()
				if last, _ := w.net.Last(public); contains(said("closed.abandoned"))(last.Screen) {
					t.Fatal("closed too soon")
				}
				pass(day/2 + time.Hour)
				w.wait(public, contains(said("closed.abandoned")))
				w.refuses("anna", "resign "+id+" yes", "match-over")
			})
		})
	}
}
