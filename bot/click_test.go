package bot_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/storage"
)

func TestFault14DoubleClick(t *testing.T) {
	t.Parallel()
	for _, terms := range []string{"bamberger 2", "practice bamberger 2", "practice spieleversum 2", "practice bamberger contra 2"} {
		t.Run(terms, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			id, people := "", []string{"anna"}
			if strings.HasPrefix(terms, "practice ") {
				w.mustSay("anna", terms)
				id = w.tableOf("anna")
			} else {
				id = w.seat(terms, "anna", "bert")
				people = append(people, "bert")
			}
			seen := maps.Collect(w.documents("seen"))
			for n := range 60 {
				who, m := w.anyMove(id, people...)
				if who == "" {
					break
				}
				if undo := offeredLine(w.hand(who, id), "undo "); undo != "" && len(people) == 1 && n%5 == 4 {
					m = undo
				}
				in := w.in(who, m)
				inputs := []chat.Input{in, in, w.in(who, m), w.in(who, m)}
				if n := w.countEffects(inputs...); n != 1 {
					t.Fatalf("%d presses of %q had an effect, want 1", n, m)
				}
				for _, in := range inputs {
					if a := w.input(in); a.Refused && a.Alert != inEnglish("refuse.done-already") {
						t.Errorf("a second press of %q gets the answer %+v", m, a)
					}
				}
			}
			if now := maps.Collect(w.documents("seen")); len(people) > 1 && len(now) != len(seen) {
				t.Errorf("presses with a step number wrote %d documents", len(now)-len(seen))
			}
		})
	}
}

func TestFault15StaleButtons(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("bamberger contra 2", "anna", "bert")
	var old, last []string
	for state := 0; ; state++ {
		var now []string
		who, next := w.anyMove(id, "anna", "bert")
		for _, x := range []string{"anna", "bert"} {
			for _, l := range actingLines(w.hand(x, id)) {
				now = append(now, x+": "+l)
				if strings.HasPrefix(l, "consent ") && strings.HasSuffix(l, " yes") == (state%2 == 0) || strings.HasPrefix(l, "undo ") && state%9 == 8 {
					who, next = x, l
				}
			}
		}
		for _, l := range last {
			if !slices.Contains(now, l) && !slices.Contains(old, l) {
				old = append(old, l)
			}
		}
		w.expectUnchanged("an old button", func() {
			for i, l := range old {
				if i%7 != state%7 && i < len(old)-40 { // the newest always, the others in turn
					continue
				}
				presser, l, _ := strings.Cut(l, ": ")
				if a := w.says(presser, l); !a.Refused || a.Alert == "" {
					t.Fatalf("state %d: the old button %q got %+v", state, l, a)
				}
			}
		})
		if who == "" {
			break
		}
		last = now
		w.mustSay(who, next)
	}
	if !isOver(w.hand("anna", id)) {
		t.Error("the match isn't over")
	}
}

func actingLines(s chat.Screen) []string {
	var all []string
	for _, l := range offeredLines(s) {
		switch verb, _, _ := strings.Cut(l, " "); verb {
		case "do", "consent", "undo":
			all = append(all, l)
		}
	}
	if s.Choice != nil {
		all = append(all, s.Choice.Line, strings.Join(append([]string{s.Choice.Line}, bottest.SmallestChoice(s.Choice)...), " "))
		for _, o := range s.Choice.Options {
			all = append(all, s.Choice.Toggle+" "+o.Value)
		}
	}
	return all
}

func TestFault16Strangers(t *testing.T) {
	t.Parallel()
	for terms, people := range map[string][]string{"spieleversum 2": {"anna", "bert"}, "mayr-sedlaczek": {"anna", "bert", "carl"}} {
		t.Run(terms, func(t *testing.T) {
			w := newWorldWith(t, people...)
			id := w.seat(terms, people[0], people[1:]...)
			for state := range 60 {
				who, m := w.anyMove(id, people...)
				if who == "" {
					if state < 30 {
						t.Errorf("the match ended after %d moves", state)
					}
					return
				}
				w.expectUnchanged("a press of another person", func() { pressAsOthers(w, id, who, m, state, people) })
				w.mustSay(who, m)
			}
		})
	}
}

