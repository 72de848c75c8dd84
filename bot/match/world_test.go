package match_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/games"
)

// world implements match.Facts around one table.
type world struct {
	*testing.T
	setup     match.Setup
	people    map[string]match.Participant
	away      map[chat.PersonID]bool
	quiet     map[chat.UserID]bool
	now       time.Time
	ran       time.Duration
	ranOn     map[string]time.Duration
	down      map[string]bool
	nextCards []card.Card
	random    *rand.Rand
	tables    int

	table, rematch, earlier *match.Table
	lastShown               map[string]string // by subject
	output                  []string
}

const abandonedAfter = 10 * 24 * time.Hour

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{
		T: t, people: make(map[string]match.Participant), away: make(map[chat.PersonID]bool), quiet: make(map[chat.UserID]bool),
		now: time.Date(2026, 2, 3, 12, 0, 0, 0, time.UTC), ranOn: make(map[string]time.Duration), down: make(map[string]bool),
		random: rand.New(rand.NewPCG(1, 2)), lastShown: make(map[string]string),
	}
	if err := w.rules([]string{"strohmandeln/classic", "2"}); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *world) Now() time.Time                              { return w.now }
func (w *world) RunningTime() time.Duration                  { return w.ran }
func (w *world) ConnectedTime(platform string) time.Duration { return w.ranOn[platform] }
func (w *world) IsDown(platform string) bool                 { return w.down[platform] }
func (w *world) WantsReminder(c match.Chair, _ int) bool     { return !w.quiet[c.User] }

func (w *world) ClockPlatform(t *match.Table, s engine.Seat) string {
	if w.away[t.Chairs[s].Person] {
		return ""
	}
	return cmp.Or(t.Chairs[s].LastActUser, t.Chairs[s].User).Platform()
}

func (w *world) participant(name string) match.Participant {
	if _, known := w.people[name]; !known {
		w.people[name] = match.Participant{ID: chat.PersonID(name), Users: []chat.UserID{user(name)}}
	}
	return w.people[name]
}

// user parses "bert" on "net", or "bert@page".
func user(name string) chat.UserID {
	who, platform, _ := strings.Cut(name, "@")
	return chat.UserID(cmp.Or(platform, "net") + ":" + who)
}

func (w *world) say(format string, args ...any) {
	w.output = append(w.output, fmt.Sprintf(format, args...))
}

func (w *world) line(line string) ([]string, error) {
	w.output = nil
	words := strings.Fields(line)
	err := w.do(words)
	w.sayTable()
	return w.output, err
}

func (w *world) do(words []string) error {
	if becomes := w.worldCommands()[words[0]]; becomes != nil {
		return becomes(words[1:])
	}
	if len(words) < 2 {
		return errors.New("incomplete line")
	}
	who, does, rest := words[0], words[1], words[2:]
	switch {
	case does == "challenges":
		return w.challenge(who, rest)
	case does == "queues":
		return w.queue(who, rest[0])
	case does == "has":
		return w.sayHand(who)
	case playerCommands[does] == nil:
		return fmt.Errorf("unknown command %q", does)
	}
	w.change(w.participant(who), user(who), func(t *match.Table, s engine.Seat) (string, error) {
		switch playing := !slices.Contains(anytimeCommands, does); {
		case (playing || does == "again") && s == engine.Nobody:
			return "", chat.Refuse("not-seated")
		case playing && t.Stage != match.Playing:
			return "", chat.Refuse("match-over")
		}
		return playerCommands[does](w, t, playerCommand{w.participant(who), user(who), s, rest})
	})
	return nil
}

// anytimeCommands don't need a match being played.
var anytimeCommands = []string{"accepts", "declines", "fills", "again"}

