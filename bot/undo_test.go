package bot_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/people"
	"tarockbot/bot/tables/alarms"
	"tarockbot/storage/memory"
)

// TestUndoQuiet: a move that revealed nothing is taken back at once, and the
// old buttons of the seat are stale; the other's are not.
func TestUndoQuiet(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "bamberger 2") // picks up without looking
	before, others := w.hand("anna", id), w.hand("bert", id)
	if c := before.Choice; slices.ContainsFunc(c.Options, isFree) {
		w.mustSay("anna", c.Toggle+" "+freeOf(c).Value)
	}
	w.mustSay("anna", move(before))
	w.mustSay("anna", line(w.hand("anna", id), "undo "))
	if consent := line(w.hand("bert", id), "consent "); consent != "" {
		w.mustSay("bert", consent)
	}
	w.unchanged("an old button", func() { w.refuses("anna", move(before), "stale") })
	if now := w.hand("bert", id); now.Choice.Line != others.Choice.Line {
		t.Errorf("bert's button was %q and is %q", others.Choice.Line, now.Choice.Line)
	}
	now := w.hand("anna", id)
	for _, o := range now.Choice.Options {
		if o.Chosen && !o.Fixed {
			t.Errorf("%s is still chosen from before", o.Value)
		}
	}
	w.mustSay("anna", move(now))
}

// TestUndoByConsent: what revealed something is taken back only if the other
// agrees, and each request is answered once.
func TestUndoByConsent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "bamberger easy 2")
	w.refuses("anna", "undo "+id, "nothing-to-undo")
	w.mustSay("anna", move(w.hand("anna", id)))
	w.mustSay("bert", move(w.hand("bert", id)))
	n := len(w.moves(id, 0))

	w.mustSay("anna", "undo "+id)
	if len(w.moves(id, 0)) != n {
		t.Fatal("taken back without consent")
	}
	var first []string
	for _, l := range lines(w.hand("bert", id)) {
		if strings.HasPrefix(l, "consent ") {
			first = append(first, l)
		}
	}
	if len(first) != 2 {
		t.Fatalf("bert is offered %q, want yes and no", first)
	}
	w.unchanged("the asker's own yes", func() { w.refuses("anna", first[0], "stale") })
	w.mustSay("bert", first[1])
	w.unchanged("a yes after a no", func() { w.refuses("bert", first[0], "stale") })

	w.mustSay("anna", "undo "+id)
	w.unchanged("the yes to an earlier request", func() { w.refuses("bert", first[0], "stale") })
	w.mustSay("bert", line(w.hand("bert", id), "consent "))
	if got := len(w.moves(id, 0)); got >= n {
		t.Errorf("%d moves, want fewer than %d", got, n)
	}

	// A move ends a request.
	w.mustSay("anna", move(w.hand("anna", id)))
	w.mustSay("bert", move(w.hand("bert", id)))
	w.mustSay("bert", "undo "+id)
	yes := line(w.hand("anna", id), "consent ")
	who, m := w.anyMove(id, "bert", "anna")
	w.mustSay(who, m)
	w.unchanged("the yes after a move", func() { w.refuses("anna", yes, "stale") })
}

