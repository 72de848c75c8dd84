package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"tarockbot/bot/platform/discord/discordtest"
	"tarockbot/bot/platform/platformtest"
	"tarockbot/bot/platform/telegram/telegramtest"
	"tarockbot/storage/storagetest"
)

// What the soak is like. Without flags it only shows that it works; the real
// one is -soak 10m -soak-tables 500, and takes the machine for itself.
const usualSoak = 400 * time.Millisecond

var (
	soakFor    = flag.Duration("soak", usualSoak, "how long people press in TestSoak")
	soakTables = flag.Int("soak-tables", 2, "how many tables they press at")
	soakRate   = flag.Int("soak-rate", 100, "how many presses there are a second")
)

// TestSoak lets people at many tables of both networks press at a steady rate,
// in quiet first and then beside a channel and a group that can't be written
// to. It reports how long presses wait for their answers, and what the program
// takes of memory then. It fails for a wrong answer, an error, and a message that is never brought up to date.
func TestSoak(t *testing.T) {
	if *soakFor <= usualSoak {
		t.Parallel()
	}
	s := &soak{T: t, doubles: newDoubles(t), ctx: storagetest.Context(t)}
	bot := startIn(t, s.env(t), "--data", filepath.Join(t.TempDir(), "tarock.db"), "--http.listen", "127.0.0.1:0",
		"--limits.inputs-per-person", "1000", "--limits.inputs-per-chat", "1000")
	if err := s.discord.Gateway.Connected(s.ctx); err != nil {
		t.Fatalf("not connected: %v\n%s", err, bot.log)
	}
	s.monitor = bot.monitor(t)
	s.seat()
	s.press("all is well", *soakFor)
	s.awaitShown()
	s.discord.Fail(discordtest.Fault{Match: "/channels/" + s.parties[0].people[0].home + "/", Times: -1, Delay: 20 * time.Second})
	s.telegram.Fail(telegramtest.Fault{Match: "editMessage", Times: 3, Status: http.StatusTooManyRequests, Wait: time.Minute})
	s.press("a channel hangs, three chats are told to wait", *soakFor/2)
	s.discord.Heal()
	got := bot.end(t, syscall.SIGTERM)
	slow, wrong := errorsBeside(got.err, "platform=discord public=true")
	t.Logf("%d messages were up to date only after a minute", slow)
	if got.code != 0 || len(wrong) > 0 {
		t.Errorf("the bot ended with %d:\n%s", got.code, strings.Join(wrong, ""))
	}
}

// errorsBeside returns the log's errors, without the one about the board in the hanging channel. It counts
// messages apart that nothing but a busy machine has held up.
func errorsBeside(log, hanging string) (slow int, wrong []string) {
	told := false
	for line := range strings.Lines(log) {
		stale := strings.Contains(line, "message not up to date")
		switch {
		case !strings.Contains(line, "level=ERROR"):
		case stale && strings.HasSuffix(strings.TrimSpace(line), "err=<nil>"):
			slow++
		case stale && !told && strings.Contains(line, hanging):
			told = true
		default:
			wrong = append(wrong, line)
		}
	}
	return slow, wrong
}

// soak is many people at their tables.
type soak struct {
	*testing.T
	doubles
	ctx     context.Context
	monitor string // its address
	parties []*party

	mu      sync.Mutex
	waits   map[string][]time.Duration // by network
	refused int
	idle    int // nobody at the table had anything to press
	lost    []error
}

// seat lets everybody sit down, half of them at each network.
func (s *soak) seat() {
	s.Helper()
	var all sync.WaitGroup
	few := make(chan struct{}, 8)
	for i := range *soakTables {
		p := s.partyOn(i, []string{"discord", "telegram"}[i%2])
		s.parties = append(s.parties, p)
		all.Go(func() {
			few <- struct{}{}
			defer func() { <-few }()
			if err := p.begin(s.ctx); err != nil {
				s.Errorf("table %d: %v", i, err)
			}
		})
	}
	all.Wait()
}