func (w *world) worldCommands() map[string]func([]string) error {
	return map[string]func([]string) error{
		"rules":   w.rules,
		"passes":  func(words []string) error { return w.pass(words, true) },
		"stops":   func(words []string) error { return w.pass(words, false) }, // the bot is down
		"unseen":  w.passUnchecked,
		"down":    func(words []string) error { w.down[words[0]] = true; return nil },
		"up":      func(words []string) error { w.down[words[0]] = false; return nil },
		"cards":   w.cards,
		"away":    func(words []string) error { return w.setAway(words[0], true) },
		"killed":  func(words []string) error { w.away[w.participant(words[0]).ID] = true; return nil }, // as "away", but the table isn't updated
		"late":    w.passUntilLate,
		"earlier": func([]string) error { w.table, w.lastShown = w.earlier, w.describe(w.earlier); return nil },
		"home":    func(words []string) error { return w.setAway(words[0], false) },
		"quiet":   func(words []string) error { w.quiet[user(words[0])] = true; return nil },
		"linked":  w.link,
		"lost":    func(words []string) error { return w.setLost(words[0], true) },
		"found":   func(words []string) error { return w.setLost(words[0], false) },
		"moved":   w.move,
		"erased":  w.erase,
		"all":     w.playAll,
		"match":   w.match,
	}
}

// rules parses "RULES [LENGTH] [OPTION=VALUE | PACE | settle | ends]".
func (w *world) rules(words []string) error {
	game, err := games.ByRules(words[0])
	if err != nil {
		return err
	}
	w.setup = match.Setup{Setup: engine.Setup{Rules: words[0], Options: engine.Options{}}}
	for _, word := range words[1:] {
		option, value, isOption := strings.Cut(word, "=")
		pace, paceErr := time.ParseDuration(word)
		length, lengthErr := strconv.Atoi(word)
		switch {
		case isOption:
			w.setup.Options[engine.Name(option)] = engine.Name(value)
		case lengthErr == nil:
			w.setup.Length = length
		case paceErr == nil:
			w.setup.Pace = match.Pace(pace / time.Minute)
		case word == "settle":
			w.setup.SettleTimeouts = true
		case word == "ends":
			w.setup.LeavingEnds = true
		default:
			return fmt.Errorf("%q is no rule, option, length or pace", word)
		}
	}
	w.setup.Setup, err = w.setup.Check(game)
	return err
}

func (w *world) cards(words []string) error {
	w.nextCards = nil
	for _, code := range words {
		c, err := card.Parse(code)
		if err != nil {
			return err
		}
		w.nextCards = append(w.nextCards, c)
	}
	return nil
}

func (w *world) deck(pack card.Set) []card.Card {
	deck := (pack &^ card.SetOf(w.nextCards...)).Cards()
	w.random.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	deck = slices.Concat(w.nextCards, deck)
	w.nextCards = nil
	return deck
}

// link parses "linked HEAD OTHER".
func (w *world) link(words []string) error {
	head, other := w.participant(words[0]), w.participant(words[1])
	all := []chat.Identity{{Person: head.ID, User: head.Users[0]}, {Person: other.ID, User: other.Users[0]}}
	head.Linked, other.Linked = all, all
	w.people[words[0]], w.people[words[1]] = head, other
	return nil
}

// challenge parses "NAME challenges [in CHAT] SEAT...". SEAT is a name, "anybody" or "computer".
func (w *world) challenge(host string, words []string) error {
	game, err := games.ByRules(w.setup.Rules)
	if err != nil {
		return err
	}
	p := w.participant(host)
	t := w.newTable(game, p.ID)
	t.Chairs = match.Chairs{{Person: p.ID, User: user(host), Name: host}}
	if words[0] == "in" {
		t.Chat, t.Space, words = "net:club/room", "net:club", words[2:]
		t.Messages.Add(chat.Place{Chat: t.Chat}, engine.Nobody)
	} else {
		t.Messages.Add(chat.Place{User: user(host)}, engine.Nobody)
	}
	for _, seat := range words {
		switch seat {
		case "anybody":
			t.Chairs = append(t.Chairs, match.Chair{})
		case "computer":
			t.Chairs = append(t.Chairs, match.RobotChair(""))
		default:
			t.Chairs = append(t.Chairs, match.Chair{KeptFor: user(seat), InvitedName: seat})
			t.Messages.Add(chat.Place{User: user(seat)}, engine.Nobody)
		}
	}
	if t.Chairs.IsFull() {
		w.begin(t)
	}
	t.Create(w)
	w.table, w.lastShown = t, make(map[string]string)
	return nil
}

