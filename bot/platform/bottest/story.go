package bottest

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/engine/enginetest/golden"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

// Stories plays the stories dir/*.txt: transcripts of people who use a bot. Each title starts with a new bot, which
// nobody knows. Time passes only where a story says so. The inputs:
//
//	given tables-per-chat 2   one of the settings of the bot, from its next start on
//	given networks 3          the bot serves the first three of the networks fake, other and third, not two
//	known anna, bert          the bot has met these people
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
//	anna presses accept       the first button or choice that a person sees with a command or label that begins with "accept"; also "anna privately"
//	anna presses old accept   the last such button that anybody has pressed, as it was then
//	again                     the last input, delivered once more
//	anna moves                the first move that a person is offered; "anna moves 3" for three of them, a second apart where a computer thinks
//	anna, bert move 10        ten moves, of those who are offered one
//	see anna                  what has changed in a person's messages since the story looked last; "see channel"
//	see anna: time, score     all lines with one of these words; also "see fake/a", and "see newest channel" for the newest message there
//	closed bert               from now on the bot can't write to a person, to "channel" or to "fake/a", until "open"
//	failing channel 3         the network fails to show the next three messages there; or says "refused channel", "busy channel 50s",
//	                          which is how long to wait, or "gone channel fake/b", where the chat is now
//	deleted channel           somebody deletes the newest message there
//	moved channel fake/b      the network reports that a chat goes on as another
//	down other                the network loses its connection, till "up other"
//	full                      the store has no room, till "room"
//	killed 8h                 the bot is killed, so that nothing more is stored, and the next one begins so much later
//	clock 1h                  somebody sets the clock
//	bert, carl lose to anna   each in a match of two, which they leave
//	removed bert              the network reports that; "joined channel" and "reachable bert" report that the bot can write again,
//	                          "joined channel in de" that somebody with that language has let it in
//	anna: games | bert, time  of the answer's page, or of its file, only the lines with one of these words; "| 2" for the first two
//	20 times anna: games      of each answer its first line, and how often it came
//	banned anna, fake/a       the operator bans these people and chats from the next start on, and nobody else
//	pass 1h                   time
//	restart                   another bot goes on with what is stored; "restart 48h" begins it so much later
//
// An answer is printed in quotes, or as a page with its buttons. Below, "calls" names the called people. Where a network can't
// tell a time in its own way "no moment" is printed. Codes of tables and for linking are called TABLE1, CODE1 and so on. A
// refused input must not change what is stored of matches.
func Stories(t *testing.T, dir string) {
	t.Helper()
	golden.EachFile(t, dir, func(t *testing.T, file string) {
		t.Helper()
		t.Parallel()
		golden.Sections(t, file, func(t *testing.T, section string) (played string) {
			synctest.Test(t, func(t *testing.T) { // in which each story begins at the same time
				var err error
				if played, err = golden.Rewrite(section, func(string) (golden.Play, error) { return newStory(t).play, nil }); err != nil {
					t.Fatalf("%s: %v", file, err)
				}
			})
			return played
		})
	})
}

// channel is the chat in which people speak unless a story tells another.
const channel = "fake:channel"

// story is a bot with the people who use it.
type story struct {
	t         *testing.T
	cfg       bot.Config
	nets      []*Network // that the bot serves
	running   *Running   // nil until the first input
	inputs    int
	last      chat.Input
	wantsFile bool                   // tell the lines of a file
	pressed   []string               // the commands of buttons
	pages     map[string]chat.Screen // the newest page of each person
	codes     []code                 // that have been seen
	store     *storagetest.Full
	clock     atomic.Int64        // how far it was set on
	seen      map[string][]string // by place: the lines when the story looked last
	called    map[string]int      // by the thread of calls and the user: the last one that was told
}

// code is a random code and its name in the story.
type code struct{ name, value string }

func newStory(t *testing.T) *story {
	t.Helper()
	s := &story{t: t, nets: []*Network{New("fake"), New("other"), New("third")}[:2], pages: make(map[string]chat.Screen), seen: make(map[string][]string),
		called: make(map[string]int), store: &storagetest.Full{Store: memory.New()}}
	s.cfg = bot.Config{Store: s.store, Random: Chance(0), Now: func() time.Time { return time.Now().Add(time.Duration(s.clock.Load())) }}
	return s
}