// TestUndoRequestShows: both sides see that somebody asks, the other is called,
// and may answer by typing. Who asked reads of a refusal, until their own next move.
func TestUndoRequestShows(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{"consent yes", "erlauben ja", "consent no"} {
		t.Run(answer, func(t *testing.T) {
			w := newWorld(t)
			id := w.seat("anna", "bert", "bamberger easy 2")
			w.refuses("bert", answer, "nobody-asks")
			w.mustSay("anna", move(w.hand("anna", id)))
			w.mustSay("bert", move(w.hand("bert", id)))
			n := len(w.moves(id, 0))
			w.mustSay("anna", "undo")
			asks := said("undo.asks", "Name", "① \u2068anna\u2069")
			w.panel("anna", contains(said("undo.waits")))
			w.panel("bert", func(s chat.Screen) bool { return contains(asks)(s) && callee(s) == user("bert") })
			if answer != "consent no" { // by which she would take it back
				w.refuses("anna", answer, "nobody-asks")
			}
			a := w.mustSay("bert", answer)
			want, back := said("undo.done"), true
			if answer == "consent no" {
				want, back = said("undo.refused"), false
			}
			if a.Alert != want || len(w.moves(id, 0)) < n != back {
				t.Errorf("got %q with %d moves of %d, want %q", a.Alert, len(w.moves(id, 0)), n, want)
			}
			denied := contains(said("undo.denied", "Name", "② \u2068bert\u2069"))
			w.panel("anna", func(s chat.Screen) bool { return !contains(said("undo.waits"))(s) && denied(s) != back })
			w.panel("bert", func(s chat.Screen) bool { return !contains(asks)(s) && !denied(s) })
			w.refuses("bert", answer, "nobody-asks")
			for who, m := "", ""; who != "anna"; {
				w.panel("anna", func(s chat.Screen) bool { return denied(s) != back })
				who, m = w.anyMove(id, "bert", "anna")
				w.mustSay(who, m)
			}
			w.panel("anna", func(s chat.Screen) bool { return !denied(s) })
		})
	}
}

// TestUndoPassedOver: who asked to take back reads that the other doesn't agree, also if
// that one just moves on, until their own next move.
func TestUndoPassedOver(t *testing.T) {
	t.Parallel()
	for _, says := range []string{"consent no", ""} {
		t.Run(says, func(t *testing.T) { passOver(t, says) })
	}
}

// passOver lets bert say that, if anything, and move on when anna asks to take back.
func passOver(t *testing.T, says string) {
	var w *world
	id := ""
	for bertBids := false; !bertBids; bertBids = move(w.hand("bert", id)) != "" {
		w = newWorld(t)
		id = w.seat("anna", "bert", "bamberger easy 2")
		w.mustSay("anna", move(w.hand("anna", id)))
		w.mustSay("bert", move(w.hand("bert", id)))
	}
	if a := w.mustSay("anna", "undo "+id); a.Alert != said("undo.asked") {
		t.Fatalf("to take back is answered %q", a.Alert)
	}
	denied := contains(said("undo.denied", "Name", "② "+isolated("bert")))
	if says != "" {
		w.mustSay("bert", says)
	}
	for move(w.hand("anna", id)) == "" {
		w.mustSay("bert", move(w.hand("bert", id)))
		if s := w.hand("anna", id); !denied(s) {
			t.Errorf("after bert has moved on anna reads\n%s", text(s))
		}
	}
	if denied(w.hand("bert", id)) {
		t.Error("who moved on reads it, too")
	}
	w.mustSay("anna", move(w.hand("anna", id)))
	if s := w.hand("anna", id); denied(s) {
		t.Errorf("after her own move anna reads\n%s", text(s))
	}
}

// TestUndoSeen: what has brought a card of another to light stays, whatever the
// others say, and no button offers to take it back.
func TestUndoSeen(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "spieleversum 2")
	may := func(who string, want bool) {
		t.Helper()
		if got := slices.ContainsFunc(lines(w.hand(who, id)), isUndo); got != want {
			t.Errorf("after %v %s may take back: %v, want %v", w.moves(id, 0), who, got, want)
		}
		if !want {
			w.unchanged("the wish", func() { w.refuses(who, "undo "+id, "undo-seen") })
		}
	}
	who, m := w.anyMove(id, "anna", "bert")
	for ; !strings.Contains(m, " play "); who, m = w.anyMove(id, "anna", "bert") {
		w.mustSay(who, m)
	}
	led := who
	w.mustSay(led, m)
	may(led, true)
	who, m = w.anyMove(id, "anna", "bert")
	may(who, false) // since the talon was turned up
	w.mustSay(who, m)
	may(led, false)
	may(who, true)
}

func isUndo(line string) bool { return strings.HasPrefix(line, "undo ") }

func TestUndoWithComputer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("anna", "practice bamberger 2")
	id := w.practiceTable()
	for w.movesOf(id, 0) < 3 {
		w.mustSay("anna", move(w.hand("anna", id)))
	}
	for n := w.movesOf(id, 0); n > 0; n-- {
		w.mustSay("anna", line(w.hand("anna", id), "undo "))
		if got := w.movesOf(id, 0); got != n-1 {
			t.Fatalf("%d moves of anna's, want %d", got, n-1)
		}
	}
	w.refuses("anna", "undo "+id, "nothing-to-undo")
}

