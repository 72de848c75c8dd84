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

// For a real soak, use -soak 10m -soak-tables 500 on an otherwise idle machine. The defaults only check that the test
// works.
const defaultSoak = 400 * time.Millisecond

var (
	soakFor    = flag.Duration("soak", defaultSoak, "how long people press in TestSoak")
	soakTables = flag.Int("soak-tables", 2, "at how many tables people press in TestSoak")
	soakRate   = flag.Int("soak-rate", 100, "how many presses per second TestSoak makes")
)

func TestSoak(t *testing.T) {
	if *soakFor <= defaultSoak {
		t.Parallel()
	}
	data := filepath.Join(t.TempDir(), "tarock.db")
	s := &soak{killTest{T: t, doubles: newDoubles(t), program: testProgram(t), pictures: true}, ""}
	s.pauseBetweenMoves = time.Second * time.Duration(*soakTables) / time.Duration(*soakRate)
	for i := range *soakTables {
		s.parties = append(s.parties, s.newParty(i, []string{"discord", "telegram"}[i%2]))
	}
	bot := s.awaitConnected(s.startProcess("--data", data, "--http.listen", "127.0.0.1:0"))
	s.monitor = bot.monitorURL(t)
	s.measurePresses("without faults", *soakFor)
	s.awaitMessagesShown()
	s.discord.Fail(discordtest.Fault{Match: "/channels/" + s.parties[0].people[0].home + "/", Times: -1, Delay: 20 * time.Second})
	s.telegram.Fail(telegramtest.Fault{Match: "editMessage", Times: 3, Status: http.StatusTooManyRequests, Wait: time.Minute})
	s.measurePresses("a channel hangs, and three chats are rate limited", *soakFor/2)
	s.discord.Heal()
	got := bot.end(t, syscall.SIGTERM)
	slow, wrong := unexpectedErrors(got.err, "platform=discord public=true")
	t.Logf("%d messages were up to date only after a minute", slow)
	if got.code != 0 || len(wrong) > 0 {
		t.Errorf("the bot ended with %d:\n%s", got.code, strings.Join(wrong, ""))
	}
	withStore(t, data, func(store *bolt.Store) error { s.checkMoves(store); return nil })
}

func unexpectedErrors(log, hanging string) (slow int, wrong []string) {
	seenHanging := false
	for line := range strings.Lines(log) {
		stale := strings.Contains(line, "message not up to date")
		switch {
		case !strings.Contains(line, "level=ERROR"):
		case stale && strings.HasSuffix(strings.TrimSpace(line), "err=<nil>"):
			slow++
		case stale && !seenHanging && strings.Contains(line, hanging):
			seenHanging = true
		default:
			wrong = append(wrong, line)
		}
	}
	return slow, wrong
}

type soak struct {
	killTest
	monitor string
}

func (s *soak) measurePresses(what string, duration time.Duration) {
	s.Helper()
	ctx, before, began := waittest.Context(s), len(s.presses), time.Now()
	s.play(ctx, s.parties, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		hasPresses := func(network string) bool {
			return slices.ContainsFunc(s.presses[before:], func(a pressedMove) bool { return strings.HasPrefix(a.user, network+":") })
		}
		return time.Since(began) >= duration && hasPresses("discord") && hasPresses("telegram")
	})
	waits, refusals := make(map[string][]time.Duration), 0
	for _, a := range s.presses[before:] {
		network, _, _ := strings.Cut(a.user, ":")
		waits[network] = append(waits[network], a.waited)
		switch a.answer {
		case unknown:
			s.Errorf("no answer to %+v", a)
		case refused:
			refusals++
		}
	}
	for network, waits := range waits {
		slices.Sort(waits)
		quantile := func(part float64) time.Duration {
			return waits[int(part*float64(len(waits)-1))].Round(time.Millisecond / 10)
		}
		s.Logf("%s, %s: %d presses (%.0f/s), answered within p50 %v, p95 %v, p99 %v, max %v", what, network,
			len(waits), float64(len(waits))/time.Since(began).Seconds(), quantile(0.5), quantile(0.95), quantile(0.99), quantile(1))
	}
	all := readMetrics(ctx, s, s.monitor)
	s.Logf("%s: %d refused; heap %.1f MB, %.0f goroutines", what, refusals, all["go_memstats_heap_alloc_bytes"]/1e6, all["go_goroutines"])
}

func (s *soak) awaitMessagesShown() {
	s.Helper()
	ctx := waittest.Context(s)
	waiting := func() float64 {
		all := readMetrics(ctx, s, s.monitor)
		return all[`tarockbot_screens_waiting{platform="discord"}`] + all[`tarockbot_screens_waiting{platform="telegram"}`]
	}
	waitUntil(ctx, s, func() bool { return waiting() == 0 }, func() string { return fmt.Sprintf("%v waiting messages to be shown", waiting()) })
	for _, p := range s.parties {
		if err := p.tablesShownTwice(); err != nil {
			s.Error(err)
		}
	}
}