// Chance returns a source of random bytes for tests, the same for each number below 65,536. Many may read it at once.
func Chance(n int) io.Reader {
	return Locked(rand.NewChaCha8([32]byte{byte(n), byte(n >> 8)}))
}

// settings are what "given NAME NUMBER" sets.
var settings = map[string]func(s *story, n int){
	"networks":          func(s *story, n int) { s.nets = s.nets[:n] },
	"tables-per-person": func(s *story, n int) { s.cfg.Limits.TablesPerPerson = n },
	"tables-per-chat":   func(s *story, n int) { s.cfg.Limits.TablesPerChat = n },
	"abandoned-days":    func(s *story, n int) { s.cfg.Clocks.AbandonedDays = n },
	"no-stakes":         func(s *story, n int) { s.cfg.NoStakes = n > 0 },
	"inputs-per-person": func(s *story, n int) { s.cfg.Limits.InputsPerPerson, s.cfg.Limits.InputsPerChat = n, 4*n },
	"threads":           func(s *story, n int) { s.nets[0].Threads = n > 0 },
	"chance":            func(s *story, n int) { s.cfg.Random = Chance(n) }, // other cards
}

// start starts the bot, or the next one.
func (s *story) start() {
	var others []chat.Platform
	for _, n := range s.nets[1:] {
		others = append(others, n)
	}
	running := Start(s.t.Context(), s.t, s.cfg, func(*bot.Bot) chat.Platform { return s.nets[0] }, others...)
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
	line, words, s.wantsFile = strings.Cut(line, " | ")
	for _, c := range s.codes {
		line = strings.ReplaceAll(line, c.name, c.value)
	}
	if setting, is := strings.CutPrefix(line, "given "); is {
		name, value, _ := strings.Cut(setting, " ")
		n, err := strconv.Atoi(cmp.Or(value, "1"))
		if set := settings[name]; err == nil && set != nil {
			set(s, n)
			return nil, nil
		}
		return nil, errors.New("no such setting")
	}
	if s.running == nil {
		s.start()
	}
	output, err := s.act(line)
	if err != nil {
		return nil, err
	}
	synctest.Wait()
	return append(some(s.renamed(output), words), s.renamed(s.calls())...), nil
}

// some returns so many of the lines, or those with one of the words and those that aren't of a page.
func some(lines []string, words string) []string {
	if n, err := strconv.Atoi(words); err == nil {
		return lines[:min(n, len(lines))]
	}
	return slices.DeleteFunc(lines, func(l string) bool {
		return !strings.HasPrefix(l, "refused:") && !strings.HasPrefix(l, `"`) && !has(l, words)
	})
}

// has reports whether the line has one of the words.
func has(line, words string) bool {
	return slices.ContainsFunc(strings.Split(words, ", "), func(w string) bool { return strings.Contains(line, w) })
}

// act lets happen what the line says.
func (s *story) act(line string) ([]string, error) {
	if where, is := strings.CutPrefix(line, "see "); is {
		where, words, _ := strings.Cut(where, ": ")
		return s.see(where, words), nil
	}
	if times, rest, is := strings.Cut(line, " times "); is && !strings.Contains(times, " ") {
		return s.repeat(times, rest)
	}
	if who, said, is := strings.Cut(line, ": "); is && !strings.Contains(who, " presses ") { // a label may have a colon
		return s.say(s.inputOf(who, said))
	}
	if who, button, is := strings.Cut(line, " presses "); is {
		return s.press(who, button)
	}
	if losers, winner, is := strings.Cut(line, " lose to "); is {
		return nil, s.lose(strings.Split(losers, ", "), winner)
	}
	if people, times, is := strings.Cut(line, " move"); is {
		n, err := strconv.Atoi(cmp.Or(strings.TrimSpace(strings.TrimPrefix(times, "s")), "1"))
		return s.move(strings.Split(people, ", "), n), err
	}
	words := strings.Fields(line)
	if h, known := happenings[words[0]]; known && len(words) > h.needs {
		return h.do(s, words[1:])
	}
	return nil, errors.New("no such input")
}

// lose lets people leave a match of two each, which they have begun with the winner.
func (s *story) lose(losers []string, winner string) error {
	for _, who := range losers {
		for _, in := range []chat.Input{s.inputOf(who, "help"), s.inputOf(winner, "challenge @"+nameOf(userOf(who))+" bamberger 2"), s.inputOf(who, "accept"), s.inputOf(who, "leave yes")} {
			if output, err := s.say(in); err != nil || len(output) > 0 && strings.HasPrefix(output[0], "refused: ") {
				return cmp.Or(err, errors.New(strings.Join(output, " ")))
			}
		}
	}
	return nil
}