func pressAsOthers(w *world, id, mover, move string, state int, people []string) {
	w.t.Helper()
	mustRefuse := func(who, l string) chat.Answer {
		w.t.Helper()
		a := w.says(who, l)
		if !a.Refused || a.Alert == "" && a.Screen == nil {
			w.t.Fatalf("%s: %q got %+v", who, l, a)
		}
		return a
	}
	var all []string
	offered := make(map[string][]string)
	for _, who := range people {
		offered[who] = actingLines(w.hand(who, id))
		all = append(all, offered[who]...)
	}
	for _, who := range people {
		for _, l := range all {
			if !slices.Contains(offered[who], l) { // else the player has the same button
				mustRefuse(who, l)
			}
		}
	}
	for i, l := range append(all, "undo "+id, "hand "+id, "resign "+id, "resign "+id+" 0 yes", "leave "+id+" 1 yes",
		"rematch "+id, "decline "+id, "accept "+id, "confirm "+id+" 1", "pick "+id+" 1 XXI", "consent "+id+" 1 yes") {
		if a := mustRefuse(fmt.Sprint("s", (i+state)%6), l); a.Alert == "" || a.Screen != nil {
			w.t.Fatalf("a stranger's %q got %+v", l, a)
		}
	}
	place := strings.Join(strings.Fields(move)[1:3], " ")
	for _, forged := range append(forgeries(move), "do "+place+" resign", "do "+place+" timeout", "confirm "+place+" resign", "confirm "+place+" timeout") {
		if state < 12 && !slices.Contains(offered[mover], normalizedLine(forged)) { // else the forged line is another button
			mustRefuse(mover, forged)
			mustRefuse("mallory", forged)
		}
	}
}

func normalizedLine(line string) string {
	words := strings.Fields(strings.ToValidUTF8(line, ""))
	for i, w := range words {
		if strings.EqualFold(w, "IV") {
			words[i] = "IIII"
		}
	}
	return strings.Join(words, " ")
}

// forgeries returns the line with each bit flipped, truncated, and extended.
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
		if i > 0 && !strings.HasPrefix(line, "confirm") { // a shorter confirm may be valid
			all = append(all, line[:i])
		}
	}
	return append(all, line+" "+line, line+"\x00", line+" XXI")
}

func FuzzFault17Line(f *testing.F) {
	w := newWorld(f)
	id := w.seat("spieleversum 2", "anna", "bert")
	for _, words := range []string{"do %s 1 play XXI", "confirm %s 1 H4 D2", "pick %s 1 H4", "consent %s 1 yes", "leave %s 1 yes", "undo %s 1", "hand %s"} {
		f.Add(fmt.Sprintf(words, id))
	}
	storedDeal := func() string {
		doc, err := w.store.Get(context.Background(), storage.Key{Kind: "table", ID: id})
		_, deal, found := bytes.Cut(doc.Data, []byte(`"deal":`))
		return fmt.Sprint(string(deal), found, err)
	}
	before := storedDeal()
	f.Fuzz(func(t *testing.T, line string) {
		if _, err := w.bot.Handle(t.Context(), w.in("mallory", line)); err != nil {
			t.Errorf("%q: %v", line, err)
		}
		if after := storedDeal(); after != before {
			t.Errorf("%q changed the table to %s", line, after)
		}
	})
}

func isolated(who string) string {
	return "\u2068" + who + "\u2069"
}

func TestSeatsTakenAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("anna", "challenge illustrated")
	id := w.awaitChallenge()
	var inputs []chat.Input
	for _, who := range []string{"bert", "carl", "dora", "emil", "fred"} {
		inputs = append(inputs, w.in(who, "accept "+id))
	}
	if n := countAccepted(w.handleAtOnce(inputs...)); n != 2 {
		t.Errorf("%d players got a seat, want 2", n)
	}
	w.wait(public, isBoard)
	inputs = nil
	for i := range 12 {
		w.mustSay(fmt.Sprint("host", i), "challenge bamberger")
		inputs = append(inputs, w.in(fmt.Sprint("guest", i), "accept "+w.awaitChallenge()))
	}
	if n := countAccepted(w.handleAtOnce(inputs...)); n != bot.DefaultTablesPerChat-1 {
		t.Errorf("%d more matches began in the chat, want %d", n, bot.DefaultTablesPerChat-1)
	}
}
