package bot_test

import (
	"strings"
	"testing"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
)

// TestReplayPictures: a replay is shown in pictures, with all hands or one, and in words alone to who likes that.
func TestReplayPictures(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("bamberger 2", "anna", "bert")
	w.play("anna", "bert")
	withPictures(w)
	w.restart()
	seen := make(map[string]string)
	for _, l := range []string{"0", "20", "20 1", "20 2", "1000"} {
		s := *w.mustSay("carl", "replay "+id+"-1 "+l).Screen
		if s.Picture == nil || s.Caption == nil || s.Protect || seen[s.Picture.Key] != "" {
			t.Fatalf("step %s shows %+v, as step %q", l, s, seen[s.Picture.Key])
		}
		seen[s.Picture.Key] = l
		if alt := s.Picture.Alt; strings.Contains(alt, said("panel.hand")) || strings.Contains(alt, said("picture.hand", "Name", "bert")) != (l == "20 2") {
			t.Errorf("step %s says %q", l, alt)
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

// sharing is a network on which a deal has an address.
type sharing struct{ *bottest.Network }

func (sharing) Link(line string) string { return "https://example.org/" + line }

// TestReplayShare: a deal that is over is shared by its address where there is one.
func TestReplayShare(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("bamberger 2", "anna", "bert")
	w.mustSay("anna", "resign yes")
	if err := w.end(); err != nil {
		t.Fatal(err)
	}
	net := sharing{bottest.New("fake")}
	with := bottest.Start(w.ctx, t, bot.Config{Store: w.store}, func(*bot.Bot) chat.Platform { return net })
	<-net.Ready()
	a, err := with.Handle(w.ctx, w.in("bert", "replay "+id+"-1 share"))
	if err != nil || a.Screen == nil || !contains("https://example.org/replay "+id+"-1")(*a.Screen) {
		t.Errorf("%v, %+v", err, a.Screen)
	}
}

// atTricks plays until a trick begins and tells who leads to it and who doesn't.
func atTricks(w *world, id string) (leads, waits string) {
	w.t.Helper()
	who, m := w.anyMove(id, "anna", "bert")
	for ; !strings.Contains(m, " play "); who, m = w.anyMove(id, "anna", "bert") {
		w.mustSay(who, m)
	}
	if who == "anna" {
		return "anna", "bert"
	}
	return "bert", "anna"
}

// textOf is the lines as text, with names as they were given.
func textOf(lines []chat.Line) string {
	return strings.NewReplacer("\u2068", "", "\u2069", "").Replace(text(chat.Screen{Text: lines}))
}
