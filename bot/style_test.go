package bot_test

import (
	"testing"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/engine"
)

// career is what somebody has reached in Kosakeln.
func (w *world) career(u chat.UserID) bot.Career {
	w.t.Helper()
	c, err := w.bot.CareerOf(w.ctx, u, "kosakeln")
	if err != nil {
		w.t.Fatal(err)
	}
	return c
}

// TestStyle: card points, contracts and announcements of the deals in a profile are
// those of their records; a match with the computer is in nobody's.
func TestStyle(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("anna", "practice bamberger 2")
	w.play("anna")
	if c := w.career(user("anna")); c.Totals.Matches > 0 || c.Stats.Deals > 0 || c.RatedMatches > 0 {
		t.Errorf("practice is in the profile: %+v", c)
	}
	seats := make(map[string][]string)
	for _, guest := range []string{"bert", "carl"} {
		seats[w.seat("anna", guest, "bamberger 4")] = []string{"anna", guest}
		w.play("anna", guest)
	}
	want := make(map[string]*bot.Career)
	for id, people := range seats {
		for n := range w.results(id) {
			count(want, people, w.results(id)[n])
		}
	}
	for who, c := range want {
		got := w.career(user(who)).Stats
		if got.Deals != c.Stats.Deals || got.Thirds != c.Stats.Thirds || got.Left != 0 {
			t.Errorf("%s has %d thirds in %d deals, want %d in %d", who, got.Thirds, got.Deals, c.Stats.Thirds, c.Stats.Deals)
		}
		made := 0
		for _, n := range got.Contracts {
			made += n.Made
		}
		if made != c.Totals.Matches { // counted there, see count
			t.Errorf("%s was declarer %d times, want %d: %+v", who, made, c.Totals.Matches, got.Contracts)
		}
	}
	w.audited()
}

// results are those of the table's deals by their records.
func (w *world) results(id string) (all []engine.Result) {
	w.t.Helper()
	for key, data := range w.documents("deal") {
		if len(key) > len(id) && key[:len(id)] == id {
			var r engine.Record
			w.decode(data, &r)
			all = append(all, *r.Result)
		}
	}
	return all
}

// count adds a deal to what is expected of the people's profiles: how often they
// were declarers, as matches.
func count(want map[string]*bot.Career, people []string, r engine.Result) {
	for s, who := range people {
		if want[who] == nil {
			want[who] = new(bot.Career)
		}
		if r.Void() {
			continue
		}
		want[who].Stats.Deals++
		want[who].Stats.Thirds += r.Thirds[s]
		if r.Declarer == engine.Seat(s) && r.Contract != 0 {
			want[who].Totals.Matches++
		}
	}
}

// TestCareer: ratings go up and down with matches, the last ones make the curve;
// people have a record against each other, with all that they are linked with.
func TestCareer(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	w.match("anna", "bert", "bamberger 2")
	w.match("anna", "bert", "bamberger 2")
	w.match("bert", "anna", "bamberger 2")
	anna, bert := w.career(user("anna")), w.career(user("bert"))
	if len(anna.Stats.Curve) != 3 || anna.Stats.Curve[1].Points <= anna.Stats.Curve[0].Points || anna.Stats.Curve[2].Points >= anna.Stats.Curve[1].Points {
		t.Errorf("anna's curve is %+v", anna.Stats.Curve)
	}
	if anna.RatedMatches == 0 || anna.Rank != 2 || bert.Rank != 1 || anna.Rating.Points >= bert.Rating.Points {
		t.Errorf("having lost to somebody so much weaker anna is %+v, bert %+v", anna, bert) // as Glicko-2 has it
	}
	if anna.Totals.Matches != 3 || anna.Totals.Won != 2 || anna.Stats.Left != 1 || bert.Stats.Left != 2 {
		t.Errorf("anna has %+v and left %d, bert left %d", anna.Totals, anna.Stats.Left, bert.Stats.Left)
	}
	w.link(user("anna"), telegram)
	if got := w.career(telegram); got.Totals != anna.Totals || got.Rank != 2 || len(got.Stats.Curve) != 3 {
		t.Errorf("linked, anna has %+v, want %+v", got, anna)
	}
	points, matches, won, drawn, err := w.bot.Between(t.Context(), telegram, user("bert"), "kosakeln")
	if err != nil || points != anna.Totals.Points || matches != 3 || won != 2 || drawn != 0 {
		t.Errorf("against bert anna has %d points in %d matches, %d won, %d drawn (%v)", points, matches, won, drawn, err)
	}
}

// TestLeaverOfThree: a match that the computer plays on in counts for nobody, but
// in the profile of who left it.
func TestLeaverOfThree(t *testing.T) {
	t.Parallel()
	w := introduced(t, "bert", "carl")
	w.three("loew")
	w.mustSay("carl", line(*w.mustSay("carl", "leave").Screen, "leave "))
	c, err := w.bot.CareerOf(t.Context(), user("carl"), "illustrated")
	if err != nil || c.Stats.Left != 1 || c.Totals.Matches != 0 {
		t.Errorf("carl's profile is %+v, %v", c, err)
	}
	w.audited()
}
