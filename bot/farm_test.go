package bot_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/storage/memory"
)

// careerOf is what somebody has reached in Kosakeln.
func careerOf(w *world, u chat.UserID) bot.Career {
	w.t.Helper()
	c, err := w.bot.CareerOf(w.ctx, u, "kosakeln")
	if err != nil {
		w.t.Fatal(err)
	}
	return c
}

// TestFault53Farming is fault 53: whatever a ring of accounts does that lose to
// one, that one gains no more in a day than 200 points as long as nobody knows how
// strong it is, and 50 afterwards.
func TestFault53Farming(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withLimits(bot.Limits{InputsPerPerson: 1 << 20, InputsPerChat: 1 << 20})) // those of ratings alone
	known, was := 0, 1_500_000
	for day := range 6 {
		most := 200_000
		if x := careerOf(w, user("farmer")); x.RatedMatches > 0 && !x.Rating.Provisional() {
			most = 50_000
			known++
		}
		ring := usually(12, 30)
		for n := range 2 * ring {
			puppet := fmt.Sprint("puppet", n%ring)
			w.seat("bamberger 2", "farmer", puppet)
			w.mustSay(puppet, "leave yes")
		}
		now := careerOf(w, user("farmer")).Rating.Points
		if gain := now - was; gain > most || gain < 10_000 {
			t.Errorf("on day %d the farmer gains %d thousandths of a point, want at most %d", day, gain, most)
		}
		was = now
		w.jump(24 * time.Hour)
	}
	if known == 0 {
		t.Error("nobody knows how strong the farmer is to the end, so that the lower limit isn't tried")
	}
	w.audited()
}

// oneBrowser is a network on which anna and bert act from one place.
type oneBrowser struct{ *bottest.Network }

func (oneBrowser) Together(_ context.Context, a, b chat.UserID) (bool, error) {
	two := []chat.UserID{"local:anna", "local:bert"}
	return a != b && slices.Contains(two, a) && slices.Contains(two, b), nil
}

// TestUnratedTogether: what two names of one browser play with each other isn't
// rated; with others it is.
func TestUnratedTogether(t *testing.T) {
	t.Parallel()
	for guest, why := range map[string]string{"bert": "unrated:together", "carl": ""} {
		w := startWorld(t, memory.New(), func(w *world) { w.more = []chat.Platform{oneBrowser{bottest.New("local")}} })
		say := func(who, line string) chat.Answer {
			in := w.in("local:"+who, line)
			in.Chat = "local:channel"
			return w.input(in)
		}
		say("anna", "challenge bamberger 2")
		if a := say(guest, "accept"); a.Refused {
			t.Fatal(a.Alert)
		}
		if all := stateOf(w); strings.Contains(all, "unrated:") != (why != "") || !strings.Contains(all, why) {
			t.Errorf("against %s it is stored\n%s\nwant %q", guest, all, why)
		}
	}
}