// match parses "[in CHAT] NAMES" and begins a match.
func (w *world) match(words []string) error {
	var host []string
	if words[0] == "in" {
		host, words = words[:2], words[2:]
	}
	if err := w.challenge(words[0], slices.Concat(host, words[1:])); err != nil {
		return err
	}
	for _, name := range words[1:] {
		if name != "computer" {
			if err := w.do([]string{name, "accepts"}); err != nil {
				return err
			}
		}
	}
	w.lastShown = w.describe(w.table)
	w.say("%s; waited for: %s", w.stage(w.table), names(w.table, w.table.Waiting()))
	return nil
}

func (w *world) newTable(game engine.Game, host chat.PersonID) *match.Table {
	w.tables++
	return &match.Table{
		ID: chat.TableID(fmt.Sprintf("table%d", w.tables)), Stage: match.Open, Host: host, Setup: w.setup,
		Match: engine.Match{Game: game, Setup: w.setup.Setup},
	}
}

func (w *world) begin(t *match.Table) {
	for pack := t.Match.Rules().Cards(); !t.Begin(w.deck(pack)[:len(t.Chairs)]); {
		w.say("the best draw level, and all draw again")
	}
	w.advance(t)
}

func (w *world) advance(t *match.Table) {
	for {
		need, s, err := t.Advance()
		switch {
		case err != nil:
			w.Fatal(err)
		case need == match.NeedsCards:
			err = t.Match.NextDeal(w.deck(t.Match.Rules().Cards()))
		case need == match.NeedsComputer:
			_, err = t.Match.Deal.Act(s, firstAction(t.Match.Deal.Prompt(s)))
		default:
			return
		}
		if err != nil {
			w.Fatal(err)
		}
	}
}

func firstAction(p engine.Prompt) engine.Action {
	if len(p.Choices) > 0 {
		return p.Choices[0]
	}
	chosen := p.Pick.Must
	for c := range (p.Pick.From &^ p.Pick.Must).All() {
		if chosen.Len() < p.Pick.Min {
			chosen |= c.Bit()
		}
	}
	return engine.Action{Verb: p.Pick.Verb, Cards: chosen}
}

// change applies a player's input. An error changes nothing.
func (w *world) change(p match.Participant, from chat.UserID, decide func(*match.Table, engine.Seat) (string, error)) {
	t := w.table.Clone()
	t.Places().MovePanel(p, from)
	before := t.BeforeChange()
	said, err := decide(t, t.Chairs.SeatOf(p))
	if err != nil {
		w.say("refused: %s", w.refusalOf(err))
		return
	}
	t.Rev++
	t.Touch(w)
	t.CompleteChange(w, before, t.Chairs.SeatOf(p).Bit())
	if said != "" {
		w.say("told: %s", said)
	}
	w.setTable(t)
	if w.rematch != nil {
		w.sayTable()
		w.lastShown, w.earlier, w.table, w.rematch = make(map[string]string), w.table, w.rematch, nil
	}
}

func (w *world) refusalOf(err error) string {
	if refusal, is := errors.AsType[*chat.Refusal](err); is {
		return refusal.ID
	}
	if refusal, is := errors.AsType[*engine.Refusal](err); is {
		return string(refusal.Reason)
	}
	if open, is := errors.AsType[match.OpenRequestError](err); is {
		return fmt.Sprintf("%s asks already", w.table.Chairs[open.Seat].Name)
	}
	w.Fatal(err)
	return ""
}

func (w *world) changeByBot(change func(*match.Table) bool) {
	if w.table == nil {
		return
	}
	t := w.table.Clone()
	before := t.BeforeChange()
	if !change(t) {
		return
	}
	t.Rev++
	t.CompleteChange(w, before, 0)
	w.setTable(t)
}

