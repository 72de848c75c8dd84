package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

// clocks is a table across two networks with a clock that runs for one of its
// people, and what the others are shown of it.
type clocks struct {
	*world
	id     string
	slow   chat.UserID  // whose clock runs
	far    string       // the network of that one
	places []chat.Place // the other's board and panel
}

// newClocks plays until one alone is waited for, on the network that is not the
// world's own.
func newClocks(t *testing.T, terms string) *clocks {
	w := startWorld(t, &storagetest.Flaky{Store: memory.New()}, withOthers("telegram"), ticking)
	c := crossing{world: w, people: []chat.UserID{"fake:anna", "telegram:bert"},
		chats: map[chat.UserID]chat.ChatID{"fake:anna": channel, "telegram:bert": "telegram:group"}}
	w.mustSay("anna", "challenge "+terms)
	c.id = w.challenge()
	if a := c.input(c.press("telegram:bert", "accept "+c.id)); a.Refused {
		t.Fatal(a.Alert)
	}
	for range 50 {
		mine, theirs := c.offered(c.people[0]), c.offered(c.people[1])
		switch {
		case mine == "" && theirs != "":
			synctest.Wait()
			return &clocks{world: w, id: c.id, slow: c.people[1], far: "telegram", places: []chat.Place{public, {User: c.people[0]}}}
		case mine != "":
			c.input(c.press(c.people[0], mine))
		}
	}
	t.Fatal("anna is waited for all the time")
	return nil
}

// deadline is how it is told when so much time is left.
func (c *clocks) deadline(left time.Duration) string {
	form := "15:04"
	if left < time.Hour {
		form = "15:04:05"
	}
	return c.time().Add(left).In(vienna).Format(form)
}

// tell checks that all places say that, and that none says the other.
func (c *clocks) tell(want, lack string) {
	c.t.Helper()
	synctest.Wait()
	for _, p := range c.places {
		post, _ := c.netOf(p).Last(p)
		if s := text(post.Screen); !strings.Contains(s, want) || lack != "" && strings.Contains(s, lack) {
			c.t.Errorf("%v shows\n%s\nwant %q, and no %q", p, s, want, lack)
		}
	}
}

var vienna = func() *time.Location {
	l, err := time.LoadLocation("Europe/Vienna")
	if err != nil {
		panic(err)
	}
	return l
}()

// TestDeadlineAfterOutage: while a network is away the boards and panels elsewhere
// say that its clocks stand still; afterwards, also if the bot was stopped, killed or
// not running meanwhile, they show the new deadline.
func TestDeadlineAfterOutage(t *testing.T) {
	t.Parallel()
	const lost = "No connection ("
	for _, live := range []bool{false, true} {
		terms, pace := "bamberger 2 1d", 24*time.Hour
		if live {
			terms, pace = "bamberger 2 pace=live", 2*time.Minute
		}
		for name, do := range map[string]func(*clocks){
			"a network": func(c *clocks) {
				c.others[c.far].Down.Store(true)
				pass(time.Hour)
				c.tell(lost, "has until")
				c.others[c.far].Down.Store(false)
			},
			"a network, and the bot is killed": func(c *clocks) {
				c.others[c.far].Down.Store(true)
				pass(time.Minute)
				c.tell(lost, "has until")
				c.store.(*storagetest.Flaky).Fail(storagetest.Failure{Err: storage.ErrFull})
				c.others[c.far].Down.Store(false)
				c.away(time.Second)
			},
			"a network, and the disk is full once": func(c *clocks) {
				c.others[c.far].Down.Store(true)
				pass(time.Minute)
				c.tell(lost, "has until")
				c.store.(*storagetest.Flaky).Fail(storagetest.Failure{Err: storage.ErrFull})
				c.others[c.far].Down.Store(false)
			},
			"the bot":             func(c *clocks) { c.away(time.Hour) },
			"a clock that is set": func(c *clocks) { c.pass(time.Hour) },
		} {
			t.Run(strings.Join([]string{name, terms}, " "), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					c := newClocks(t, terms)
					before := c.deadline(pace)
					c.tell(before, lost)
					do(c)
					pass(20 * time.Second)
					c.tell("has until", lost)
					c.tell("has until", before)
				})
			})
		}
	}
}

// TestDeadlinesAreMoments: wherever a deadline is told, a network that tells moments
// better has it, and the words have its zone.
func TestDeadlinesAreMoments(t *testing.T) {
	t.Parallel()
	clocked(t, func(w *world) {
		id := w.seat("anna", "bert", "spieleversum 2 1d")
		w.seat("bert", "anna", "spieleversum 2 1d")
		synctest.Wait()
		shown := map[string]chat.Screen{"the board": w.wait(public, contains("until")), "the panel": w.hand("anna", id)}
		call := w.panel("anna", func(s chat.Screen) bool { return s.Call != nil }).Call
		lines := map[string][]chat.Line{"the call": {call.Text}}
		w.mustSay("bert", "away 3")
		shown["the absence"] = *w.mustSay("bert", "away").Screen
		for where, s := range shown {
			lines[where] = s.Text
		}
		for where, text := range lines {
			told := 0
			for _, l := range text {
				for _, s := range l {
					if !s.At.IsZero() && s.At.After(w.time()) && strings.HasSuffix(s.Text, "(Vienna)") {
						told++
					}
				}
			}
			if told == 0 || strings.Count(textOf(text), "(Vienna)") != told {
				t.Errorf("%s has %d moments:\n%s", where, told, textOf(text))
			}
		}
	})
}