// repeat plays the line so often, and returns the first line of each output, and how often that came.
func (s *story) repeat(times, line string) (told []string, err error) {
	n, err := strconv.Atoi(times)
	var all []string
	for range n {
		output, playErr := s.act(line)
		all, err = append(all, append(output, "nothing")[0]), cmp.Or(err, playErr)
	}
	for len(all) > 0 {
		first, had := all[0], len(all)
		all = slices.DeleteFunc(all, func(l string) bool { return l == first })
		told = append(told, fmt.Sprintf("%d × %s", had-len(all), first))
	}
	return told, err
}

// inputOf returns the input of a NAME or NAME@NETWORK, with "in LANG", "privately", "as admin", "called NAME", and "at NETWORK/CHAT".
func (s *story) inputOf(who, said string) chat.Input {
	s.inputs++
	who, told, _ := strings.Cut(who, " where ")
	who, at, isElsewhere := strings.Cut(who, " at ")
	at, server, isOfServer := strings.Cut(at, " of ")
	who, called, _ := strings.Cut(who, " called ")
	who, isAdmin := strings.CutSuffix(who, " as admin")
	who, isMute := strings.CutSuffix(who, " muted")
	who, isPrivate := strings.CutSuffix(who, " privately")
	who, lang, _ := strings.Cut(who, " in ")
	user := userOf(who)
	in := chat.Input{ID: fmt.Sprint("in", s.inputs), User: user, Name: cmp.Or(called, nameOf(user)), Lang: cmp.Or(lang, "en"), SpaceLang: told, Admin: isAdmin, Mute: isMute, Line: said}
	switch {
	case isElsewhere:
		in.Chat = placeOf(at).Chat
	case !isPrivate && user.Platform() == "fake":
		in.Chat = channel
	}
	if isOfServer {
		in.Space = placeOf(in.Place().Platform() + "/" + server).Chat
	}
	return in
}

// placeOf returns the place "channel", "NETWORK/CHAT" or that of a person.
func placeOf(where string) chat.Place {
	switch {
	case where == "channel":
		return chat.Place{Chat: channel}
	case strings.Contains(where, "/"):
		return chat.Place{Chat: chat.ChatID(strings.Replace(where, "/", ":", 1))}
	}
	return chat.Place{User: userOf(where)}
}

// userOf returns the user of "NAME" or "NAME@NETWORK", whatever follows.
func userOf(who string) chat.UserID {
	who, _, _ = strings.Cut(who, " ")
	name, network, _ := strings.Cut(who, "@")
	return chat.UserID(cmp.Or(network, "fake") + ":" + name)
}

// whoIs returns how a story calls the user: "NAME" or "NAME@NETWORK".
func whoIs(u chat.UserID) string {
	if u.Platform() == "fake" {
		return nameOf(u)
	}
	return nameOf(u) + "@" + u.Platform()
}

func nameOf(u chat.UserID) string { return strings.TrimPrefix(string(u), u.Platform()+":") }

// say hands the input in and returns the answer.
func (s *story) say(in chat.Input) ([]string, error) {
	before := s.state()
	s.last = in
	answer, err := s.running.Handle(s.t.Context(), in)
	if errors.Is(err, storage.ErrFull) {
		return []string{"the network is to tell it again"}, nil
	} else if err != nil {
		return nil, err
	}
	synctest.Wait()
	var output []string
	if answer.Refused {
		if after := s.state(); after != before {
			s.t.Errorf("%s: %q is refused and changes %s", in.User, in.Line, golden.Difference(after, before))
		}
		if answer.Repeated {
			answer.Alert = "in silence" // networks needn't say it again
		}
		output = append(output, strings.TrimSpace("refused: "+answer.Alert))
	} else if answer.Alert != "" {
		output = append(output, `"`+answer.Alert+`"`)
	}
	if answer.Screen != nil {
		s.pages[string(in.User)] = *answer.Screen
		output = append(output, printScreen(*answer.Screen)...)
	}
	if answer.File != nil {
		output = append(output, "file "+answer.File.Name)
		if s.wantsFile {
			output = append(output, strings.Split(string(answer.File.Data), "\n")...)
		}
	}
	if answer.Ask != nil {
		output = append(output, "asks: "+answer.Ask.Title)
	}
	return output, nil
}