// setTable also checks that the stored form is read as the same table.
func (w *world) setTable(t *match.Table) {
	stored, err := t.Encode()
	if err != nil {
		w.Fatal(err)
	}
	read, err := match.Parse(string(t.ID), stored)
	if err != nil {
		w.Fatal(err)
	}
	if again, err := read.Encode(); err != nil || !bytes.Equal(stored, again) {
		w.Errorf("stored as\n%s\nbut read (%v) as\n%s", stored, err, again)
	}
	read.Effects = t.Effects
	w.table = read
}

func (w *world) setAway(name string, away bool) error {
	w.away[w.participant(name).ID] = away
	w.changeByBot(func(t *match.Table) bool {
		t.TouchedRunningMillis = w.ran.Milliseconds()
		return t.Stage == match.Playing
	})
	return nil
}

func (w *world) setLost(where string, lost bool) error {
	place := chat.Place{User: user(where)}
	if where == "club" {
		place = chat.Place{Chat: "net:club/room"}
	}
	t := w.table.Clone()
	m := t.Messages.In(place)
	if m == nil {
		return fmt.Errorf("the table has no message for %s", where)
	}
	if m.Lost, m.LostAtMillis = lost, 0; lost {
		m.LostAtMillis = w.ran.Milliseconds()
	}
	w.setTable(t)
	return nil
}

func (w *world) move(words []string) error {
	w.changeByBot(func(t *match.Table) bool {
		t.Places().MoveChat("net:club", chat.ChatID("net:"+words[0]))
		return true
	})
	return nil
}

func (w *world) erase(words []string) error {
	p := match.Participant{ID: chat.PersonID(words[0]), Users: []chat.UserID{user(words[0])}}
	w.change(match.Participant{}, "", func(t *match.Table, _ engine.Seat) (string, error) {
		switch s := t.Chairs.SeatOf(p); {
		case t.Stage == match.Open:
			if _, err := t.Challenge().Leave(p, "now"); chat.IgnoreRefusal(err) != nil {
				return "", err
			}
		case t.Stage == match.Playing && s != engine.Nobody:
			if err := t.Leave(s.Bit(), engine.Resign, w.now); err != nil {
				return "", err
			}
			w.advance(t)
		}
		x := chat.Identity{Person: p.ID, User: p.Users[0]}
		t.Erase(x)
		if data, err := t.Encode(); err != nil || bytes.Contains(data, []byte(":"+words[0]+`"`)) && t.HoldsDataOf(x) {
			w.Errorf("%s is still in %s, %v", words[0], data, err)
		}
		return "", nil
	})
	return nil
}

// pass lets time pass and makes due checks.
func (w *world) pass(words []string, running bool) error {
	d, err := time.ParseDuration(words[0])
	if err != nil {
		return err
	}
	for begun, end := w.now, w.now.Add(d); ; {
		wait, none := w.untilCheck()
		if none || !running || w.now.Add(wait).After(end) {
			w.addTime(end.Sub(w.now), running)
			return nil
		}
		w.addTime(wait, true)
		if over := w.check(w.now.Sub(begun)); over {
			w.say("the table is deleted")
			w.table = nil
		}
	}
}

// passUnchecked simulates a late alarm.
func (w *world) passUnchecked(words []string) error {
	d, err := time.ParseDuration(words[0])
	w.addTime(d, true)
	return err
}

func (w *world) passUntilLate([]string) error {
	for out := w.output; w.table.Clocks().LateSeats() == 0; w.output = out {
		wait, _ := w.untilCheck()
		if err := w.pass([]string{wait.String()}, true); err != nil {
			return err
		}
	}
	w.say("%s is late", names(w.table, w.table.Clocks().LateSeats()))
	return nil
}

func (w *world) untilCheck() (wait time.Duration, none bool) {
	if w.table == nil {
		return 0, true
	}
	at, ran := match.Lifetimes{Facts: w, AbandonedAfter: abandonedAfter}.NextCheck(w.table)
	if at.IsZero() {
		return max(ran-w.ran, 0), false
	}
	return max(at.Sub(w.now), 0), false
}