func (w *world) practiceTable() string {
	w.t.Helper()
	return strings.Fields(line(*w.mustSay("anna", "games").Screen, "hand "))[1]
}

func TestPractice(t *testing.T) {
	t.Parallel()
	for _, terms := range []string{"spieleversum 2", "strohmandeln 2", "extended throw-in 2", "forty 2",
		"illustrated uhu", "beck trischaken", "mayr-sedlaczek"} {
		t.Run(terms, func(t *testing.T) { practice(t, terms) })
	}
}

func practice(t *testing.T, terms string) {
	w := newWorld(t)
	w.mustSay("anna", "practice "+terms)
	if posts := w.net.Posts(public); len(posts) > 0 {
		t.Errorf("a practice table is shown in the channel:\n%s", text(posts[0].Screen))
	}
	w.play("anna")
	if s := w.mustSay("anna", "leaderboard").Screen; strings.Contains(text(*s), "anna") {
		t.Errorf("practice counts:\n%s", text(*s))
	}
	s := w.mustSay("anna", "history").Screen
	if line(*s, "replay ") == "" {
		t.Fatalf("practice is not in the history:\n%s", text(*s))
	}
	for next := line(*s, "replay "); next != ""; {
		s = w.mustSay("anna", next).Screen
		if strings.Contains(text(*s), "bonus.") || strings.Contains(text(*s), "verb.") {
			t.Fatalf("a word is missing:\n%s", text(*s))
		}
		next = forward(*s)
	}
}

// forward is the line of a replay's button to the next step, "" at the end.
func forward(s chat.Screen) string {
	for _, row := range s.Buttons {
		for _, b := range row {
			if b.Label == "▶▶" && strings.Fields(b.Line)[2] != replayedTo(s) {
				return b.Line
			}
		}
	}
	return ""
}

// replayedTo is the step that a replay shows.
func replayedTo(s chat.Screen) string {
	for _, row := range s.Buttons {
		for _, b := range row {
			if strings.HasPrefix(b.Line, "replay ") && strings.Contains(b.Line, " share ") {
				return strings.Fields(b.Line)[3]
			}
		}
	}
	return ""
}

func TestResign(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "bamberger 2")
	sure := line(*w.mustSay("anna", "resign").Screen, "resign ")
	w.mustSay("anna", sure)
	w.refuses("anna", sure, "done-already")
	w.pass(time.Minute)
	w.refuses("anna", sure, "done-already") // it was for the deal before
	w.mustSay("bert", line(*w.mustSay("bert", "resign "+id).Screen, "resign "))
	w.wait(public, isOver)
	w.refuses("anna", "resign "+id, "match-over")
}

func TestLeave(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "bamberger 24")
	w.mustSay("anna", line(*w.mustSay("anna", "leave").Screen, "leave "))
	s := w.wait(public, isOver)
	if !strings.Contains(text(s), said("outcome.left", "Name", "① \u2068anna\u2069")) {
		t.Errorf("nobody is said to have left:\n%s", text(s))
	}
	w.refuses("bert", "leave "+id, "match-over")
	if board := text(*w.mustSay("bert", "leaderboard").Screen); strings.Index(board, "bert") > strings.Index(board, "anna") {
		t.Errorf("who left is above:\n%s", board)
	}
}

// TestGivingUpTyped: the second word may be typed, too.
func TestGivingUpTyped(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ line, done string }{
		{"resign yes", "resign.done"}, {"aufgeben ja", "resign.done"}, {"leave yes", "leave.done"}, {"verlassen ja", "leave.done"},
	} {
		t.Run(tt.line, func(t *testing.T) {
			w := newWorld(t)
			w.refuses("anna", tt.line, "no-such-table")
			id := w.seat("anna", "bert", "bamberger 2")
			verb, _, _ := strings.Cut(tt.line, " ")
			w.unchanged("without a yes", func() { w.mustSay("anna", verb) })
			if a := w.mustSay("anna", tt.line); a.Alert != said(tt.done) || a.Screen != nil {
				t.Errorf("got %+v, want %q", a, said(tt.done))
			}
			if tt.done == "resign.done" { // the first of two deals
				w.mustSay("bert", verb+" "+id+" yes")
			}
			w.wait(public, isOver)
		})
	}
}

