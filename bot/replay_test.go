package bot_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/engine"
	"tarockbot/render/describe"
)

// TestReplayButtons: the five steps stay where they are, and lead where they say.
func TestReplayButtons(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "bamberger 2")
	w.play("anna", "bert")
	code := id + "-1"
	steps := func(l string) (all []int) {
		s := *w.mustSay("carl", l).Screen
		for _, b := range s.Buttons[0] {
			n, err := strconv.Atoi(strings.Fields(b.Line)[2])
			if err != nil {
				t.Fatal(b.Line)
			}
			all = append(all, n)
		}
		return all
	}
	last := len(w.moves(id, 0))
	words := last - 32 // before the first of 16 tricks
	for at, want := range map[int][]int{
		0:           {0, 0, 1, words + 2, last},
		3:           {0, 2, 4, words + 2, last},
		words + 1:   {0, words, words + 2, words + 2, last},
		words + 2:   {0, words + 1, words + 3, words + 4, last},
		last:        {0, last - 1, last, last, last},
		last + 1000: {0, last - 1, last, last, last},
	} {
		if got := steps(fmt.Sprintf("replay %s %d", code, at)); !slices.Equal(got, want) {
			t.Errorf("at %d they lead to %d, want %d", at, got, want)
		}
	}
	s := *w.mustSay("carl", fmt.Sprintf("replay %s 3 2", code)).Screen
	for _, b := range s.Buttons[0] {
		if !strings.HasSuffix(b.Line, " 2") {
			t.Errorf("%q is no more of the second's side", b.Line)
		}
	}
}

// TestReplaySides: with all hands open everything is told; a side is told as it was
// seen, with nothing that the player didn't know. As long as the deal is played
// everybody sees their own side, and nobody else any.
func TestReplaySides(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "bamberger 2")
	who, m := w.anyMove(id, "anna", "bert")
	w.mustSay(who, m)
	first := w.moves(id, 0)[0] // what is exchanged is seen by its player alone
	told := func(viewer, side string) bool {
		s := text(*w.mustSay(viewer, "replay "+id+"-1 1 "+side).Screen)
		return strings.Contains(s, said("verb.exchange")+" "+describe.Cards(first.Action.Cards, english()))
	}
	people := []string{"anna", "bert"}
	own, other := fmt.Sprint(int(first.Seat)+1), fmt.Sprint(2-int(first.Seat))
	for _, side := range []string{"", own, other} {
		if !told(who, side) || told(people[(slices.Index(people, who)+1)%2], side) {
			t.Errorf("side %q of the deal that is played is told to others, or not to its player", side)
		}
	}
	w.refuses("carl", "replay "+id+"-1 1 "+own, "no-replay")
	w.mustSay("anna", line(*w.mustSay("anna", "resign").Screen, "resign "))
	if !told("carl", "") || !told("carl", own) || told("carl", other) {
		t.Error("after the end the sides are told wrong")
	}
}

// TestReplayPutAway: as long as a deal is played nobody finds there what they have put
// away and may not look at again: what went to the personal talon by the club's rules,
// and by Löw for the talon. What they may look at is told.
func TestReplayPutAway(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rules  string
		hidden engine.Verb
		told   engine.Verb
	}{
		{"spieleversum 2", engine.Exchange, engine.Discard},
		{"bamberger 2", 0, engine.Exchange},
		{"loew", engine.Discard, 0},
		{"mayr-sedlaczek", 0, engine.Discard},
	} {
		t.Run(c.rules, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.mustSay("bert", "help")
			w.mustSay("carl", "help")
			people, seat := []string{"anna", "bert"}, w.seatTwo
			if len(strings.Fields(c.rules)) == 1 {
				people, seat = append(people, "carl"), w.three
			}
			id := seat(c.rules)
			seats := w.untilPlay(id, people)
			moves := w.moves(id, 0)
			for _, who := range people {
				first, hidden, told := 0, "", ""
				for i, m := range moves {
					if m.Seat != seats[who] || m.Action.Cards == 0 {
						continue
					}
					words := said("verb."+m.Action.Verb.String()) + " " + describe.Cards(m.Action.Cards, english())
					switch m.Action.Verb {
					case c.hidden:
						first, hidden = i+1, words
					case c.told:
						told = words
					}
				}
				w.checkSteps(who, id+"-1", first, len(moves), hidden, told)
			}
		})
	}
}

