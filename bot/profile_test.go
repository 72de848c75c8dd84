package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/storage/memory"
)

// TestProfile: it tells how somebody plays and how well, what is between them and
// the reader, and leads on.
func TestProfile(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withPictures)
	w.mustSay("carl", "games")
	if s := *w.mustSay("anna", "profile").Screen; !contains(said("profile.none"))(s) || s.Picture != nil {
		t.Errorf("before the first match it is\n%s", text(s))
	}
	for range 2 {
		w.now.Add(3600)
		w.seat("anna", "bert", "bamberger 2")
		w.play("anna", "bert")
	}
	own := *w.mustSay("anna", "profile").Screen
	for _, want := range []string{"anna", said("game.kosakeln"), "2 matches", "On average", "in a deal, over 4 deals", said("call.dreiblatt")} {
		if !contains(want)(own) && want != said("call.dreiblatt") {
			t.Errorf("%q is missing in\n%s", want, text(own))
		}
	}
	if own.Picture == nil || own.Picture.Alt == "" || own.Caption == nil {
		t.Fatalf("it has the picture %+v", own.Picture)
	}
	if png, err := own.Picture.Draw(w.ctx); err != nil || len(png) == 0 {
		t.Error(err)
	}
	if strings.Contains(text(own), said("profile.challenge")) || line(own, "setup ") != "" {
		t.Error("one can challenge oneself")
	}

	theirs := *w.mustSay("bert", "profil @anna").Screen
	if !contains("You against")(theirs) || line(theirs, "setup ") != "setup kosakeln @anna" || !slices.Contains(lines(theirs), "history kosakeln @anna") {
		t.Errorf("bert sees\n%s%q", text(theirs), lines(theirs))
	}
	w.mustSay("bert", line(theirs, "setup "))
	if listed := buttonsFor(*w.mustSay("bert", "history kosakeln @anna").Screen); len(listed) != 2 {
		t.Errorf("the matches that it leads to are %q", listed)
	}
	if s := *w.mustSay("carl", "profile @anna").Screen; contains("You against")(s) {
		t.Errorf("carl, who has never played against her, sees\n%s", text(s))
	}
	if s := *w.mustSay("bert", "profile @anna strohmandeln").Screen; !contains(said("profile.none"))(s) || !contains(said("game.strohmandeln"))(s) {
		t.Errorf("of another game it is\n%s", text(s))
	}
	w.mustSay("anna", "settings text")
	if s := *w.mustSay("anna", "profile").Screen; s.Picture != nil || !contains("Rating ")(s) {
		t.Errorf("in words it is\n%s", text(s))
	}
	w.refuses("anna", "profile @nobody", "no-person", "Name", "nobody")
	if one, other := text(*w.mustSay("anna", "profile @bert").Screen), text(*w.mustSay("anna", "profile bert").Screen); one != other {
		t.Errorf("without the @ bert's is\n%s\nwith it\n%s", other, one)
	}
	w.refuses("anna", "profile nonsense", "no-term", "Term", "nonsense")
}

// TestDaysOfTheReader: days are those of the reader's time zone, in the reader's
// language.
func TestDaysOfTheReader(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withPictures)
	w.now.Store(time.Date(2027, 2, 28, 23, 30, 0, 0, time.UTC).Unix())
	w.seat("anna", "bert", "bamberger 2")
	w.play("anna", "bert")
	for _, tt := range []struct{ settings, day, month string }{
		{"settings zone UTC", "28 Feb 2027", "2027-02"},
		{"settings zone Europe/Vienna", "1 Mar 2027", "2027-03"},
		{"settings lang de", "1. März 2027", "2027-03"},
	} {
		w.mustSay("anna", tt.settings)
		if s := *w.mustSay("anna", "profile").Screen; s.Picture == nil || !strings.Contains(s.Picture.Alt, tt.day) {
			t.Errorf("after %q her rating was reached on %+v, want %s", tt.settings, s.Picture, tt.day)
		}
		for _, line := range []string{"history", "history month", "history " + tt.month} {
			if s := *w.mustSay("anna", line).Screen; !contains(tt.day)(s) {
				t.Errorf("after %q %q is\n%s\nwant %s", tt.settings, line, text(s), tt.day)
			}
		}
	}
}

// TestProfileHidden: who doesn't want to be listed is shown to themselves alone; to
// those they have played with what is between them.
func TestProfileHidden(t *testing.T) {
	t.Parallel()
	for _, wish := range []string{"hidden", "off"} {
		w := newWorld(t)
		w.seat("anna", "bert", "bamberger 2")
		w.play("anna", "bert")
		w.mustSay("bert", "profile @anna")
		w.mustSay("anna", "settings ranking "+wish)
		w.mustSay("carl", "help")
		w.refuses("carl", "profile @anna", "profile-hidden", "Name", isolated("anna"))
		s := *w.mustSay("bert", "profile @anna").Screen
		if got := strings.Split(strings.TrimRight(text(s), "\n"), "\n"); len(got) != 3 || !strings.HasPrefix(got[1], said("game.kosakeln")+" – You against "+isolated("anna")) ||
			got[2] != said("profile.hidden", "Name", isolated("anna")) || !slices.Equal(lines(s), []string{"history @anna"}) {
			t.Errorf("bert sees\n%s%q", text(s), lines(s))
		}
		if s := *w.mustSay("anna", "profile").Screen; !contains(said("profile.yours"))(s) || !contains("matches won")(s) && !contains("match won")(s) {
			t.Errorf("she sees\n%s", text(s))
		}
		if s := *w.mustSay("anna", "profile @anna").Screen; !contains(said("profile.yours"))(s) {
			t.Errorf("by her name she sees\n%s", text(s))
		}
	}
}

// TestProfileOfLinked: linked accounts have one profile, whichever is named.
func TestProfileOfLinked(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withOthers("other"))
	w.seat("anna", "bert", "bamberger 2")
	w.play("anna", "bert")
	w.must("other:anna", "games")
	w.link(user("anna"), "other:anna")
	if s := *w.must("other:anna", "profile").Screen; !contains("1 match")(s) {
		t.Errorf("there it is\n%s", text(s))
	}
}
