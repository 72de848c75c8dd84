package main

import (
	"flag"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"tarockbot/bot/platform/discord/discordtest"
	"tarockbot/bot/platform/telegram/telegramtest"
	"tarockbot/storage/bolt"
	"tarockbot/storage/waittest"
)

// The real soak is -soak 10m -soak-tables 500, alone on its machine. The defaults only show that it works.
const usualSoak = 400 * time.Millisecond

var (
	soakFor    = flag.Duration("soak", usualSoak, "how long people press in TestSoak")
	soakTables = flag.Int("soak-tables", 2, "how many tables they press at")
	soakRate   = flag.Int("soak-rate", 100, "how many presses there are a second")
)

func TestSoak(t *testing.T) {
	if *soakFor <= usualSoak {
		t.Parallel()
	}
	data := filepath.Join(t.TempDir(), "tarock.db")
	s := &soak{killing{T: t, doubles: newDoubles(t), program: self(t), pictures: true}, ""}
	s.pace = time.Second * time.Duration(*soakTables) / time.Duration(*soakRate)
	for i := range *soakTables {
		s.parties = append(s.parties, s.partyOn(i, []string{"discord", "telegram"}[i%2]))
	}
	bot := s.connected(s.process("--data", data, "--http.listen", "127.0.0.1:0"))
	s.monitor = bot.monitor(t)
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
	withStore(t, data, func(store *bolt.Store) error { s.judge(store); return nil })
}

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

type soak struct {
	killing
	monitor string
}

func (s *soak) press(what string, long time.Duration) {
	s.Helper()
	ctx, before, began := waittest.Context(s), len(s.acts), time.Now()
	s.play(ctx, s.parties, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		on := func(network string) bool {
			return slices.ContainsFunc(s.acts[before:], func(a act) bool { return strings.HasPrefix(a.user, network+":") })
		}
		return time.Since(began) >= long && on("discord") && on("telegram")
	})
	waits, refusals := make(map[string][]time.Duration), 0
	for _, a := range s.acts[before:] {
		network, _, _ := strings.Cut(a.user, ":")
		waits[network] = append(waits[network], a.waited)
		switch a.answer {
		case doubtful:
			s.Errorf("there is no answer to %+v", a)
		case refused:
			refusals++
		}
	}
	for network, waits := range waits {
		slices.Sort(waits)
		at := func(part float64) time.Duration {
			return waits[int(part*float64(len(waits)-1))].Round(time.Millisecond / 10)
		}
		s.Logf("%s, %s: %d presses (%.0f/s), answered within p50 %v, p95 %v, p99 %v, max %v", what, network,
			len(waits), float64(len(waits))/time.Since(began).Seconds(), at(0.5), at(0.95), at(0.99), at(1))
	}
	all := figures(ctx, s, s.monitor)
	s.Logf("%s: %d refused; heap %.1f MB, %.0f goroutines", what, refusals, all["go_memstats_heap_alloc_bytes"]/1e6, all["go_goroutines"])
}

func (s *soak) awaitShown() {
	s.Helper()
	ctx := waittest.Context(s)
	waiting := func() float64 {
		all := figures(ctx, s, s.monitor)
		return all[`tarockbot_screens_waiting{platform="discord"}`] + all[`tarockbot_screens_waiting{platform="telegram"}`]
	}
	until(ctx, s, func() bool { return waiting() == 0 }, func() string { return fmt.Sprintf("%v messages to be shown", waiting()) })
	for _, p := range s.parties {
		if err := p.doubled(); err != nil {
			s.Error(err)
		}
	}
}
