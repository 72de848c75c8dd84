package bot_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/storage"
)

// press is an input of the person in the channel with an id of one's own.
func press(who, id, line string) chat.Input {
	return chat.Input{ID: id, User: user(who), Name: who, Lang: "en", Chat: channel, Line: line}
}

// atOnce hands in all inputs at the same moment and returns the answers.
func (w *world) atOnce(inputs ...chat.Input) []chat.Answer {
	answers := make([]chat.Answer, len(inputs))
	var all sync.WaitGroup
	start := make(chan struct{})
	for i, in := range inputs {
		all.Go(func() {
			<-start
			answers[i] = w.input(in)
		})
	}
	close(start)
	all.Wait()
	return answers
}

func accepted(answers []chat.Answer) int {
	n := 0
	for _, a := range answers {
		if !a.Refused {
			n++
		}
	}
	return n
}

// acts hands in all inputs at the same moment and counts those that had an effect.
// One that is among them more than once is answered the same each time.
func (w *world) acts(inputs ...chat.Input) int {
	w.t.Helper()
	answers, first := w.atOnce(inputs...), make(map[string]chat.Answer)
	for i, in := range inputs {
		id := string(in.User) + " " + in.ID
		before, again := first[id]
		if first[id] = answers[i]; again && before != answers[i] {
			w.t.Errorf("%q is answered %+v, and delivered again %+v", in.Line, before, answers[i])
		}
	}
	return accepted(slices.Collect(maps.Values(first)))
}

// hand is the person's panel now.
func (w *world) hand(who, table string) chat.Screen {
	w.t.Helper()
	return *w.mustSay(who, "hand "+table).Screen
}

// TestFault14DoubleClick is fault 14: of presses in the same millisecond one has an
// effect, and every other is answered in private.
func TestFault14DoubleClick(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		id   func(i int) string
	}{
		{"delivered twice", func(int) string { return "same" }},
		{"pressed twice", func(i int) string { return fmt.Sprint("press", i) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			id := w.seat("anna", "bert", "bamberger 2")
			// Every kind of button: the choice, the words, the cards.
			for range 30 {
				who, line := w.anyMove(id, "anna", "bert")
				if who == "" {
					break
				}
				var inputs []chat.Input
				for i := range 6 {
					inputs = append(inputs, press(who, id+line+tt.id(i), line))
				}
				if n := w.acts(inputs...); n != 1 {
					t.Fatalf("%d of %d presses of %q had an effect, want 1", n, len(inputs), line)
				}
				for _, in := range inputs {
					if a := w.input(in); a.Refused && a.Alert != said("refuse.done-already") {
						t.Errorf("a second press of %q is answered %+v", line, a)
					}
				}
			}
		})
	}
}

// TestFault14AgainstTheComputer: the computer has answered by the time that a
// second press arrives, so that the person is asked again, maybe the same.
func TestFault14AgainstTheComputer(t *testing.T) {
	t.Parallel()
	for _, rules := range []string{"bamberger", "spieleversum", "bamberger contra"} {
		w := newWorld(t)
		w.mustSay("anna", "practice "+rules+" 2")
		table := w.practiceTable()
		random := rand.New(rand.NewPCG(1, 2))
		for range 90 {
			hand := w.hand("anna", table)
			offered := slices.DeleteFunc(lines(hand), func(l string) bool { return !strings.HasPrefix(l, "do ") })
			if m := move(hand); m != "" && hand.Choice != nil {
				offered = append(offered, m)
			}
			if len(offered) == 0 {
				break
			}
			line := offered[random.IntN(len(offered))]
			if n := accepted(w.atOnce(press("anna", "1"+line, line), press("anna", "2"+line, line))); n != 1 {
				t.Fatalf("%s: %d presses of %q had an effect, want 1", rules, n, line)
			}
		}
	}
}

// anyMove is a move that one of the people is offered, "" if none is.
func (w *world) anyMove(table string, people ...string) (who, line string) {
	w.t.Helper()
	for _, who := range people {
		if m := move(w.hand(who, table)); m != "" {
			return who, m
		}
	}
	return "", ""
}

