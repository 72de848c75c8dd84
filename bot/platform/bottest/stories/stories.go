// Package stories plays stories of people who use a bot. Start reading at [Play], then at story.act.
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

// Play plays the stories dir/*.txt: transcripts of people who use a bot. Each title starts with a new bot, which
// nobody knows. Time passes only where a story says so.
//
// What people do:
//
//	anna: challenge @bert     a person says something in the channel
//	anna privately: games     in private
//	anna at other/room: help  in another chat; "other" is another network
//	anna at fake/a of srv: …  in a channel of a server
//	anna at fake/a where de:  in a channel where people speak German, as the network tells
//	anna@other: link CODE1    a person of the other network, in private
//	anna in de: zurück        in German
//	anna called Ann: help     under another name
//	anna as admin: config     as somebody who may change the settings of the server
//	anna muted: table         where the bot may not write
//	anna presses accept       the first button or choice that a person sees with a command or label that begins with
//	                          "accept"; also "anna privately"
//	anna presses old accept   the last such button that anybody has pressed, as it was then
//	again                     the last input, delivered once more
//	anna moves                the first move that a person is offered; "anna moves 3" for three of them, a second apart
//	                          where a computer thinks
//	anna, bert move 10        ten moves, of those who are offered one
//	bert, carl lose to anna   each in a match of two, which they leave
//	20 times anna: games      of each answer its first line, and how often it came
//	anna: games | bert, time  of the answer's page, or of its file, only the lines with one of these words; "| 2" for the
//	                          first two
//
// What the story looks at:
//
//	see anna                  what has changed in a person's messages since the story looked last; "see channel"
//	see anna: time, score     all lines with one of these words; also "see fake/a", and "see newest channel" for the
//	                          newest message there
//
// What networks do:
//
//	closed bert               from now on the bot can't write to a person, to "channel" or to "fake/a", until "open"
//	failing channel 3         the network fails to show the next three messages there; or says "refused channel",
//	                          "busy channel 50s", which is how long to wait, or "gone channel fake/b", where the chat is now
//	deleted channel           somebody deletes the newest message there
//	moved channel fake/b      the network reports that a chat goes on as another
//	removed bert              the network reports that; "joined channel" and "reachable bert" report that the bot can write
//	                          again, "joined channel in de" that somebody with that language has let it in
//	down other                the network loses its connection, till "up other"
//
// What happens to the bot:
//
//	given tables-per-chat 2   one of the settings of the bot, from its next start on
//	given networks 3          the bot serves the first three of the networks fake, other and third, not two
//	known anna, bert          the bot has met these people
//	banned anna, fake/a       the operator bans these people and chats from the next start on, and nobody else
//	full                      the store has no room, till "room"
//	killed 8h                 the bot is killed, so that nothing more is stored, and the next one begins so much later
//	restart                   another bot goes on with what is stored; "restart 48h" begins it so much later
//	clock 1h                  somebody sets the clock
//	pass 1h                   time
//
// An answer is printed in quotes, or as a page with its buttons. Below, "calls" names the called people. Where a network
// can't tell a time in its own way "no moment" is printed. Codes of tables and for linking are called TABLE1, CODE1 and
// so on. A refused input must not change what is stored of matches.
func Play(t *testing.T, dir string) {
	t.Helper()
	golden.EachFile(t, dir, func(t *testing.T, file string) {
		t.Helper()
		t.Parallel()
		golden.Sections(t, file, func(t *testing.T) golden.Play { return newStory(t).play })
	})
}

// story is a bot with the people who use it.
type story struct {
	t         *testing.T
	cfg       bot.Config
	nets      []*bottest.Network // that the bot serves
	running   *bottest.Running   // nil until the first input
	inputs    int
	last      chat.Input
	wantsFile bool                   // tell the lines of a file, for the input selects lines
	pressed   []string               // the commands of buttons
	pages     map[string]chat.Screen // the newest page of each person
	codes     []code                 // that have been seen
	store     *storagetest.Full
	clock     atomic.Int64        // how far it was set on
	seen      map[string][]string // by place: the lines when the story looked last
	called    map[string]int      // by the thread of calls and the user: the last one that was told
}

func newStory(t *testing.T) *story {
	t.Helper()
	s := &story{
		t: t, nets: newNetworks(2), pages: make(map[string]chat.Screen), seen: make(map[string][]string),
		called: make(map[string]int), store: &storagetest.Full{Store: memory.New()},
	}
	now := func() time.Time { return time.Now().Add(time.Duration(s.clock.Load())) }
	s.cfg = bot.Config{Store: s.store, Random: bottest.Chance(0), Now: now}
	return s
}

// newNetworks returns the first networks of a story.
func newNetworks(n int) (all []*bottest.Network) {
	for _, name := range []string{"fake", "other", "third"}[:n] {
		all = append(all, bottest.New(name))
	}
	return all
}

// start starts the bot, or the next one.
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

// pass lets the time pass.
func pass(words []string) error {
	d, err := time.ParseDuration(strings.Join(words, ""))
	<-time.After(d)
	return err
}

// play plays one input.
func (s *story) play(line string) ([]string, error) {
	var words string
	line, words, s.wantsFile = strings.Cut(line, " | ") // without a selection a file's lines are too many
	for _, c := range s.codes {
		line = strings.ReplaceAll(line, c.name, c.value)
	}
	if s.running == nil && !strings.HasPrefix(line, "given ") {
		s.start()
	}
	output, err := s.act(line)
	if err != nil {
		return nil, err
	}
	synctest.Wait()
	return append(selected(s.nameCodes(output), words), s.nameCodes(s.calls())...), nil
}

// selected returns so many of the lines, or those with one of the words and those that aren't of a page.
func selected(lines []string, words string) []string {
	if n, err := strconv.Atoi(words); err == nil {
		return lines[:min(n, len(lines))]
	}
	return slices.DeleteFunc(lines, func(l string) bool {
		return !strings.HasPrefix(l, "refused:") && !strings.HasPrefix(l, `"`) && !hasAny(l, words)
	})
}

// hasAny reports whether the line has one of the words.
func hasAny(line, words string) bool {
	return slices.ContainsFunc(strings.Split(words, ", "), func(w string) bool { return strings.Contains(line, w) })
}