// TestRematchWish: who would like a rematch is named everywhere, and the other
// is called, not the one who asked.
func TestRematchWish(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "bamberger 2")
	w.mustSay("anna", "leave yes")
	w.panel("anna", func(s chat.Screen) bool { return isOver(s) && callee(s) == "" && s.Ended })
	w.panel("bert", func(s chat.Screen) bool { return isOver(s) && callee(s) == user("bert") && s.Ended }) // told that it is over
	w.mustSay("bert", "rematch "+id)
	wish := contains(said("outcome.wants", "Name", "② \u2068bert\u2069"))
	w.panel("anna", func(s chat.Screen) bool { return wish(s) && callee(s) == user("anna") && line(s, "rematch ") != "" })
	w.panel("bert", func(s chat.Screen) bool { return wish(s) && callee(s) == "" })
	w.wait(public, func(s chat.Screen) bool { return wish(s) && callee(s) == "" })
	w.mustSay("anna", "rematch")
	if over := w.hand("anna", id); wish(over) || callee(over) != "" {
		t.Errorf("the wish is granted, but there is still\n%s", text(over))
	}
}

func TestRematch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "spieleversum 2")
	w.refuses("anna", "rematch "+id, "not-over")
	w.play("anna", "bert")
	again := line(w.wait(public, isOver), "rematch ")
	w.refuses("carl", again, "not-seated")
	w.mustSay("anna", again)
	w.mustSay("bert", "rematch")
	w.refuses("anna", again, "rematch-on")
	w.play("anna", "bert")
	var posts int
	w.wait(public, func(chat.Screen) bool { posts = len(w.net.Posts(public)); return posts == 2 })
	w.checkRecords()
}

// TestPages: the pages that anybody may ask for, in both languages, typed in
// both, and every button on them.
func TestPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "bamberger 2")
	w.play("anna", "bert")
	for _, lang := range []string{"en", "de"} {
		w.mustSay("anna", "settings lang "+lang)
		for _, l := range []string{
			"help", "/HELP", "hilfe", "help standings", "rules", "regeln", "rules course", "games", "partien", "leaderboard", "rangliste everywhere",
			"leaderboard kosakeln here", "history", "verlauf", "settings", "einstellungen", "replay " + id, "nachspielen " + id + "-2 3",
		} {
			s := w.mustSay("anna", l).Screen
			if s == nil || s.Lang != lang || len(s.Text) == 0 {
				t.Fatalf("%q in %s got %+v", l, lang, s)
			}
			for _, next := range lines(*s) {
				if strings.HasPrefix(next, "challenge") || next == "now" || strings.HasPrefix(next, "practice") || strings.HasPrefix(next, "settings") {
					continue // they change something
				}
				w.mustSay("anna", next)
			}
		}
	}
}

// TestReplaySteps: the stepper goes from the dealt hands, every word said on the
// way, to the last trick.
func TestReplaySteps(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "bamberger 2")
	w.refuses("carl", "replay "+id+"-1", "no-replay") // unfinished deals are for those who play them
	w.play("anna", "bert")
	first := text(*w.mustSay("carl", "replay "+id+"-1").Screen)
	if !strings.Contains(first, said("replay.talon", "Cards", "")) {
		t.Errorf("the beginning doesn't show the talons:\n%s", first)
	}
	seen, told := 0, ""
	for l := "replay " + id + "-1 0"; ; seen++ {
		s := *w.mustSay("carl", l).Screen
		told += text(s)
		all := lines(s)
		if l = fmt.Sprintf("replay %s-1 %d", id, seen+1); !slices.Contains(all, l) {
			break
		}
	}
	const leastWords = 4 // two exchanges, a bid, and what ends the auction
	if seen < 2*16+leastWords {
		t.Errorf("%d steps, want 32 cards and at least %d words", seen, leastWords)
	}
	for _, part := range []string{said("verb.exchange"), said("verb.play"), said("board.last")} {
		if !strings.Contains(told, part) {
			t.Errorf("the replay never tells %q", part)
		}
	}
	w.refuses("anna", "replay "+id+"-3", "no-replay")
	w.refuses("anna", "replay "+id+"-0", "no-replay")
	w.refuses("anna", "replay xyz", "no-replay")
}