// TestDoubleClickOfCommands: buttons that carry no step are good once as well.
func TestDoubleClickOfCommands(t *testing.T) {
	t.Parallel()
	twice := func(who, line string) []chat.Input {
		return []chat.Input{press(who, "1"+line, line), press(who, "2"+line, line)}
	}
	w := newWorld(t)
	w.mustSay("bert", "help")
	if n := accepted(w.atOnce(twice("anna", "challenge bamberger 2")...)); n != 1 {
		t.Fatalf("%d challenges, want 1", n)
	}
	id := w.challenge()
	accept := "accept " + id
	if n := accepted(w.atOnce(append(twice("bert", accept), twice("carl", accept)...)...)); n != 1 {
		t.Fatalf("%d sat down, want 1", n)
	}
	host := "bert"
	if w.says("bert", "hand "+id).Refused {
		host = "carl"
	}
	w.mustSay("anna", move(w.hand("anna", id)))
	w.mustSay(host, move(w.hand(host, id)))
	for range 2 { // two moves, so that there are two to take back
		who, m := w.anyMove(id, "anna", host)
		w.mustSay(who, m)
	}
	resign := line(*w.mustSay("anna", "resign "+id).Screen, "resign ")
	if n := accepted(w.atOnce(twice("anna", resign)...)); n != 1 {
		t.Errorf("%d deals given up, want 1", n)
	}
	leave := line(*w.mustSay("anna", "leave "+id).Screen, "leave ")
	if n := accepted(w.atOnce(twice("anna", leave)...)); n != 1 {
		t.Errorf("left %d times, want once", n)
	}
	again := line(w.wait(public, isOver), "rematch ")
	w.mustSay("anna", again)
	if n := accepted(w.atOnce(twice(host, again)...)); n != 1 {
		t.Errorf("%d rematches, want 1", n)
	}
}

// TestDoubleClickOnUndo: with the computer every move may be taken back, but
// one press takes back one.
func TestDoubleClickOnUndo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("anna", "practice bamberger 2")
	table := strings.Fields(line(*w.mustSay("anna", "games").Screen, "hand "))[1]
	for w.movesOf(table, 0) < 3 {
		w.mustSay("anna", move(w.hand("anna", table)))
	}
	before := w.movesOf(table, 0)
	undo := line(w.hand("anna", table), "undo ")
	if n := accepted(w.atOnce(press("anna", "1", undo), press("anna", "2", undo))); n != 1 {
		t.Errorf("%d presses had an effect, want 1", n)
	}
	if got := w.movesOf(table, 0); got != before-1 {
		t.Errorf("%d of anna's %d moves are left, want one less", got, before)
	}
}

// TestDeliveredTwice: a typed line carries no step, so only the input's id tells
// that it is the same act; at once, later and after a restart.
func TestDeliveredTwice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("anna", "practice bamberger 2")
	table := w.practiceTable()
	for w.movesOf(table, 0) < 4 {
		w.mustSay("anna", move(w.hand("anna", table)))
	}
	undo := press("anna", "the act", "undo")
	if w.acts(undo, undo, undo) != 1 {
		t.Error("the act is refused")
	}
	if a := w.input(undo); a.Alert != said("undo.done") || a.Refused {
		t.Errorf("delivered once more it is answered %+v", a)
	}
	w.restart()
	w.refusesInput(undo, "done-already")
	if n := w.movesOf(table, 0); n != 3 {
		t.Errorf("%d moves are left of 4, want 3", n)
	}
}

