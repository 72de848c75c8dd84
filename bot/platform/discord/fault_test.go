package discord_test

import (
	"context"
	"errors"
	"flag"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/bot/platform/discord"
	"tarockbot/bot/platform/discord/discordtest"
	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/platformtest"
)

const terms = "bamberger exchange=easy 2"

// bench is a platform without the bot.
type bench struct {
	*world
	notes    *double.Notes
	platform *discord.Platform
}

func newBench(t *testing.T, handle chat.Handler) *bench {
	t.Helper()
	return newBenchOn(t, simulated, handle)
}

func newBenchOn(t *testing.T, opt discordtest.Options, handle chat.Handler) *bench {
	t.Helper()
	b := prepareBench(t, opt)
	b.run(handle)
	return b
}

func prepareBench(t *testing.T, opt discordtest.Options) *bench {
	t.Helper()
	w := prepareWorld(t, opt)
	b := &bench{world: w, notes: new(double.Notes)}
	b.newPlatform()
	return b
}

// newPlatform creates another platform with the same notes.
func (b *bench) newPlatform() { b.platform = b.world.platform(b.notes) }

func (b *bench) run(handle chat.Handler) {
	b.t.Helper()
	run, stop := context.WithCancel(b.ctx)
	done := make(chan struct{})
	var runErr error
	go func() {
		defer close(done)
		runErr = b.platform.Run(run, handle)
	}()
	b.stop = b.endWhenIdle(func() error { stop(); <-done; return runErr })
	b.awaitReady(b.platform, done)
}

func (b *bench) restartWith(notes chat.Notes, handle chat.Handler) {
	b.t.Helper()
	if err := b.stop(); err != nil {
		b.t.Fatal(err)
	}
	b.platform = b.world.platform(notes)
	b.run(handle)
}

// newEventBench also returns a channel of the inputs that aren't lines.
func newEventBench(t *testing.T) (*bench, <-chan chat.Input) {
	t.Helper()
	events := make(chan chat.Input, 4)
	return newBench(t, func(ctx context.Context, in chat.Input) (chat.Answer, error) {
		if in.What != chat.EventSaid {
			events <- in
		}
		return echo(ctx, in)
	}), events
}

func echo(_ context.Context, in chat.Input) (chat.Answer, error) {
	return chat.Answer{Alert: in.Line}, nil
}

var (
	public = chat.Place{Chat: "discord:" + discordtest.Channel}
	direct = chat.Place{User: "discord:" + annaID}
)

func screen(text string, lines ...string) chat.Screen {
	s := chat.Screen{Lang: "en", Text: []chat.Line{{{Text: text}}}}
	for _, l := range lines {
		s.Buttons = append(s.Buttons, []chat.Button{{Label: l, Line: l}})
	}
	return s
}

func (b *bench) show(place chat.Place, old chat.Ref, s chat.Screen) chat.Ref {
	b.t.Helper()
	ref, err := b.platform.Show(b.ctx, place, old, s)
	if err != nil {
		b.t.Fatalf("show: %v", err)
	}
	return ref
}

func (b *bench) showFails(place chat.Place, old chat.Ref, s chat.Screen, want error) {
	b.t.Helper()
	if _, err := b.platform.Show(b.ctx, place, old, s); !errors.Is(err, want) {
		b.t.Errorf("Show returned %v, want %v", err, want)
	}
}

func (b *bench) showMustWait(place chat.Place, old chat.Ref, s chat.Screen) time.Duration {
	b.t.Helper()
	var later chat.RetryAfter
	if _, err := b.platform.Show(b.ctx, place, old, s); !errors.As(err, &later) {
		b.t.Errorf("Show returned %v, want a wait", err)
	}
	return later.Wait
}

func TestFault04OrderOfOnePerson(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		var lines []string
		b := newRecordingBench(t, &lines)
		b.show(public, "", screen("a board", "one", "two", "three"))
		board, _ := b.anna.Board()
		controls := discordtest.ControlsOf(board)
		var want []string
		for range 40 {
			var round []discordtest.Pressed
			for _, c := range controls {
				want = append(want, c.ID)
				round = append(round, b.anna.Start(c))
			}
			for _, pressed := range round {
				if _, err := pressed.Wait(b.ctx); err != nil {
					t.Error(err)
				}
			}
		}
		if !slices.Equal(lines, want) {
			t.Errorf("got the lines %v, want %v", lines, want)
		}
	})
}

func TestFault05SlowHandler(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b, release := newHeldBench(t)
		c := b.find(b.anna, "one")
		slow := b.anna.Start(c)
		for range 20 {
			began := time.Now()
			if answer, err := b.bert.Press(b.ctx, c); err != nil || answer != "done" || time.Since(began) > time.Second {
				t.Errorf("Bert's press took %v: answered %q, %v", time.Since(began), answer, err)
			}
			sleep(10 * time.Second)
		}
		release()
		if _, err := slow.Wait(b.ctx); err != nil {
			t.Error(err)
		}
		if n := b.server.Gateway.Identified(); n != 1 {
			t.Errorf("%d sessions, want 1", n)
		}
	})
}