// TestReplayOfRunningMatch: of a match that goes on only finished deals are
// told.
func TestReplayOfRunningMatch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "bamberger 2")
	w.mustSay("anna", line(*w.mustSay("anna", "resign").Screen, "resign "))
	w.mustSay("carl", "replay "+id+"-1")
	w.refuses("carl", "replay "+id+"-2", "no-replay")
	if s := *w.mustSay("bert", "replay "+id+"-2").Screen; !s.Protect || strings.Contains(text(s), "anna\u2069\n") {
		t.Errorf("bert sees\n%s", text(s))
	}
}

// TestTyped: a match can be played by typing, in German and English.
func TestTyped(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "bamberger 2")
	for range 400 {
		moved := false
		for i, who := range []string{"anna", "bert"} {
			s := w.hand(who, id)
			if isOver(s) {
				return
			}
			typed := typedMove(s, i == 1)
			if typed == "" {
				continue
			}
			w.mustSay(who, typed)
			moved = true
		}
		if !moved {
			t.Fatal("nobody can type a move")
		}
	}
}

// typedMove is what a person would type for the first thing offered.
func typedMove(s chat.Screen, german bool) string {
	if s.Choice != nil {
		values := strings.Join(leastOf(s.Choice), " ")
		if values == "" {
			return map[bool]string{false: "done", true: "gut"}[german]
		}
		verb := "exchange"
		if s.Choice.Confirm == said("confirm.discard") {
			verb = "discard"
		}
		if german {
			verb = map[string]string{"exchange": "tausche", "discard": "lege"}[verb]
		}
		return verb + " " + strings.ToLower(values)
	}
	do := line(s, "do ")
	if do == "" {
		return ""
	}
	fields := strings.Fields(do)[3:]
	if fields[0] == "talon" {
		return "talon " + string(fields[1][0]+1)
	}
	if german {
		if verb, ok := map[string]string{"play": "spiel", "bid": "biete", "hold": "halte", "pass": "passe"}[fields[0]]; ok {
			fields[0] = verb
		}
	}
	return strings.ToLower(strings.Join(fields, " "))
}

// TestNonsense: what nobody understands is answered kindly and changes nothing.
func TestNonsense(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "bamberger 2")
	long := strings.Repeat("x", 10<<10)
	for _, l := range []string{
		"", " ", "/", "frobnicate", long, "do", "do x", "do " + id, "do " + id + " 1", "do " + id + " x play XXI", "do " + id + " 1 play",
		"do " + id + " 99999999999999999999 play XXI", "pick", "pick " + id, "pick " + id + " 1", "confirm", "confirm " + id, "consent", "consent " + id,
		"accept ????????", "hand ../../etc", "replay " + strings.Repeat("9", 30), "settings", "settings lang xx", "settings confirm maybe", "settings x",
		"rules nothing", "\xff\xfe do", "do \x00", "undo x", "resign x", "leave x", "rematch x", "table x", "play XXI XX", "play ✈", "talon 0", "talon 99999",
		"challenge " + strings.Repeat("@", 500), "decline now now", "leaderboard whist", "challenge \u202e@bert",
	} {
		w.unchanged(fmt.Sprintf("%.40q", l), func() {
			if a := w.says("anna", l); a.Alert == "" && a.Screen == nil {
				t.Errorf("%.40q got no answer", l)
			}
		})
	}
}

// TestSettings: the language and the way to play change what the panels show,
// at once and everywhere.
func TestSettings(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seat("anna", "bert", "bamberger 2")
	w.mustSay("anna", "settings lang de")
	w.panel("anna", func(s chat.Screen) bool { return s.Lang == "de" })
	w.panel("bert", func(s chat.Screen) bool { return s.Lang == "en" })
	w.mustSay("anna", "settings lang auto")
	w.panel("anna", func(s chat.Screen) bool { return s.Lang == "en" })

	w.mustSay("anna", "settings confirm on")
	w.mustSay("bert", "settings confirm on")
	w.play("anna", "bert") // every card by choice and confirmation
	w.wait(public, isOver)
}

