package bot_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
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

// TestRatedKilled: wherever the process dies while a match ends, it counts and is
// rated once, and never as long as it goes on.
func TestRatedKilled(t *testing.T) {
	t.Parallel()
	for _, applied := range []bool{false, true} {
		for dies := range int64(4) {
			synctest.Test(t, func(t *testing.T) {
				store := &mortal{Flaky: &storagetest.Flaky{Store: memory.New()}, how: storagetest.Failure{Err: storage.ErrUncertain, Applied: applied}}
				w := startWorld(t, store)
				id := w.seat("bamberger 2", "anna", "bert")
				synctest.Wait()
				store.left.Store(dies + 1)
				_, err := w.bot.Handle(w.ctx, w.in("bert", "leave "+id+" yes"))
				if (err != nil) != (dies == 0) {
					t.Errorf("died at commit %d: %v", dies+1, err)
				}
				synctest.Wait()
				if store.left.Load() <= 0 {
					_ = w.end() // it has died
					store.Reopen()
					w.boot()
				}
				var table stored
				w.read("table", id, &table)
				if over := table.Stage == "finished"; over != (w.audited().Matches == 1) {
					t.Errorf("applied %v, died at commit %d: the match is over: %v, and %d count", applied, dies+1, over, w.audited().Matches)
				}
				w.says("bert", "leave "+id+" yes")
				if n := w.audited().Matches; n != 1 {
					t.Errorf("applied %v, died at commit %d: %d matches count in the end", applied, dies+1, n)
				}
			})
		}
	}
}

// TestManyEndAtOnce: matches of the same people that end at the same moment are all
// counted and rated, each once.
func TestManyEndAtOnce(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withLimits(bot.Limits{TablesPerChat: 50, TablesPerPerson: 50, InputsPerPerson: 1 << 20, InputsPerChat: 1 << 20}))
	var inputs []chat.Input
	people := []string{"anna", "bert", "carl", "dora"}
	for i := range 12 {
		host, guest := people[i%4], people[(i+1+i/4)%4]
		id := w.seat("bamberger 2", host, guest)
		in := w.in(guest, "leave "+id+" yes")
		inputs = append(inputs, in, in) // delivered twice
	}
	if n := w.acts(inputs...); n != 12 {
		t.Errorf("%d were accepted, want 12", n)
	}
	if report := w.audited(); report.Matches != 12 {
		t.Errorf("%d matches count, want 12", report.Matches)
	}
}