// state returns all that is stored of matches, but for the messages that show them.
func (s *story) state() string {
	var b strings.Builder
	for _, kind := range []string{"table", "deal", "standing", "history", "draft", "space"} {
		for doc, err := range s.cfg.Store.Scan(s.t.Context(), kind, "", "") {
			var fields map[string]any
			if err := cmp.Or(err, json.Unmarshal(doc.Data, &fields)); err != nil {
				s.t.Fatal(err)
			}
			delete(fields, "messages")
			fmt.Fprintln(&b, kind, doc.Key.ID, fields)
		}
	}
	return b.String()
}

var timePattern = regexp.MustCompile(`(^|[^–\d])\d{1,2}:\d\d \(Vienna\)$`)

// noMoments tells the times in the line that networks can't tell in their own way.
func noMoments(l chat.Line) (all []string) {
	for _, span := range l {
		if span.At.IsZero() && timePattern.MatchString(span.Text) {
			all = append(all, "no moment: "+span.Text)
		}
	}
	return all
}

// printScreen returns the lines of a screen: its text, and what can be pressed.
func printScreen(screen chat.Screen) []string {
	var all []string
	for _, l := range screen.Text {
		all = append(append(all, l.String()), noMoments(l)...)
	}
	if c := screen.Choice; c != nil {
		chosen := ""
		for _, o := range c.Options {
			if o.Chosen && !o.Fixed {
				chosen += " " + o.Label
			}
		}
		all = append(all, fmt.Sprintf("<%s: %d to %d of %d%s>", c.Label, c.Min, c.Max, len(c.Options), chosen))
	}
	if screen.Thread != nil {
		all = append(all, fmt.Sprint("in a thread: ", *screen.Thread))
	}
	for _, row := range screen.Buttons {
		for _, b := range row {
			all = append(all, "["+b.Label+"]")
		}
	}
	for _, m := range screen.Menus {
		for _, o := range m.Options {
			if o.Chosen {
				all = append(all, "<"+m.Label+": "+o.Label+">")
			}
		}
	}
	return all
}

// screens returns what the person sees: their page, in private, and in the channel.
func (s *story) screens(who string) []chat.Screen {
	user := userOf(who)
	var all []chat.Screen
	if page, ok := s.pages[string(user)]; ok {
		all = append(all, page)
	}
	for _, place := range []chat.Place{{User: user}, {Chat: channel}} {
		for _, p := range slices.Backward(s.netOf(place).Posts(place)) {
			all = append(all, p.Screen)
		}
	}
	return all
}

func (s *story) netOf(place chat.Place) *Network {
	return s.nets[slices.IndexFunc(s.nets, func(n *Network) bool { return n.Prefix == place.Platform() })]
}

// press presses a button, or the last one of before.
func (s *story) press(who, start string) ([]string, error) {
	start, isOld := strings.CutPrefix(start, "old ")
	if !isOld {
		command := s.button(who, start)
		if command == "" {
			return []string{who + " sees no such button"}, nil
		}
		s.pressed = append(s.pressed, command)
		return s.say(s.inputOf(who, command))
	}
	for _, command := range slices.Backward(s.pressed) {
		if strings.HasPrefix(command, start) {
			return s.say(s.inputOf(who, command))
		}
	}
	return nil, errors.New("nobody has pressed such a button")
}

// button returns the command of the first button with a command or label that begins with start; "" if there is none.
func (s *story) button(who, start string) string {
	begins := func(command, label string) bool {
		return strings.HasPrefix(command, start) || strings.HasPrefix(invisible.Replace(label), start)
	}
	for _, screen := range s.screens(who) {
		rows := screen.Buttons
		if c := screen.Choice; c != nil {
			rows = append([][]chat.Button{{{Label: c.Confirm, Line: c.Line}}}, rows...)
			for _, o := range c.Options {
				rows[0] = append(rows[0], chat.Button{Label: o.Label, Line: c.Toggle + " " + o.Value})
			}
		}
		for _, row := range rows {
			for _, b := range row {
				if begins(b.Line, b.Label) {
					return b.Line
				}
			}
		}
		for _, m := range screen.Menus {
			for _, o := range m.Options {
				if l := m.After(o); begins(l, o.Label) {
					return l
				}
			}
		}
	}
	return ""
}