// begin lets the party sit down.
func (p *party) begin(ctx context.Context) error {
	if _, err := p.people[0].Command(ctx, p.challenge); err != nil {
		return err
	}
	for missing := len(p.people) - 1; missing > 0; {
		ok, err := p.accept(ctx)
		switch {
		case ok:
			missing--
		case err == nil:
			err = p.people[1].Changed(ctx)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// press lets people press for a while, and reports.
func (s *soak) press(what string, long time.Duration) {
	s.Helper()
	s.waits, s.refused, s.idle = make(map[string][]time.Duration), 0, 0
	ctx, cancel := context.WithTimeout(s.Context(), long)
	defer cancel()
	ticker := time.NewTicker(time.Second / time.Duration(*soakRate))
	defer ticker.Stop()
	var all sync.WaitGroup
	busy := make([]sync.Mutex, len(s.parties))
	for ctx.Err() == nil {
		select {
		case <-ticker.C:
			i := rand.IntN(len(s.parties))
			all.Go(func() {
				if busy[i].TryLock() {
					defer busy[i].Unlock()
					s.move(s.parties[i])
				}
			})
		case <-ctx.Done():
		}
	}
	all.Wait()
	for _, p := range s.parties { // on a slow machine nobody may have come to it
		for s.ctx.Err() == nil && !s.pressed(p.network) {
			s.move(p)
		}
	}
	s.report(what, long)
}

// awaitShown waits until everybody sees all that has happened, each table once.
func (s *soak) awaitShown() {
	s.Helper()
	waiting := func() float64 {
		all := figures(s.ctx, s, s.monitor)
		return all[`tarockbot_screens_waiting{platform="discord"}`] + all[`tarockbot_screens_waiting{platform="telegram"}`]
	}
	until(s.ctx, s, func() bool { return waiting() == 0 }, func() string { return fmt.Sprintf("%v messages to be shown", waiting()) })
	for _, p := range s.parties {
		if err := p.doubled(); err != nil {
			s.Error(err)
		}
	}
}

// move lets one of the party do what their newest message offers.
func (s *soak) move(p *party) {
	for _, i := range rand.Perm(len(p.people)) {
		who := p.people[i]
		controls, err := who.Controls(s.ctx)
		if err != nil {
			continue
		}
		next := slices.IndexFunc(controls, platformtest.Control.Move)
		if next < 0 {
			next = slices.IndexFunc(controls, func(c platformtest.Control) bool { return strings.HasPrefix(c.ID, "rematch ") })
		}
		if next < 0 {
			continue
		}
		c := controls[next]
		began := time.Now()
		word, err := who.Press(s.ctx, c, c.Fewest()...)
		waited := time.Since(began)
		if p, ok := who.Client.(*telegramtest.Person); ok {
			waited = p.Waited() // Press looks for a new message, too
		}
		s.note(who, waited, word, err)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.idle++
}

// pressed tells whether somebody on the network has pressed.
func (s *soak) pressed(network string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.waits[network]) > 0
}

func (s *soak) note(who *member, waited time.Duration, word string, err error) {
	network, _, _ := strings.Cut(who.id, ":")
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waits[network] = append(s.waits[network], waited)
	if err != nil {
		s.lost = append(s.lost, fmt.Errorf("%s: %w", who.id, err))
	} else if word != "" {
		s.refused++ // of a screen that had changed meanwhile
	}
}

func (s *soak) report(what string, long time.Duration) {
	s.Helper()
	for network, waits := range s.waits {
		slices.Sort(waits)
		at := func(part float64) time.Duration {
			return waits[int(part*float64(len(waits)-1))].Round(time.Millisecond / 10)
		}
		s.Logf("%s, %s: %d presses (%.0f/s), answered within p50 %v, p95 %v, p99 %v, max %v", what, network,
			len(waits), float64(len(waits))/long.Seconds(), at(0.5), at(0.95), at(0.99), at(1))
	}
	s.Logf("%s: %d refused, %d tables with nothing to press", what, s.refused, s.idle)
	all := figures(s.ctx, s, s.monitor)
	s.Logf("%s: heap %.1f MB, %.0f goroutines", what, all["go_memstats_heap_alloc_bytes"]/1e6, all["go_goroutines"])
	for _, err := range s.lost {
		s.Error(err)
	}
}