// TestSettingsNotYetRemembered: a table shows a setting that is stored, even if memory has the old one.
func TestSettingsNotYetRemembered(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.seat("anna", "bert", "bamberger 2")
		w.panel("anna", func(s chat.Screen) bool { return s.Lang == "en" })
		var anna people.Person
		id := w.personOf(user("anna"))
		version, err := w.bot.Services().Store.Load(t.Context(), people.KindPerson, id, &anna)
		if err != nil {
			t.Fatal(err)
		}
		anna.Lang = "de"
		doc, err := documents.Encode(people.KindPerson, id, version, anna)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.bot.Services().Store.Commit(t.Context(), append(alarms.ShowDocs(w.time(), anna.ID, "lang"), doc)...); err != nil {
			t.Fatal(err)
		}
		w.panel("anna", func(s chat.Screen) bool { return s.Lang == "de" })
	})
}

// TestSettingsDeliveredTwice: an old delivery doesn't undo a newer choice.
func TestSettingsDeliveredTwice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.input(press("anna", "1", "settings lang de"))
	w.input(press("anna", "2", "settings lang en"))
	w.input(press("anna", "1", "settings lang de"))
	if s := w.mustSay("anna", "settings").Screen; s.Lang != "en" {
		t.Errorf("the language is %s, want en", s.Lang)
	}
}

// TestTopicInWords: a page of the rules is found by what people call it.
func TestTopicInWords(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for word, topic := range map[string]string{"kontra": "contra", "Tausch": "exchange", "woerterbuch": "glossary", "points": "cards"} {
		got, want := w.mustSay("anna", "rules "+word).Screen, w.mustSay("anna", "rules "+topic).Screen
		if !samePage(text(*got), text(*want)) {
			t.Errorf("%q leads to\n%s", word, text(*got))
		}
	}
	w.refuses("anna", "rules und", "no-topic", "Topic", "und")
}

// TestExchangeNamesWhatMustGo: who leaves out a card that must go reads which, and
// why; whether others are chosen in its place or it is given up by itself.
func TestExchangeNamesWhatMustGo(t *testing.T) {
	t.Parallel()
	for seed := range byte(50) {
		w := startWorld(t, memory.New(), func(w *world) { w.random = rand.NewChaCha8([32]byte{seed}) })
		id := w.seat("anna", "bert", "bamberger 2")
		c := w.hand("anna", id).Choice
		must := slices.IndexFunc(c.Options, func(o chat.Option) bool { return o.Fixed })
		free := slices.IndexFunc(c.Options, func(o chat.Option) bool { return !o.Fixed && !slices.Contains(leastOf(c), o.Value) })
		if must < 0 || free < 0 {
			continue
		}
		fixed := c.Options[must]
		others := slices.DeleteFunc(append(leastOf(c), c.Options[free].Value), func(v string) bool { return v == fixed.Value })
		why := said("reason.others-first", "Cards", fixed.Label)
		for _, line := range []string{c.Line + " " + strings.Join(others, " "), c.Toggle + " " + fixed.Value} {
			w.unchanged(line, func() {
				if a := w.says("anna", line); !a.Refused || !strings.HasPrefix(a.Alert, why) {
					t.Errorf("%q: got %+v, want %q", line, a, why)
				}
			})
		}
		return
	}
	t.Fatal("in no deal a card had to go")
}

// TestAllMustGo: where only as many cards may go as must, all are chosen from the beginning, and stay that; one press
// puts them away.
func TestAllMustGo(t *testing.T) {
	t.Parallel()
	for seed := range byte(100) {
		w := startWorld(t, memory.New(), func(w *world) { w.random = rand.NewChaCha8([32]byte{seed}) })
		id := w.seat("anna", "bert", "bamberger 2")
		s := w.hand("anna", id)
		if c := s.Choice; len(c.Options) != c.Min {
			continue
		}
		if todo := english().Count("todo.away.all", s.Choice.Min); s.Choice.Chosen() != s.Choice.Min || !contains(todo)(s) {
			t.Errorf("%d cards are chosen of\n%s", s.Choice.Chosen(), text(s))
		}
		w.refuses("anna", s.Choice.Toggle+" "+s.Choice.Options[0].Value, "all-go")
		w.mustSay("anna", s.Choice.Line)
		if s := w.hand("anna", id); s.Choice != nil {
			t.Errorf("the cards aren't away:\n%s", text(s))
		}
		return
	}
	t.Fatal("in no deal all cards had to go")
}

