package telegram

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/telegram/telegramtest"
)

type rig struct {
	*world
	notes  double.Notes
	handle chat.Handler

	mu     sync.Mutex
	inputs []chat.Input
	end    func() error
}

// newRig runs a platform that records inputs. handle may be nil.
func newRig(t *testing.T, handle chat.Handler) *rig {
	t.Helper()
	r := stoppedRig(t)
	r.handle = handle
	r.run()
	return r
}

func stoppedRig(t *testing.T) *rig {
	t.Helper()
	c := newClock(fastStep)
	ctx, s := newTestServer(t, c)
	r := &rig{world: worldOn(t, ctx, c, s)}
	r.platform = r.open(r.config())
	return r
}

func (r *rig) config() Config {
	return Config{Vocabularies: bottest.Vocabularies(r.t), Notes: &r.notes, Log: r.log.Logger()}
}

func (r *rig) run() {
	r.t.Helper()
	ctx, cancel := context.WithCancel(r.ctx)
	done := make(chan error, 1)
	p := r.platform
	go func() { done <- p.Run(ctx, r.recordInput) }()
	r.end = sync.OnceValue(func() error { cancel(); return <-done })
	r.t.Cleanup(func() { _ = r.end() })
	r.wait("the bot's start", func() bool {
		return len(r.server.Requests("deleteWebhook"))+len(r.server.Requests("setWebhook")) > 0
	})
}

// restart restarts the platform with the same notes.
func (r *rig) restart() {
	r.t.Helper()
	if err := r.end(); err != nil {
		r.t.Fatal(err)
	}
	r.platform = r.open(r.config())
	r.run()
}

func (r *rig) recordInput(ctx context.Context, in chat.Input) (chat.Answer, error) {
	r.mu.Lock()
	r.inputs = append(r.inputs, in)
	r.mu.Unlock()
	if r.handle == nil {
		return chat.Answer{}, nil
	}
	return r.handle(ctx, in)
}

func (r *rig) received() []chat.Input {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]chat.Input(nil), r.inputs...)
}

func (r *rig) lines() []string {
	var all []string
	for _, in := range r.received() {
		all = append(all, in.Line)
	}
	return all
}

func answerWith(answer func(chat.Input) chat.Answer) chat.Handler {
	return func(_ context.Context, in chat.Input) (chat.Answer, error) { return answer(in), nil }
}

func pageHandler(name string, screen func(chat.Input) chat.Screen) chat.Handler {
	return answerWith(func(in chat.Input) chat.Answer {
		s := screen(in)
		return chat.Answer{Page: name, Screen: &s}
	})
}

// failingHandler returns a handler that fails a number of times, and the count of its calls.
func failingHandler(err error, times int32) (chat.Handler, *atomic.Int32) {
	calls := new(atomic.Int32)
	return func(context.Context, chat.Input) (chat.Answer, error) {
		if calls.Add(1) <= times {
			return chat.Answer{}, err
		}
		return chat.Answer{}, nil
	}, calls
}

func (r *rig) awaitPolls(n int) {
	r.t.Helper()
	polls := len(r.server.Requests("getUpdates"))
	r.wait("further polls", func() bool { return len(r.server.Requests("getUpdates")) >= polls+n })
}

func (r *rig) expectOneInput() {
	r.t.Helper()
	anna := r.server.Person("Anna")
	anna.Says(anna.Private(), "help")
	r.awaitConfirmed()
	if n := len(r.received()); n != 1 {
		r.t.Errorf("got %d inputs, want 1", n)
	}
}

// newPerson returns a person whose first message the bot may not have received yet.
func (r *rig) newPerson(name string) *telegramtest.Person {
	p := r.server.Person(name)
	p.Says(p.Private(), "/help")
	return p
}

// knownPerson returns a person whose first message the bot has received.
func (r *rig) knownPerson(name string) *telegramtest.Person {
	r.t.Helper()
	p := r.newPerson(name)
	r.awaitConfirmed()
	return p
}

func board(text, line string) chat.Screen {
	return chat.Screen{Lang: "en", Text: []chat.Line{{{Text: text}}}, Buttons: [][]chat.Button{{{Label: "Press", Line: line}}}}
}

func (r *rig) show(c *telegramtest.Chat, old chat.Ref, s chat.Screen) chat.Ref {
	r.t.Helper()
	got, err := r.platform.Show(r.ctx, placeOf(c), old, s)
	if err != nil {
		r.t.Fatalf("show: %v", err)
	}
	return got
}

func (r *rig) postBoard(text, line string) telegramtest.Message {
	r.t.Helper()
	r.show(r.group, "", board(text, line))
	return r.awaitText(r.group, text)
}

func (r *rig) expectShowError(c *telegramtest.Chat, old chat.Ref, s chat.Screen, want error) {
	r.t.Helper()
	if _, err := r.platform.Show(r.ctx, placeOf(c), old, s); !errors.Is(err, want) {
		r.t.Errorf("Show: got %v, want %v", err, want)
	}
}

func (r *rig) expectRetryAfter(c *telegramtest.Chat, old chat.Ref, s chat.Screen) time.Duration {
	r.t.Helper()
	var later chat.RetryAfter
	if _, err := r.platform.Show(r.ctx, placeOf(c), old, s); !errors.As(err, &later) {
		r.t.Errorf("Show: got %v, want RetryAfter", err)
	}
	return later.Wait
}

func placeOf(c *telegramtest.Chat) chat.Place {
	if c.ID > 0 {
		return chat.Place{User: userID(c.ID)}
	}
	return chat.Place{Chat: chatID(c.ID, 0)}
}

func (r *rig) receivedEvents(what chat.Event) []chat.Input {
	var all []chat.Input
	for _, in := range r.received() {
		if in.What == what {
			all = append(all, in)
		}
	}
	return all
}