// TestPressDeliveredTwice: of a press that carries its step the table itself says that
// it had its effect: at once, after a restart, and when the match is over.
func TestPressDeliveredTwice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	table := w.seat("anna", "bert", "bamberger 2")
	seen := maps.Collect(w.documents("seen"))
	var last chat.Input
	for n := 0; ; n++ {
		who, m := w.anyMove(table, "anna", "bert")
		if who == "" {
			break
		}
		last = press(who, w.newID(), m)
		if a := w.input(last); a.Refused {
			t.Fatalf("%q is refused: %s", m, a.Alert)
		}
		if n%5 == 0 {
			w.restart()
			w.unchanged("a second delivery", func() { w.refusesInput(last, "done-already") })
		}
	}
	if now := maps.Collect(w.documents("seen")); len(now) != len(seen) {
		t.Errorf("presses that carry a step wrote %d documents of their own", len(now)-len(seen))
	}
	w.restart()
	w.unchanged("a second delivery of what ended the match", func() { w.refusesInput(last, "done-already") })
}

// TestPressedAgain: who got no answer, as the bot was killed, and presses once more hears that the
// first press has counted. Another button of that step is an old one.
func TestPressedAgain(t *testing.T) {
	t.Parallel()
	clocked(t, func(w *world) {
		table := w.seat("anna", "bert", "bamberger 2 1d")
		for range 12 {
			who, m := w.anyMove(table, "anna", "bert")
			hand := w.hand(who, table)
			w.mustSay(who, m)
			w.restart()
			w.unchanged(m, func() { w.refuses(who, m, "done-already") })
			pass(time.Hour)
			w.unchanged(m, func() { w.refuses(who, m, "done-already") })
			for _, other := range lines(hand) {
				if strings.HasPrefix(other, "do ") && other != m {
					w.unchanged(other, func() { w.refuses(who, other, "stale") })
				}
			}
		}
	})
}

// TestDeliveredAgain: an input that has counted and is delivered again, after a restart and when
// it would be refused by now, is answered by that, whatever it said.
func TestDeliveredAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("bert", "help")
	again := func(who, line string) {
		t.Helper()
		in := press(who, w.newID(), line)
		if a := w.input(in); a.Refused {
			t.Fatalf("%s: %q is refused: %s", who, line, a.Alert)
		}
		w.restart()
		w.unchanged(line, func() { w.refusesInput(in, "done-already") })
	}
	w.mustSay("anna", "challenge @bert spieleversum 2 1d")
	table := w.challenge()
	again("bert", "accept "+table)
	again("anna", move(w.hand("anna", table)))
	again("anna", line(w.hand("anna", table), "undo "))
	again("anna", "exchange 0")
	again("anna", "pause "+table)
	again("bert", line(w.hand("bert", table), "consent "))
	again("anna", line(w.hand("anna", table), "resume "))
	again("bert", "away 3")
	again("bert", "back")
	again("anna", "leave "+table+" yes")
}

// TestRefusedTwice: an input that was refused stays refused when it is
// delivered again, even if it were good by now.
func TestRefusedTwice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("bert", "help")
	early := press("bert", "early", "accept")
	first := w.input(early)
	if !first.Refused {
		t.Fatalf("nothing to accept, but got %+v", first)
	}
	w.mustSay("anna", "challenge @bert")
	w.unchanged("the second delivery", func() {
		if again := w.input(early); again != first {
			t.Errorf("delivered again: got %+v, want %+v", again, first)
		}
	})
	w.mustSay("bert", "accept")
}

// TestOthersIDs: an id is its person's; nobody can use up another's.
func TestOthersIDs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.input(press("carl", "1", "challenge"))
	w.input(press("carl", "2", "settings lang de"))
	if a := w.input(press("anna", "2", "challenge bamberger")); a.Refused {
		t.Errorf("anna's challenge got %q", a.Alert)
	}
}