// TestConfirmationsEnd: each answer to a question ends its page, and no is said as
// well as yes.
func TestConfirmationsEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "bamberger 2")
	for _, question := range []string{"resign " + id, "leave " + id, "forget"} {
		name, _, _ := strings.Cut(question, " ")
		page := w.mustSay("anna", question)
		no := ""
		for _, l := range lines(*page.Screen) {
			if strings.HasSuffix(l, " no") {
				no = l
			}
		}
		if page.Page != name || !strings.HasPrefix(no, name) {
			t.Fatalf("%q asks on the page %q with %q:\n%s", question, page.Page, no, text(*page.Screen))
		}
		w.unchanged(no, func() {
			a := w.mustSay("anna", no)
			if a.Page != name || a.Screen != nil || a.Alert != said(name+".kept") {
				t.Errorf("%q is answered %+v", no, a)
			}
		})
	}
	yes := w.mustSay("anna", line(*w.mustSay("anna", "resign "+id).Screen, "resign "))
	if yes.Page != "resign" || yes.Screen != nil {
		t.Errorf("yes is answered %+v", yes)
	}
}

// TestQuestionEnds: the page with a question ends with its answer, also if that comes
// too late, and if it is delivered again after a restart.
func TestQuestionEnds(t *testing.T) {
	t.Parallel()
	ended := func(t *testing.T, a chat.Answer, page, alert string) {
		t.Helper()
		if a.Page != page || a.Screen != nil || a.Alert != alert {
			t.Errorf("it is answered %+v, want the end of %s and %q", a, page, alert)
		}
	}
	t.Run("pause", func(t *testing.T) {
		w := newWorld(t)
		id := w.seat("anna", "bert", "bamberger 2")
		page := *w.mustSay("anna", "leave "+id).Screen
		who, m := w.anyMove(id, "anna", "bert")
		w.mustSay(who, m)
		ended(t, w.mustSay("anna", pauseOf(page)), "leave", said("pause.asked"))
	})
	for _, command := range []string{"leave", "resign"} {
		t.Run(command, func(t *testing.T) {
			w := newWorld(t)
			id := w.seat("anna", "bert", "bamberger 2")
			page := *w.mustSay("anna", command+" "+id).Screen
			w.mustSay("bert", "leave "+id+" yes")
			if a := w.says("anna", command+" "+id); a.Alert != said("refuse.match-over") || a.Page != "" {
				t.Errorf("to ask again is answered %+v", a)
			}
			for _, l := range lines(page) {
				switch {
				case strings.HasSuffix(l, " yes"), strings.HasSuffix(l, " pause"):
					ended(t, w.says("anna", l), command, said("refuse.match-over"))
				case strings.HasSuffix(l, " no"):
					ended(t, w.says("anna", l), command, said(command+".kept"))
				}
			}
		})
	}
	t.Run("unlink", func(t *testing.T) {
		w := newLinkWorld(t)
		w.must(here, "help")
		w.must(telegram, "help")
		w.link(here, telegram)
		yes := line(*w.must(telegram, "unlink").Screen, "unlink ")
		in := w.inputOf(telegram, yes)
		ended(t, w.input(in), "link", said("unlink.done"))
		w.restart()
		ended(t, w.input(in), "link", said("refuse.done-already"))
		ended(t, w.through(telegram, yes), "link", said("refuse.not-linked"))
	})
	t.Run("forget", func(t *testing.T) {
		w := newWorld(t)
		w.mustSay("anna", "help")
		ended(t, w.says("anna", "forget 23456789 yes"), "forget", said("refuse.forget-old"))
	})
}
