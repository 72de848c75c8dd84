// Package stories plays transcripts of people who use a bot. Start reading at [Play].
package stories

import (
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/engine/enginetest/golden"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

// Play plays the transcripts dir/*.txt. Each section starts with a new bot and an empty store. Time passes only where a
// line says it.
//
// People:
//
//	anna: challenge @bert     a command in the channel
//	anna privately: games     in private
//	anna at other/room: help  in a chat of the network "other"
//	anna at fake/a of srv: …  in a channel of a server
//	anna at fake/a where de:  in a channel whose language is German
//	anna@other: link CODE1    from the other network, in private
//	anna in de: zurück        her language
//	anna called Ann: help     her name
//	anna as admin: config     with the right to configure the server
//	anna muted: table         where the bot may not write
//	anna presses accept       the first button or choice whose command or label starts with "accept"
//	anna presses old accept   the last such button pressed
//	again                     repeats the last input
//	anna moves                the first move offered; "anna moves 3" makes three
//	anna, bert move 10        ten moves
//	bert, carl lose to anna   each in a match of two
//	20 times anna: games      counts the first lines of the answers
//	anna: games | bert, time  only lines with one of these words; "| 2" for two lines
//
// Looks:
//
//	see anna                  changes since the last look; also "see channel"
//	see anna: time, score     lines with one of these words; "see newest channel"
//
// Networks:
//
//	closed bert               chat.ErrBlocked until "open"
//	failing channel 3         three errors
//	refused channel           one chat.ErrRefused
//	busy channel 50s          one chat.RetryAfter
//	gone channel fake/b       chat.Migrated until "open"
//	deleted channel           a user deletes the newest message
//	moved channel fake/b      an event; also "removed bert", "reachable bert", "joined channel in de"
//	down other                no connection until "up other"
//
// The bot:
//
//	given tables-per-chat 2   configures the bot; see settings
//	known anna, bert          the bot has met them
//	banned anna, fake/a       all bans from the next start on
//	full                      no room in the store until "room"
//	killed 8h                 no more writes; the next bot starts 8 hours later
//	restart                   a clean end; "restart 48h" for a pause
//	clock 1h                  sets the clock forward
//	pass 1h                   waits
//
// Output is an answer in quotes, or a page with its buttons, then "calls" for each notification. Codes are named TABLE1,
// CODE1 and so on. A refused input must not change stored matches.
func Play(t *testing.T, dir string) {
	t.Helper()
	golden.EachFile(t, dir, func(t *testing.T, file string) {
		t.Helper()
		t.Parallel()
		golden.Sections(t, file, func(t *testing.T) golden.Play { return newStory(t).play })
	})
}

type story struct {
	t         *testing.T
	cfg       bot.Config
	nets      []*bottest.Network
	running   *bottest.Running // nil until the first input
	inputs    int
	last      chat.Input
	wantsFile bool // print a file's lines
	pressed   []string
	pages     map[string]chat.Screen
	codes     []code
	store     *storagetest.Full
	clock     atomic.Int64
	seen      map[string][]string
	lastCalls map[string]int // last number, by the call's thread and user
}

func newStory(t *testing.T) *story {
	t.Helper()
	s := &story{
		t: t, nets: newNetworks(2), pages: make(map[string]chat.Screen), seen: make(map[string][]string),
		lastCalls: make(map[string]int), store: &storagetest.Full{Store: memory.New()},
	}
	now := func() time.Time { return time.Now().Add(time.Duration(s.clock.Load())) }
	s.cfg = bot.Config{Store: s.store, Random: bottest.SeededReader(0), Now: now}
	return s
}

func newNetworks(n int) (all []*bottest.Network) {
	for _, name := range []string{"fake", "other", "third"}[:n] {
		all = append(all, bottest.New(name))
	}
	return all
}

func (s *story) start() {
	var others []chat.Platform
	for _, n := range s.nets[1:] {
		others = append(others, n)
	}
	running := bottest.Start(s.t.Context(), s.t, s.cfg, func(*bot.Bot) chat.Platform { return s.nets[0] }, others...)
	s.running = &running
	synctest.Wait()
}

func (s *story) stop() {
	if s.running == nil {
		return
	}
	if err := s.running.End(); err != nil {
		s.t.Errorf("the bot ended with %v", err)
	}
}

func pass(words []string) error {
	d, err := time.ParseDuration(strings.Join(words, ""))
	<-time.After(d)
	return err
}

func (s *story) play(line string) ([]string, error) {
	var words string
	line, words, s.wantsFile = strings.Cut(line, " | ")
	for _, c := range s.codes {
		line = strings.ReplaceAll(line, c.name, c.value)
	}
	if s.running == nil && !strings.HasPrefix(line, "given ") {
		s.start()
	}
	output, err := s.run(line)
	if err != nil {
		return nil, err
	}
	synctest.Wait()
	return append(selectLines(s.nameCodes(output), words), s.nameCodes(s.newCalls())...), nil
}

// selectLines returns the first lines if words is a number, else the matching lines, alerts and refusals.
func selectLines(lines []string, words string) []string {
	if n, err := strconv.Atoi(words); err == nil {
		return lines[:min(n, len(lines))]
	}
	return slices.DeleteFunc(lines, func(l string) bool {
		return !strings.HasPrefix(l, "refused:") && !strings.HasPrefix(l, `"`) && !hasAny(l, words)
	})
}

func hasAny(line, words string) bool {
	return slices.ContainsFunc(strings.Split(words, ", "), func(w string) bool { return strings.Contains(line, w) })
}