// TestFault15StaleButtons is fault 15: no line of any earlier screen of a match
// changes anything at a later state, whoever hands it in.
func TestFault15StaleButtons(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "bamberger contra 2")
	old := map[string][]string{} // of each person, lines no longer offered
	last := map[string][]string{}
	for state := 0; ; state++ {
		now := map[string][]string{}
		for _, who := range []string{"anna", "bert"} {
			now[who] = acting(w.hand(who, id))
			for _, l := range last[who] {
				if !slices.Contains(now[who], l) && !slices.Contains(old[who], l) {
					old[who] = append(old[who], l)
				}
			}
		}
		w.unchanged("an old button", func() {
			for who, lines := range old {
				for i, l := range lines {
					if i%7 != state%7 && i < len(lines)-20 { // the newest always, the others in turn
						continue
					}
					if a := w.says(who, l); !a.Refused || a.Alert == "" {
						t.Fatalf("state %d: old %q got %+v", state, l, a)
					}
				}
			}
		})
		last = now
		if who, m := w.askedOrUndone(id, state); who != "" {
			w.mustSay(who, m)
			continue
		}
		if !isOver(w.hand("anna", id)) {
			t.Fatal("nobody is offered anything")
		}
		return
	}
}

// askedOrUndone is the next move; now and then a move is taken back instead.
func (w *world) askedOrUndone(table string, state int) (who, line string) {
	if isOver(w.hand("anna", table)) {
		return "", ""
	}
	for _, who := range []string{"anna", "bert"} {
		s := w.hand(who, table)
		for _, l := range lines(s) {
			if strings.HasPrefix(l, "consent ") && strings.HasSuffix(l, " yes") == (state%2 == 0) {
				return who, l
			}
		}
	}
	if who := []string{"anna", "bert"}[state%2]; state%9 == 8 {
		for _, l := range lines(w.hand(who, table)) {
			if strings.HasPrefix(l, "undo ") {
				return who, l
			}
		}
	}
	return w.anyMove(table, "anna", "bert")
}

// acting are the lines of the screen that change the table.
func acting(s chat.Screen) []string {
	var all []string
	for _, l := range lines(s) {
		switch verb, _, _ := strings.Cut(l, " "); verb {
		case "do", "consent", "undo":
			all = append(all, l)
		}
	}
	if s.Choice != nil {
		all = append(all, s.Choice.Line, strings.Join(append([]string{s.Choice.Line}, bottest.Fewest(s.Choice)...), " "))
		for _, o := range s.Choice.Options {
			all = append(all, s.Choice.Toggle+" "+o.Value)
		}
	}
	return all
}

// TestFault16Strangers is fault 16: people who don't sit at the table, and those who
// are not to move, press everything there is. Nothing changes but what their
// own screens show.
func TestFault16Strangers(t *testing.T) {
	t.Parallel()
	t.Run("two", func(t *testing.T) {
		w := newWorld(t)
		w.strangersPress(w.seat("anna", "bert", "spieleversum 2"), "anna", "bert")
	})
	t.Run("three", func(t *testing.T) {
		w := introduced(t, "bert", "carl")
		w.strangersPress(w.three("mayr-sedlaczek"), "anna", "bert", "carl")
	})
}

func (w *world) strangersPress(id string, people ...string) {
	w.t.Helper()
	strangers := []string{"s1", "s2", "s3", "s4", "s5", "s6"}
	for state := range 60 {
		var all []string
		offered := make(map[string][]string)
		for _, who := range people {
			offered[who] = acting(w.hand(who, id))
			all = append(all, offered[who]...)
		}
		own := slices.Clone(all)
		all = append(all, "undo "+id, "hand "+id, "resign "+id, "resign "+id+" 0 yes", "leave "+id+" 1 yes",
			"rematch "+id, "decline "+id, "accept "+id, "confirm "+id+" 1", "pick "+id+" 1 XXI", "consent "+id+" 1 yes")
		w.unchanged("a stranger", func() {
			for i, l := range all {
				if a := w.says(strangers[(i+state)%len(strangers)], l); !a.Refused || a.Alert == "" || a.Screen != nil {
					w.t.Fatalf("a stranger's %q got %+v", l, a)
				}
			}
			for _, who := range people { // the others' buttons
				for _, l := range own {
					if slices.Contains(offered[who], l) {
						continue // it is theirs, or all are asked the same, as in the exchange
					}
					if a := w.says(who, l); !a.Refused {
						w.t.Fatalf("%s pressed another's %q: %+v", who, l, a)
					}
				}
			}
		})
		who, m := w.anyMove(id, people...)
		if who == "" { // the match is over
			if state < 30 {
				w.t.Errorf("nobody is asked after %d moves", state)
			}
			return
		}
		w.mustSay(who, m)
	}
}