// newHeldBench holds Anna's inputs until release.
func newHeldBench(t *testing.T) (b *bench, release func()) {
	t.Helper()
	held := make(chan struct{})
	b = newBench(t, func(_ context.Context, in chat.Input) (chat.Answer, error) {
		if in.User == "discord:"+annaID {
			<-held
		}
		return chat.Answer{Alert: "done"}, nil
	})
	release = sync.OnceFunc(func() { close(held) })
	t.Cleanup(release)
	b.show(public, "", screen("a board", "one"))
	return b, release
}

func TestFault06Panic(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, func(_ context.Context, in chat.Input) (chat.Answer, error) {
			if in.Line == "hand" {
				panic("a hand: XXI")
			}
			return chat.Answer{Alert: "alive"}, nil
		})
		if answer, err := b.anna.Command(b.ctx, "hand"); err != nil || !strings.Contains(answer, "nothing has changed") {
			t.Errorf("the panicking command: answered %q, %v", answer, err)
		}
		if answer, err := b.anna.Command(b.ctx, "games"); err != nil || answer != "alive" {
			t.Errorf("after the panic: %q, %v", answer, err)
		}
		b.server.Gateway.Dispatch("INTERACTION_CREATE", map[string]any{"id": 7, "type": "odd", "data": nil})
		b.server.Gateway.Dispatch("INTERACTION_CREATE", map[string]any{"id": "7", "type": 3, "token": "t", "data": map[string]any{}})
		b.server.Gateway.Dispatch("GUILD_CREATE", map[string]any{"id": 5})
		if answer, err := b.anna.Command(b.ctx, "games"); err != nil || answer != "alive" {
			t.Errorf("after odd events: %q, %v", answer, err)
		}
		if strings.Contains(b.log.String(), "XXI") {
			t.Error("the log has the panic's value")
		}
	})
}

func TestFault07GatewayAway(t *testing.T) {
	t.Parallel()
	w := newWorldOn(t, discordtest.Options{})
	w.startMatch(terms)
	moves := 0
	err := platformtest.Play(w.ctx, func() bool {
		if moves++; moves%10 == 0 && w.server.Gateway.Identified() < 5 {
			sessions := w.server.Gateway.Identified()
			w.server.Gateway.Drop()
			w.wait("a new session", func() bool { return w.server.Gateway.Identified() > sessions })
		}
		return w.isMatchOver()
	}, w.anna, w.bert)
	if err != nil {
		t.Fatalf("%v\n%s", err, &w.log)
	}
	if n := w.server.Gateway.Identified(); n < 3 {
		t.Errorf("only %d sessions", n)
	}
}

// The library hangs if Discord is silent or closes too early.
func TestFault08SessionHangs(t *testing.T) {
	t.Parallel()
	for name, trap := range map[string]discordtest.Trap{
		"no hello": discordtest.NoHello, "told to reconnect": discordtest.ReconnectMe,
		"invalid session": discordtest.InvalidOnce, "cut when ready": discordtest.CloseAtReady,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := prepareBench(t, discordtest.Options{})
			b.timeouts.Connect = 2 * time.Second // begins another session after that time
			b.newPlatform()
			b.server.Gateway.Trap(trap)
			b.run(echo)
			if err := b.server.Gateway.Connected(b.ctx); err != nil {
				t.Fatal(err)
			}
			b.awaitAnswer()
			b.wait("the end of the abandoned connection", func() bool { return b.server.Gateway.Connections() == 1 })
		})
	}
}

func TestFault08TriedAgainSoon(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := prepareBench(t, simulated)
		b.server.Gateway.Trap(slices.Repeat([]discordtest.Trap{discordtest.NoHello}, 1000)...)
		if n := b.triesInAnHour("GET /gateway"); n < int(time.Hour/(15*time.Second)) {
			t.Errorf("%d tries in an hour; each is given up after 10 s, and the next comes 5 s later at most", n)
		}
	})
}

func TestFault08FewSessions(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := prepareBench(t, discordtest.Options{Memory: true, Sessions: 1})
		b.server.Gateway.Trap(slices.Repeat([]discordtest.Trap{discordtest.NoHello}, 1000)...)
		if n := b.triesInAnHour("GET /gateway"); n != 1 {
			t.Errorf("the last session of the day was tried %d times in an hour, want once", n)
		}
	})
	for _, tt := range []struct {
		remaining int
		want      time.Duration
	}{{999, 5 * time.Second}, {101, 5 * time.Second}, {100, 15 * time.Minute}, {1, 25 * time.Hour}, {0, 25 * time.Hour}, {-1, 25 * time.Hour}} {
		if got := discord.SessionPause(1000, tt.remaining, 25*time.Hour, 5*time.Second); got != tt.want {
			t.Errorf("with %d of 1000 left the next session begins after %v, want %v", tt.remaining, got, tt.want)
		}
	}
}