func (w *world) seatTwo(rules string) string { return w.seat("anna", "bert", rules) }

// untilPlay does all that comes before the tricks, puts cards away where that may be,
// and says whose seat is whose.
func (w *world) untilPlay(id string, people []string) map[string]engine.Seat {
	w.t.Helper()
	seats := make(map[string]engine.Seat)
	for range 100 {
		for _, who := range people {
			s := w.hand(who, id)
			if strings.Contains(move(s), " play ") {
				return seats
			}
			l := wished(lines(s), " bid dreiblatt", " done", " talon 0", " good", " pass")
			if s.Choice != nil {
				values := leastOf(s.Choice) // announces nothing: a Without that the talon spoils ends the deal
				if strings.Contains(s.Choice.Line, " exchange") {
					values = most(s.Choice)
				}
				l = strings.TrimSpace(s.Choice.Line + " " + strings.Join(values, " "))
			}
			if l != "" {
				w.mustSay(who, l)
				moves := w.moves(id, 0)
				seats[who] = moves[len(moves)-1].Seat
			}
		}
	}
	w.t.Fatal("the tricks don't begin")
	return nil
}

// wished is the first line with the first of the endings that one has.
func wished(lines []string, endings ...string) string {
	for _, ending := range endings {
		for _, l := range lines {
			if strings.HasPrefix(l, "do ") && strings.HasSuffix(l, ending) {
				return l
			}
		}
	}
	return ""
}

// most are as many values as the choice takes: those that must go first.
func most(c *chat.Choice) []string {
	values := leastOf(c)
	for _, o := range c.Options {
		if len(values) < c.Max && !slices.Contains(values, o.Value) {
			values = append(values, o.Value)
		}
	}
	return values
}

// checkSteps: who plays the deal sees it from the first step on, whatever they ask for;
// what is hidden is told nowhere, what isn't somewhere.
func (w *world) checkSteps(who, code string, first, last int, hidden, told string) {
	w.t.Helper()
	found := told == ""
	for step := range last + 1 {
		s := *w.mustSay(who, fmt.Sprintf("replay %s %d", code, step)).Screen
		if title := said("replay.title", "Code", code, "Step", max(first, step), "Total", last); !contains(title)(s) {
			w.t.Errorf("%s asks for step %d, the first is %d:\n%s", who, step, first, text(s))
		}
		if hidden != "" && contains(hidden)(s) {
			w.t.Errorf("%s is told %q at step %d", who, hidden, step)
		}
		found = found || contains(told)(s)
		for _, b := range s.Buttons[0] {
			if n, err := strconv.Atoi(strings.Fields(b.Line)[2]); err != nil || n < first {
				w.t.Errorf("%s is led to %q, the first step is %d", who, b.Line, first)
			}
		}
	}
	if !found {
		w.t.Errorf("%s is told nowhere %q", who, told)
	}
}

// TestReplayPictures: a replay is shown in pictures, with all hands or one, and in
// words alone to who likes that.
func TestReplayPictures(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "bamberger 2")
	w.play("anna", "bert")
	withPictures(w)
	w.restart()
	last := len(w.moves(id, 0))
	seen := make(map[string]string)
	for _, l := range []string{"0", "20", "20 1", "20 2", strconv.Itoa(last)} {
		s := *w.mustSay("carl", "replay "+id+"-1 "+l).Screen
		if s.Picture == nil || s.Caption == nil || s.Picture.Alt == "" || s.Protect {
			t.Fatalf("step %s shows %+v", l, s)
		}
		if other, again := seen[s.Picture.Key]; again {
			t.Errorf("step %s looks as %s", l, other)
		}
		seen[s.Picture.Key] = l
		switch theirs := strings.Contains(s.Picture.Alt, said("picture.hand", "Name", "bert")); {
		case strings.Contains(s.Picture.Alt, said("panel.hand")):
			t.Errorf("step %s is somebody else's hand, told is %q", l, s.Picture.Alt)
		case theirs != (l == "20 2"):
			t.Errorf("step %s: is said to be bert's hand: %v", l, theirs)
		}
		if png, err := s.Picture.Draw(w.ctx); err != nil || len(png) == 0 {
			t.Errorf("step %s: %v", l, err)
		}
	}
	w.mustSay("carl", "settings text")
	if s := *w.mustSay("carl", "replay "+id+"-1 20").Screen; s.Picture != nil {
		t.Error("who likes words gets a picture")
	}
}