// TestGivingUpIsAskedTwice: no button of a card game gives a deal up, and
// nobody calls time on themselves.
func TestGivingUpIsAskedTwice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "bamberger 2")
	step := strings.Fields(w.hand("anna", id).Choice.Line)[2]
	w.unchanged("resigning without being asked", func() {
		for _, l := range []string{"do %s %s resign", "do %s %s timeout", "confirm %s %s resign", "confirm %s %s timeout"} {
			if a := w.says("anna", fmt.Sprintf(l, id, step)); !a.Refused {
				t.Errorf("%q got %+v", l, a)
			}
		}
		w.says("anna", "resign "+id)
	})
}

// TestFault17Forged: a button's line may be read and made by anybody. Whatever
// bit of it is changed, nothing happens that the person isn't offered.
func TestFault17Forged(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "spieleversum 2")
	for range 12 {
		who, move := w.anyMove(id, "anna", "bert")
		offered := acting(w.hand(who, id))
		place := strings.Join(strings.Fields(move)[1:3], " ") // table and step
		unsayable := []string{"do " + place + " resign", "do " + place + " timeout", "confirm " + place + " resign", "confirm " + place + " timeout"}
		w.unchanged("a forged press", func() {
			for _, forged := range append(forgeries(move), unsayable...) {
				if slices.Contains(offered, asRead(forged)) {
					continue // what is read of it is another button
				}
				for _, presser := range []string{who, "mallory"} {
					if a := w.says(presser, forged); !a.Refused || a.Alert == "" && a.Screen == nil {
						t.Fatalf("%s: %q, made of %q, got %+v", presser, forged, move, a)
					}
				}
			}
		})
		w.mustSay(who, move)
	}
}

// asRead is the line as the bot understands it: without what is no text, and with the
// one name that a tarock has besides its own.
func asRead(line string) string {
	words := strings.Fields(strings.ToValidUTF8(line, ""))
	for i, w := range words {
		if strings.EqualFold(w, "IV") {
			words[i] = "IIII"
		}
	}
	return strings.Join(words, " ")
}

// forgeries are the line with each of its bits changed, cut short, and longer.
func forgeries(line string) []string {
	var all []string
	for i := range line {
		for bit := range 8 {
			b := []byte(line)
			b[i] ^= 1 << bit
			if plain := strings.Join(strings.Fields(string(b)), " "); plain != line && !strings.EqualFold(plain, line) {
				all = append(all, string(b))
			}
		}
		if i > 0 && !strings.HasPrefix(line, "confirm") { // of a choice less may be chosen
			all = append(all, line[:i])
		}
	}
	return append(all, line+" "+line, line+"\x00", line+" XXI")
}

// FuzzFault17Line: no line that a stranger makes up does anything at a table.
func FuzzFault17Line(f *testing.F) {
	w := newWorld(f)
	id := w.seat("anna", "bert", "spieleversum 2")
	for _, words := range []string{"do %s 1 play XXI", "confirm %s 1 H4 D2", "pick %s 1 H4", "consent %s 1 yes", "leave %s 1 yes", "undo %s 1", "hand %s"} {
		f.Add(fmt.Sprintf(words, id))
	}
	stored := func() string {
		doc, err := w.store.Get(context.Background(), storage.Key{Kind: "table", ID: id})
		_, deal, found := bytes.Cut(doc.Data, []byte(`"deal":`))
		return fmt.Sprint(string(deal), found, err)
	}
	before := stored()
	var n atomic.Int64
	f.Fuzz(func(t *testing.T, line string) {
		if _, err := w.bot.Handle(t.Context(), press("mallory", fmt.Sprint(n.Add(1)), line)); err != nil {
			t.Errorf("%q: %v", line, err)
		}
		if after := stored(); after != before {
			t.Errorf("%q did %s", line, after)
		}
	})
}