func (b *bench) triesInAnHour(request string) int {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Hour)
	defer cancel()
	if err := b.platform.Run(ctx, echo); err != nil {
		b.t.Error(err)
	}
	return b.server.Count("^" + request + "$")
}

func (b *bench) awaitAnswer() {
	b.t.Helper()
	for b.ctx.Err() == nil {
		if answer, err := b.anna.Command(b.ctx, "games"); err == nil && answer == "games" {
			return
		}
		select { // time in a bubble passes only in a select
		case <-time.After(100 * time.Millisecond):
		case <-b.ctx.Done():
		}
	}
	b.t.Errorf("no answer: %v\n%s", context.Cause(b.ctx), &b.log)
}

// TCP may not notice a dead connection.
func TestFault09ZombieConnection(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, echo)
		sleep(10 * time.Minute)
		if n := b.server.Gateway.Identified(); n != 1 {
			t.Fatalf("a healthy connection was given up: %d sessions", n)
		}
		b.server.Gateway.Mute(true)
		began := time.Now()
		b.wait("a new session", func() bool { return b.server.Gateway.Identified() > 1 })
		b.server.Gateway.Mute(false)
		if took := time.Since(began); took > 65*time.Second+41*time.Second {
			t.Errorf("the dead connection was noticed after %v, want at most 106 s", took)
		}
		if codes := b.server.Gateway.CloseCodes(); !slices.Equal(codes, []int{4000}) {
			t.Errorf("closed with %v, want 4000; 1000 and 1001 end a session", codes)
		}
		b.awaitAnswer()
	})
}

func TestFault09SlowHeart(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBenchOn(t, discordtest.Options{Memory: true, Beat: 100 * time.Second}, echo)
		sleep(10 * time.Minute)
		if n := b.server.Gateway.Identified(); n != 1 {
			t.Errorf("a healthy connection was given up: %d sessions", n)
		}
	})
}

func TestFault12ReconnectRace(t *testing.T) {
	t.Parallel()
	b := prepareBench(t, discordtest.Options{Beat: 5 * time.Millisecond})
	b.timeouts.Ack = 2 * time.Second
	b.newPlatform()
	b.run(echo)
	for i := range 4 {
		sessions, beats := b.server.Gateway.Identified(), b.server.Gateway.Beats()
		b.wait("heartbeats", func() bool { return b.server.Gateway.Beats() > beats+20 })
		if i%2 == 0 {
			b.server.Gateway.Drop()
		} else {
			b.server.Gateway.SendOp(7, nil)
		}
		b.wait("a new session", func() bool { return b.server.Gateway.Identified() > sessions })
	}
	b.awaitAnswer()
}

func TestFault12NoState(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, echo)
		channels := make([]any, 500)
		for i := range channels {
			channels[i] = map[string]any{"id": strconv.Itoa(1000 + i), "type": 0, "topic": strings.Repeat("x", 500)}
		}
		before := liveHeap()
		for i := range 10 {
			b.server.Gateway.Dispatch("GUILD_CREATE", map[string]any{"id": strconv.Itoa(71 + i), "channels": channels})
		}
		b.mustSay(b.anna, "games")
		if grown := liveHeap() - before; grown > 1<<20 {
			t.Errorf("the heap grew by %d bytes with 10 servers", grown)
		}
	})
}

func liveHeap() int64 {
	runtime.GC()
	runtime.GC() // frees what the first run released
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

var acks = flag.Int("acks", 5000, "how many interactions to answer in search of a leak")

// Discord announces a limit for each interaction.
func TestFault13NoBucketsLeak(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-RateLimit-Bucket", r.URL.Path)
		w.Header().Set("X-RateLimit-Remaining", "0")
		w.Header().Set("X-RateLimit-Reset-After", "60")
		w.WriteHeader(http.StatusNoContent)
	}))
	defer server.Close()
	p, err := discord.New(discord.Config{Token: discordtest.Token, APIURL: server.URL, Vocabularies: bottest.Vocabularies(t), Notes: new(double.Notes)})
	if err != nil {
		t.Fatal(err)
	}
	p.AnswerMadeUp(t.Context(), 1, *acks/5) // fill the pools
	before := liveHeap()
	p.AnswerMadeUp(t.Context(), *acks, *acks)
	grown := liveHeap() - before
	if n := p.CountLimits(); n > 0 {
		t.Errorf("%d limits are remembered, want 0", n)
	}
	// The library's client would keep 436 bytes per interaction.
	if most := int64(256<<10 + 20**acks); grown > most {
		t.Errorf("the heap grew by %d bytes with %d answers, want at most %d", grown, *acks, most)
	}
}

func TestRefusalStatus(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusForbidden)
		_, _ = w.Write([]byte(`{"status": 502}`))
	}))
	defer server.Close()
	p, err := discord.New(discord.Config{Token: discordtest.Token, APIURL: server.URL, Vocabularies: bottest.Vocabularies(t), Notes: new(double.Notes)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Show(t.Context(), public, "", screen("a board")); !errors.Is(err, chat.ErrRefused) {
		t.Errorf("got the error %v, want ErrRefused", err)
	}
}