// TestReplayNames: whoever has a deal's code sees who played it, by the names that
// they have now.
func TestReplayNames(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "bamberger 2")
	w.play("anna", "bert")
	w.input(chat.Input{ID: w.newID(), User: user("bert"), Name: "Bertram", Lang: "en", Line: "games"})
	if s := *w.mustSay("carl", "replay "+id+"-1").Screen; !contains("Bertram")(s) || !contains("anna")(s) {
		t.Errorf("a stranger sees\n%s", text(s))
	}
	w.mustSay("carl", "practice spieleversum 2")
	practice := w.practiceTableOf("carl")
	w.mustSay("carl", line(*w.mustSay("carl", "resign "+practice).Screen, "resign "))
	if s := *w.mustSay("anna", "replay "+practice+"-1").Screen; !contains(said("name.computer.medium"))(s) || !contains("carl")(s) {
		t.Errorf("of a game with the computer a stranger sees\n%s", text(s))
	}
}

func (w *world) practiceTableOf(who string) string {
	w.t.Helper()
	return strings.Fields(line(*w.mustSay(who, "games").Screen, "hand "))[1]
}

// TestReplayHidden: where card points have to be remembered nobody steps back
// through a deal while it is played.
func TestReplayHidden(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "bamberger points=hidden 2")
	w.refuses("anna", "replay "+id+"-1", "replay-hidden")
	w.refuses("carl", "replay "+id+"-1", "no-replay")
	w.mustSay("anna", line(*w.mustSay("anna", "resign").Screen, "resign "))
	w.mustSay("anna", "replay "+id+"-1")
}

// sharing is a network on which a deal has an address.
type sharing struct{ *bottest.Network }

func (sharing) Link(line string) string {
	if code, is := strings.CutPrefix(line, "replay "); is {
		return "https://example.org/" + code
	}
	return ""
}

// TestReplayShare: a deal that is over is shown to others by an address where there
// is one, and by what is typed everywhere; one that is being played isn't.
func TestReplayShare(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "bamberger 2")
	running := *w.mustSay("anna", "replay "+id+"-1 share").Screen
	if !contains(said("replay.share.running"))(running) || strings.Contains(text(running), "replay "+id) {
		t.Errorf("of a deal that is being played is told\n%s", text(running))
	}
	w.mustSay("anna", line(*w.mustSay("anna", "resign").Screen, "resign "))
	share := line(*w.mustSay("bert", "replay "+id+"-1 0 1").Screen, "replay "+id+"-1 share")
	s := *w.mustSay("bert", share).Screen
	if !contains("replay "+id+"-1")(s) || line(s, "replay ") != "replay "+id+"-1 0 1" {
		t.Errorf("%q shows\n%s%q", share, text(s), lines(s))
	}
	if err := w.end(); err != nil {
		t.Fatal(err)
	}
	net := sharing{bottest.New("fake")}
	with := bottest.Start(w.ctx, t, bot.Config{Store: w.store}, func(*bot.Bot) chat.Platform { return net })
	<-net.Ready()
	a, err := with.Handle(w.ctx, press("bert", "other", share))
	if err != nil || a.Screen == nil || !contains("https://example.org/"+id+"-1")(*a.Screen) || !contains("replay "+id+"-1")(*a.Screen) {
		t.Errorf("%v, %+v", err, a.Screen)
	}
}

// TestReplayWithoutCode: without a code the last deals are offered, the newest
// first; who has none is told so.
func TestReplayWithoutCode(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.refuses("anna", "replay", "no-deal-yet")
	first := w.seat("anna", "bert", "bamberger 2")
	w.play("anna", "bert")
	w.wait(public, isOver)
	s := *w.mustSay("anna", "replay").Screen
	want := []string{"replay " + first + "-2", "replay " + first + "-1"}
	if got := lines(s); !slices.Equal(got, want) || !contains("bert")(s) {
		t.Fatalf("offered are %q, want %q:\n%s", got, want, text(s))
	}
	w.mustSay("anna", want[0])
}
