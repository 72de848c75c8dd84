package bot_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/bottest"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

const channel bot.ChatID = "fake:channel"

// world is a bot with a fake network and people who use it.
type world struct {
	t     *testing.T
	ctx   context.Context
	store storage.Store
	net   *bottest.Network
	bot   *bot.Bot
	now   atomic.Int64 // seconds
	ids   atomic.Int64
	log   *strings.Builder
	end   func() error
}

func newWorld(t *testing.T) *world {
	t.Helper()
	return startWorld(t, memory.New())
}

// startWorld starts a bot over the store.
func startWorld(t *testing.T, store storage.Store) *world {
	t.Helper()
	w := &world{t: t, store: store, log: new(strings.Builder)}
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	t.Cleanup(cancel)
	w.ctx = ctx
	w.now.Store(1_800_000_000)
	w.boot()
	return w
}

func (w *world) boot() {
	w.t.Helper()
	w.net = bottest.New("fake")
	b, err := bot.New(bot.Config{
		Store: w.store, Log: slog.New(slog.NewTextHandler(w.log, nil)), Random: rand.Reader,
		Now: func() time.Time { return time.Unix(w.now.Load(), 0) }, Language: "en",
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.bot = b
	run, stop := context.WithCancel(w.ctx)
	done := make(chan error, 1)
	go func() { done <- b.Run(run, w.net) }()
	w.end = func() error { stop(); return <-done }
	w.t.Cleanup(stop)
	select {
	case <-w.net.Ready():
	case err := <-done:
		w.t.Fatalf("bot ended at once: %v", err)
	}
}

// says hands in a line of a person in the channel.
func (w *world) says(who, line string) bot.Answer {
	w.t.Helper()
	return w.input(bot.Input{ID: w.newID(), User: user(who), Name: who, Lang: "en", Chat: channel, Line: line})
}

func (w *world) newID() string { return fmt.Sprint("in", w.ids.Add(1)) }

func (w *world) input(in bot.Input) bot.Answer {
	w.t.Helper()
	answer, err := w.bot.Handle(w.ctx, in)
	if err != nil {
		w.t.Fatalf("%s: %q: %v", in.User, in.Line, err)
	}
	return answer
}

// mustSay is says for a line that must not be refused.
func (w *world) mustSay(who, line string) bot.Answer {
	w.t.Helper()
	answer := w.says(who, line)
	if answer.Refused {
		w.t.Fatalf("%s: %q was refused: %s", who, line, answer.Alert)
	}
	return answer
}

func user(who string) bot.UserID { return bot.UserID("fake:" + who) }

func private(who string) bot.Place { return bot.Place{User: user(who)} }

var public = bot.Place{Chat: channel}

// panel waits for the person's panel to satisfy the condition.
func (w *world) panel(who string, condition func(bot.Screen) bool) bot.Screen {
	w.t.Helper()
	return w.wait(private(who), condition)
}

func (w *world) wait(place bot.Place, condition func(bot.Screen) bool) bot.Screen {
	w.t.Helper()
	var found bot.Screen
	err := w.net.Wait(w.ctx, func() bool {
		p, ok := w.net.Last(place)
		found = p.Screen
		return ok && condition(p.Screen)
	})
	if err != nil {
		w.t.Fatalf("%v: %v\nit shows:\n%s", place, err, text(found))
	}
	return found
}

func text(s bot.Screen) string {
	var b strings.Builder
	for _, l := range s.Text {
		b.WriteString(l.String() + "\n")
	}
	return b.String()
}

func contains(part string) func(bot.Screen) bool {
	return func(s bot.Screen) bool { return strings.Contains(text(s), part) }
}

// lines are what the screen's buttons hand in.
func lines(s bot.Screen) []string {
	var all []string
	for _, row := range s.Buttons {
		for _, b := range row {
			all = append(all, b.Line)
		}
	}
	return all
}

// line is the first button's line with the prefix, or "".
func line(s bot.Screen, prefix string) string {
	for _, l := range lines(s) {
		if strings.HasPrefix(l, prefix) {
			return l
		}
	}
	return ""
}

// seat lets two people sit down at a table by the rules and returns its code.
func (w *world) seat(host, guest, rules string) string {
	w.t.Helper()
	w.mustSay(guest, "help")
	w.mustSay(host, "challenge @"+guest+" "+rules)
	s := w.wait(public, func(s bot.Screen) bool { return line(s, "accept ") != "" })
	accept := line(s, "accept ")
	w.mustSay(guest, accept)
	return strings.TrimPrefix(accept, "accept ")
}

// move is one thing a panel offers: a line to hand in.
func move(s bot.Screen) string {
	if s.Choice != nil {
		return strings.Join(append([]string{s.Choice.Line}, leastOf(s.Choice)...), " ")
	}
	return line(s, "do ")
}

// leastOf is the fewest values that the choice takes: those that must go, and
// the last ones offered.
func leastOf(c *bot.Choice) []string {
	var values, others []string
	for _, o := range c.Options {
		if o.Fixed {
			values = append(values, o.Value)
		} else {
			others = append(others, o.Value)
		}
	}
	for len(values) < c.Min {
		values = append(values, others[len(others)-1])
		others = others[:len(others)-1]
	}
	return values
}

// play lets the people press the first thing they are offered until the match
// is over.
func (w *world) play(people ...string) {
	w.t.Helper()
	for range 5000 {
		moved := false
		for _, who := range people {
			s := w.mustSay(who, "hand").Screen
			if s == nil {
				w.t.Fatalf("%s has no panel", who)
			}
			if m := move(*s); m != "" {
				w.mustSay(who, m)
				moved = true
			}
			if w.over(people[0]) {
				return
			}
		}
		if !moved {
			w.t.Fatalf("nobody is offered anything:\n%s", text(*w.says(people[0], "hand").Screen))
		}
	}
	w.t.Fatal("the match doesn't end")
}

func (w *world) over(who string) bool {
	return line(*w.says(who, "games").Screen, "hand ") == ""
}

func TestMatchOfTwo(t *testing.T) {
	for _, rules := range []string{"bamberger 2", "spieleversum 2", "bamberger tactical contra 2", "bamberger easy 2", "bamberger medium 2"} {
		t.Run(rules, func(t *testing.T) {
			w := newWorld(t)
			w.seat("anna", "bert", rules)
			w.play("anna", "bert")
			w.wait(public, contains("The match is over"))
			w.panel("anna", contains("The match is over"))
			if s := text(*w.mustSay("anna", "leaderboard").Screen); !strings.Contains(s, "anna") {
				t.Errorf("the match isn't on the leaderboard:\n%s", s)
			}
		})
	}
}