// move lets people make so many moves.
func (s *story) move(people []string, n int) []string {
	for i := range n {
		moved := slices.ContainsFunc(people, s.moveOnce)
		if !moved && i > 0 {
			<-time.After(time.Second)
			moved = slices.ContainsFunc(people, s.moveOnce)
		}
		if !moved {
			return []string{"nobody is offered a move"}
		}
	}
	return nil
}

// moveOnce lets a person make the first move that they are offered.
func (s *story) moveOnce(who string) bool {
	for _, p := range slices.Backward(s.netOf(chat.Place{User: userOf(who)}).Posts(chat.Place{User: userOf(who)})) {
		line := ""
		if c := p.Screen.Choice; c != nil {
			line = c.Line + " " + strings.Join(Fewest(c), " ")
		}
		for _, row := range p.Screen.Buttons {
			for _, b := range row {
				if line == "" && strings.HasPrefix(b.Line, "do ") {
					line = b.Line
				}
			}
		}
		if line != "" {
			output, err := s.say(s.inputOf(who, strings.TrimSpace(line)))
			return err == nil && (len(output) == 0 || !strings.HasPrefix(output[0], "refused: "))
		}
	}
	return false
}

// Fewest returns the values of the smallest choice: the fixed options, and the last ones.
func Fewest(c *chat.Choice) (values []string) {
	for _, o := range c.Options {
		if o.Fixed {
			values = append(values, o.Value)
		}
	}
	for _, o := range slices.Backward(c.Options) {
		if !o.Fixed && len(values) < c.Min {
			values = append(values, o.Value)
		}
	}
	return values
}

// see returns the lines with one of the words in a place; without words, what has changed there since the story
// looked last.
func (s *story) see(where, words string) []string {
	where, newest := strings.CutPrefix(where, "newest ")
	place := placeOf(where)
	posts := s.netOf(place).Posts(place)
	if newest {
		posts = posts[max(0, len(posts)-1):]
	}
	var messages [][]string
	for _, p := range posts {
		messages = append(messages, printScreen(p.Screen))
	}
	slices.SortFunc(messages, slices.Compare) // they are posted in any order
	now := slices.Concat(messages...)
	if words != "" {
		return slices.DeleteFunc(now, func(l string) bool { return !has(l, words) })
	}
	gone := slices.Clone(s.seen[where])
	s.seen[where] = now
	var changed []string
	for _, l := range now {
		if i := slices.Index(gone, l); i >= 0 {
			gone = slices.Delete(gone, i, i+1)
		} else {
			changed = append(changed, l)
		}
	}
	for _, l := range gone {
		changed = append(changed, "no more "+l)
	}
	return changed
}

// calls tells who has been called since.
func (s *story) calls() (told []string) {
	for _, n := range s.nets {
		n.Lock()
		for _, ref := range n.order {
			p, there := n.posts[ref]
			if !there || p.Screen.Call == nil || p.Screen.Call.Quiet {
				continue
			}
			c := p.Screen.Call
			if thread := c.Thread + " " + string(c.User); c.Number > s.called[thread] {
				s.called[thread] = c.Number
				told = append(append(told, "calls "+whoIs(c.User)+": "+c.Text.String()), noMoments(c.Text)...)
			}
		}
		n.Unlock()
	}
	slices.Sort(told) // messages are posted in any order
	return told
}

var codePattern = regexp.MustCompile(`\b(?:[2-9a-z]{8}|[0-9a-z]{4}(?:-[0-9a-z]{4}){3})\b`)

// invisible drops the marks around names.
var invisible = strings.NewReplacer("\u2068", "", "\u2069", "")

// renamed gives codes their names, and drops invisible marks.
func (s *story) renamed(output []string) []string {
	text := invisible.Replace(strings.Join(output, "\n"))
	if text == "" {
		return nil
	}
	text = codePattern.ReplaceAllStringFunc(text, func(value string) string {
		if i := slices.IndexFunc(s.codes, func(c code) bool { return c.value == value }); i >= 0 {
			return s.codes[i].name
		}
		name := "CODE"
		if !strings.Contains(value, "-") {
			if _, err := s.cfg.Store.Get(s.t.Context(), storage.Key{Kind: "table", ID: value}); err != nil {
				return value
			}
			name = "TABLE"
		}
		n := 1
		for _, c := range s.codes {
			if strings.HasPrefix(c.name, name) {
				n++
			}
		}
		s.codes = append(s.codes, code{fmt.Sprint(name, n), value})
		return fmt.Sprint(name, n)
	})
	return strings.Split(text, "\n")
}