func (w *world) addTime(d time.Duration, running bool) {
	w.now = w.now.Add(d)
	if !running {
		return
	}
	w.ran += d
	for _, platform := range []string{"net", "page"} {
		if !w.down[platform] {
			w.ranOn[platform] += d
		}
	}
}

func (w *world) check(after time.Duration) (over bool) {
	lives := match.Lifetimes{Facts: w, AbandonedAfter: abandonedAfter}
	rev := w.table.Rev
	switch why := lives.CloseReason(w.table); {
	case why != "":
		w.change(match.Participant{}, "", func(t *match.Table, _ engine.Seat) (string, error) { t.Close(why); return "", nil })
	case lives.IsLongOver(w.table):
		return true
	default:
		w.changeByBot(func(t *match.Table) bool { return t.Clocks().UpdateStages(w) })
	}
	if w.table.Rev != rev {
		w.say("after %v:", after)
		w.sayTable()
	} else if wait, _ := w.untilCheck(); wait == 0 {
		w.Fatalf("the table was checked, but nothing was due")
	}
	return false
}

// playAll parses "all play N" and "all play on".
func (w *world) playAll(words []string) error {
	n, err := strconv.Atoi(words[1])
	if err != nil {
		n = 1000
	}
	for deal := len(w.table.Match.Done); n > 0 && w.table.Waiting() != 0 && len(w.table.Match.Done) == deal; n-- {
		s := slices.Collect(w.table.Waiting().All())[0]
		name := w.table.Chairs[s].Name
		w.change(w.participant(name), user(name), func(t *match.Table, s engine.Seat) (string, error) {
			return "", w.act(t, s, firstAction(t.Match.Deal.Prompt(s)))
		})
		w.sayEffects()
	}
	return nil
}

func (w *world) act(t *match.Table, s engine.Seat, a engine.Action) error {
	if err := t.Act(s, a); err != nil {
		return err
	}
	w.advance(t)
	return nil
}

func (w *world) queue(name, code string) error {
	t := w.table.Clone()
	s := t.Chairs.SeatOf(w.participant(name))
	if code == "off" {
		t.Chairs[s].Queued = ""
		w.setTable(t)
		return nil
	}
	c, err := card.Parse(code)
	if err != nil {
		return err
	}
	if err := cmp.Or(t.QueuedCards().CheckSet(s), t.QueuedCards().Set(s, c.Bit())); err != nil {
		w.say("refused: %s", w.refusalOf(err))
		return nil
	}
	w.setTable(t)
	return nil
}

func (w *world) sayHand(name string) error {
	s := w.table.Chairs.SeatOf(w.participant(name))
	w.say("%s: %s", name, w.table.Match.Deal.View(s).Hand.Cards)
	if p := w.table.Match.Deal.Prompt(s); !p.IsEmpty() {
		w.say("may %s; %s", p.Choices, p.Pick.From)
	}
	return nil
}

func names(t *match.Table, seats engine.Seats) string {
	var all []string
	for s := range seats.All() {
		all = append(all, nameAt(t, s))
	}
	return strings.Join(all, ", ")
}

func nameAt(t *match.Table, s engine.Seat) string {
	if s == engine.Nobody {
		return "nobody"
	}
	c := t.Chairs[s]
	switch {
	case c.Robot:
		return "computer"
	case c.Name == displayname.Deleted:
		return "(erased)"
	case c.Name != "":
		return c.Name
	}
	return "seat " + strconv.Itoa(int(s))
}

func (w *world) sayTable() {
	w.sayEffects()
	now := make(map[string]string)
	if w.table != nil {
		now = w.describe(w.table)
	}
	for _, what := range slices.Sorted(maps.Keys(now)) {
		if shown, before := w.lastShown[what]; now[what] != shown && !(before && strings.HasPrefix(what, "6 call")) {
			_, label, _ := strings.Cut(what, " ")
			w.say("%s: %s", label, cmp.Or(now[what], "none"))
		}
	}
	w.lastShown = now
}
