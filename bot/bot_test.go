package bot_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/platform/bottest"
	"tarockbot/bot/platform/double"
	"tarockbot/bot/support/metrics"
	"tarockbot/bot/tables/alarms"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/engine/robot"
	"tarockbot/engine/verify"
	"tarockbot/render"
	"tarockbot/render/words"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
	"tarockbot/storage/waittest"
)

const channel chat.ChatID = "fake:channel"

// world is a bot on a network in memory with its users:
//
//	w := newWorld(t)
//	w.mustSay("anna", "challenge bamberger 2")  // in the channel; it must not be refused
//	w.mustSay("telegram:bert", "help")          // in private, on another network (see withOthers)
//	id := w.seat("bamberger 2", "anna", "bert") // begins a match and returns the table's code
//	who, line := w.anyMove(id, "anna", "bert")  // an offered move
//
// hand returns a panel; wait awaits a message. With withTickingClock, inside synctest, the bot's
// clock runs and pass waits.
type world struct {
	t             testing.TB
	ctx           context.Context
	store         storage.Store
	net           *bottest.Network
	others        map[string]*bottest.Network
	morePlatforms []chat.Platform
	bot           *bot.Bot
	began         int64        // start time in seconds; 0 means the default
	now           atomic.Int64 // seconds
	ticking       bool
	booted        time.Time
	ids           atomic.Int64
	log           *double.Log
	random        io.Reader
	limits        bot.Limits
	meter         *metrics.Metrics
	chat          chat.ChatID
	space         chat.ChatID
	lastChallenge string
	end           func() error
	done          <-chan struct{}
	pictures      *render.Studio
	forgottenList people.ForgottenList
	players       func(robot.Level) robot.Player
}

func newWorld(t testing.TB) *world {
	t.Helper()
	return startWorld(t, memory.New())
}

func startWorld(t testing.TB, store storage.Store, options ...func(*world)) *world {
	t.Helper()
	w := &world{t: t, store: store, log: new(double.Log), net: bottest.New("fake")}
	for _, set := range options {
		set(w)
	}
	w.ctx, w.chat = t.Context(), channel
	w.now.Store(cmp.Or(w.began, 1_800_000_000))
	w.boot()
	return w
}

func newWorldWith(t *testing.T, people ...string) *world {
	t.Helper()
	w := newWorld(t)
	for _, who := range people {
		w.mustSay(who, "help")
	}
	return w
}

func withLimits(l bot.Limits) func(*world) { return func(w *world) { w.limits = l } }

func withHook(hook func(chat.Place, chat.Ref, chat.Screen) error) func(*world) {
	return func(w *world) { w.net.BeforeShow = hook }
}

func withOthers(names ...string) func(*world) {
	return func(w *world) {
		w.others = make(map[string]*bottest.Network)
		for _, name := range names {
			w.others[name] = bottest.New(name)
		}
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (w *world) restart() {
	w.t.Helper()
	if err := w.end(); err != nil {
		w.t.Fatalf("the bot ended with %v", err)
	}
	w.boot()
}

// killAtWrite kills the bot after the given number of writes and starts another.
func (w *world) killAtWrite(write int, store *storagetest.Flaky, who, line string) {
	w.t.Helper()
	store.Fail(slices.Repeat([]storagetest.Failure{{Applied: true}}, write)...)
	store.Fail(storagetest.Failure{Err: storage.ErrUncertain, Applied: true})
	_, _ = w.bot.Handle(w.ctx, w.in(who, line))
	synctest.Wait()
	w.restartAfterKill(store)
}

func (w *world) restartAfterKill(store *storagetest.Flaky) {
	w.t.Helper()
	_ = w.end()
	store.Reopen()
	w.boot()
}

func (w *world) boot() {
	w.t.Helper()
	if !w.booted.IsZero() {
		w.now.Store(w.time().Unix())
	}
	w.booted = time.Now()
	platforms, nets := slices.Clone(w.morePlatforms), []*bottest.Network{w.net}
	for _, n := range w.others {
		platforms, nets = append(platforms, n), append(nets, n)
	}
	running := bottest.Start(w.ctx, w.t, bot.Config{
		Store: w.store, Log: w.log.Logger(), Random: w.random, Now: w.time, Limits: w.limits, Metrics: w.meter,
		Pictures: w.pictures, ForgottenList: w.forgottenList, OtherNames: namesInNotes(), Players: w.players,
	}, func(*bot.Bot) chat.Platform { return w.net }, platforms...)
	w.bot, w.end, w.done = running.Bot, running.End, running.Done
	for _, n := range nets {
		select {
		case <-n.Ready():
		case <-w.done:
			w.t.Fatalf("the bot ended at once: %v", w.end())
		}
	}
}

func (w *world) time() time.Time {
	now := time.Unix(w.now.Load(), 0)
	if w.ticking {
		now = now.Add(time.Since(w.booted))
	}
	return now
}

func withTickingClock(w *world) { w.ticking = true }

func (w *world) jump(d time.Duration) { w.now.Add(int64(d.Seconds())) }

// in makes an input: "anna" speaks in the world's chat, "telegram:anna" in private.
func (w *world) in(who, line string) chat.Input {
	in := chat.Input{ID: fmt.Sprint("in", w.ids.Add(1)), User: user(who), Name: who, Lang: "en", Chat: w.chat, Space: w.space, Line: line}
	if _, name, isIdentity := strings.Cut(who, ":"); isIdentity {
		in.Name, in.Chat, in.Space = name, "", ""
	}
	return in
}

func (w *world) input(in chat.Input) chat.Answer {
	w.t.Helper()
	answer, err := w.bot.Handle(w.ctx, in)
	if err != nil {
		w.t.Fatalf("%s: %q: %v", in.User, in.Line, err)
	}
	return answer
}

func (w *world) says(who, line string) chat.Answer {
	w.t.Helper()
	return w.input(w.in(who, line))
}

func (w *world) mustSay(who, line string) chat.Answer {
	w.t.Helper()
	answer := w.says(who, line)
	if answer.Refused {
		w.t.Fatalf("%s: %q was refused: %s", who, line, answer.Alert)
	}
	return answer
}

func (w *world) expectRefusal(who, line, reason string, gaps ...any) {
	w.t.Helper()
	answer := w.says(who, line)
	if want := inEnglish("refuse."+reason, gaps...); !answer.Refused || answer.Alert != want {
		w.t.Errorf("%s: %q: got %+v, want a refusal: %s", who, line, answer, want)
	}
}

func user(who string) chat.UserID {
	if strings.Contains(who, ":") {
		return chat.UserID(who)
	}
	return chat.UserID("fake:" + who)
}

func private(who string) chat.Place { return chat.Place{User: user(who)} }

var public = chat.Place{Chat: channel}

func (w *world) wait(place chat.Place, condition func(chat.Screen) bool) chat.Screen {
	w.t.Helper()
	net := w.net
	if other, ok := w.others[place.Platform()]; ok {
		net = other
	}
	ctx, cancel := context.WithTimeoutCause(w.ctx, patience, waittest.ErrTooSlow)
	defer cancel()
	var found chat.Screen
	err := net.Wait(ctx, func() bool {
		p, ok := net.Last(place)
		found = p.Screen
		return ok && condition(p.Screen)
	})
	if err != nil {
		w.t.Fatalf("%v: %v\nit shows:\n%s", place, err, text(found))
	}
	return found
}

func (w *world) eventually(what string, condition func() bool) {
	w.t.Helper()
	ctx, cancel := context.WithTimeoutCause(w.ctx, patience, waittest.ErrTooSlow)
	defer cancel()
	ticker := time.NewTicker(2 * time.Millisecond)
	defer ticker.Stop()
	for !condition() {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			w.t.Fatalf("timeout waiting for %s: %v\n%s", what, context.Cause(ctx), w.log)
		}
	}
}

var long = flag.Bool("long", false, "test more matches and tables")

func shortOrLong[T any](few, many T) T {
	if *long {
		return many
	}
	return few
}

const patience = 8 * time.Minute

func text(s chat.Screen) string {
	var b strings.Builder
	for _, l := range s.Text {
		b.WriteString(l.String() + "\n")
	}
	return b.String()
}

func inEnglish(id string, gaps ...any) string { return english().Say(id, gaps...) }

var english = sync.OnceValue(func() *words.Tongue {
	catalogue, err := words.Load()
	if err != nil {
		panic(err)
	}
	return catalogue.In("en")
})

// stateOf returns all stored data of matches, except their messages.
func stateOf(w *world) string {
	w.t.Helper()
	var b strings.Builder
	for _, kind := range []string{"table", "deal", "standing", "history", "draft", "space"} {
		for id, data := range w.documents(kind) {
			var v any
			decode(w.t, data, &v)
			if fields, ok := v.(map[string]any); ok {
				delete(fields, "messages")
			}
			fmt.Fprintln(&b, kind, id, v)
		}
	}
	return b.String()
}

func (w *world) expectUnchanged(what string, do func()) {
	w.t.Helper()
	w.awaitSettingsShown()
	before := stateOf(w)
	do()
	if after := stateOf(w); after != before {
		was, is := strings.Split(before, "\n"), strings.Split(after, "\n")
		same := func(s string) bool { return slices.Contains(was, s) && slices.Contains(is, s) }
		w.t.Fatalf("%s changed\n%s\nto\n%s", what,
			strings.Join(slices.DeleteFunc(was, same), "\n"), strings.Join(slices.DeleteFunc(is, same), "\n"))
	}
}

// awaitSettingsShown waits until tables show changed settings of people.
func (w *world) awaitSettingsShown() {
	w.t.Helper()
	w.eventually("tables to show changed settings", func() bool {
		return !slices.ContainsFunc(keys(w.documents("alarm")), func(id string) bool { return strings.Contains(id, "|"+alarms.WakeShow+"|") })
	})
}

func (w *world) documents(kind string) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for doc, err := range w.store.Scan(w.ctx, kind, "", "") {
			if err != nil {
				w.t.Fatal(err)
			}
			if !yield(doc.Key.ID, doc.Data) {
				return
			}
		}
	}
}

func keys(documents iter.Seq2[string, []byte]) (ids []string) {
	for id := range documents {
		ids = append(ids, id)
	}
	return ids
}

func decode(t testing.TB, data []byte, v any) {
	t.Helper()
	must(t, json.Unmarshal(data, v))
}

func (w *world) read(kind, id string, v any) bool {
	w.t.Helper()
	doc, err := w.store.Get(w.ctx, storage.Key{Kind: kind, ID: id})
	if errors.Is(err, storage.ErrNotFound) {
		return false
	}
	if err != nil {
		w.t.Fatal(err)
	}
	decode(w.t, doc.Data, v)
	return true
}

func (w *world) put(kind, id string, data []byte) {
	w.t.Helper()
	key := storage.Key{Kind: kind, ID: id}
	doc, err := w.store.Get(w.ctx, key)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		w.t.Fatal(err)
	}
	doc.Key, doc.Data = key, data
	must(w.t, w.store.Commit(w.ctx, doc))
}

// edit replaces the pattern in a stored document. A running bot may not notice.
func (w *world) edit(kind, id, pattern, replacement string) {
	w.t.Helper()
	doc, err := w.store.Get(w.ctx, storage.Key{Kind: kind, ID: id})
	if err != nil {
		w.t.Fatal(err)
	}
	re := regexp.MustCompile(pattern)
	if !re.Match(doc.Data) {
		w.t.Fatalf("%s %s doesn't match %q", kind, id, re)
	}
	w.put(kind, id, re.ReplaceAll(doc.Data, []byte(replacement)))
}

func (w *world) personOf(who string) (id string) {
	w.t.Helper()
	w.read("identity", string(user(who)), &id)
	return id
}

type storedTable struct {
	Stage  string
	Done   []json.RawMessage
	Deal   *engine.Record
	Chairs []struct {
		Name     string
		User     chat.UserID
		Robot    bool
		Reminded int
	}
}

func (w *world) storedMoves(table string, deal int) []engine.Move {
	w.t.Helper()
	var record engine.Record
	if w.read("deal", fmt.Sprintf("%s-%d", table, deal+1), &record) {
		return record.Actions
	}
	var t storedTable
	if !w.read("table", table, &t) || t.Deal == nil || len(t.Done) != deal {
		w.t.Fatalf("no deal %d at table %s", deal, table)
	}
	return t.Deal.Actions
}

func (w *world) finishedDeals() map[string]engine.Record {
	w.t.Helper()
	all := make(map[string]engine.Record)
	for code, data := range w.documents("deal") {
		var r engine.Record
		decode(w.t, data, &r)
		all[code] = r
	}
	return all
}

func mustReplay(t testing.TB, r engine.Record) *engine.Deal {
	t.Helper()
	deal, err := games.Replay(r)
	if err != nil {
		t.Fatal(err)
	}
	return deal
}

func (w *world) audit() standing.AuditReport {
	w.t.Helper()
	report, err := doctor.Audit(w.ctx, w.store, time.Unix(w.now.Load(), 0))
	if err != nil {
		w.t.Fatal(err)
	}
	if report.WrongCount > 0 {
		w.t.Fatalf("%d faults:\n%s", report.WrongCount, strings.Join(report.Faults, "\n"))
	}
	return report
}

func (w *world) checkRecords() {
	w.t.Helper()
	matches := make(map[string][][]byte)
	for code, data := range w.documents("deal") {
		id, _, _ := strings.Cut(code, "-")
		matches[id] = append(matches[id], data)
	}
	for code, r := range w.finishedDeals() {
		if got, want := fmt.Sprint(mustReplay(w.t, r).Result().Score), fmt.Sprint(r.Result.Score); got != want {
			w.t.Errorf("%s: the replay has the score %s, the record %s", code, got, want)
		}
	}
	for id, deals := range matches {
		file := slices.Concat([]byte("["), bytes.Join(deals, []byte(",")), []byte("]"))
		if r := verify.File(file, verify.Evidence{}); r.Verdict() != verify.Fair {
			w.t.Errorf("table %s is %s: %+v", id, r.Verdict(), r)
		}
	}
}

func contains(part string) func(chat.Screen) bool {
	return func(s chat.Screen) bool { return strings.Contains(text(s), part) }
}

func offeredLines(s chat.Screen) []string {
	var all []string
	for _, row := range s.Buttons {
		for _, b := range row {
			all = append(all, b.Line)
		}
	}
	for _, m := range s.Menus {
		for _, o := range m.Options {
			all = append(all, m.LineFor(o))
		}
	}
	return all
}

func offeredLine(s chat.Screen, prefix string) string {
	for _, l := range offeredLines(s) {
		if strings.HasPrefix(l, prefix) {
			return l
		}
	}
	return ""
}

func (w *world) seat(rules, host string, guests ...string) string {
	w.t.Helper()
	for _, guest := range guests {
		w.mustSay(guest, "help")
	}
	w.mustSay(host, "challenge @"+strings.Join(guests, " @")+" "+rules)
	id := w.awaitChallenge()
	for _, guest := range guests {
		w.mustSay(guest, "accept "+id)
	}
	return id
}

func (w *world) awaitChallenge() string {
	w.t.Helper()
	accept := ""
	w.wait(public, func(s chat.Screen) bool {
		accept = offeredLine(s, "accept ")
		return accept != "" && accept != w.lastChallenge
	})
	w.lastChallenge = accept
	return strings.TrimPrefix(accept, "accept ")
}

func offeredMove(s chat.Screen) string {
	if s.Choice != nil {
		return strings.Join(append([]string{s.Choice.Line}, bottest.SmallestChoice(s.Choice)...), " ")
	}
	return offeredLine(s, "do ")
}

func (w *world) tableOf(who string) string {
	w.t.Helper()
	return strings.Fields(offeredLine(*w.mustSay(who, "games").Screen, "hand "))[1]
}

func (w *world) hand(who, table string) chat.Screen {
	w.t.Helper()
	return *w.mustSay(who, "hand "+table).Screen
}

func (w *world) anyMove(table string, people ...string) (who, line string) {
	w.t.Helper()
	for _, who := range people {
		if m := offeredMove(w.hand(who, table)); m != "" {
			return who, m
		}
	}
	return "", ""
}

// chooseOne marks the first card of a choice without confirming it.
func (w *world) chooseOne(who string) string {
	w.t.Helper()
	choice := w.hand(who, "").Choice
	value := choice.Options[slices.IndexFunc(choice.Options, isFree)].Value
	w.mustSay(who, choice.Toggle+" "+value)
	return value
}

func isFree(o chat.Option) bool { return !o.Fixed }

func (w *world) playMatch(people ...string) {
	w.t.Helper()
	for range 5000 {
		if offeredLine(*w.mustSay(people[0], "games").Screen, "hand ") == "" {
			return
		}
		who, m := w.anyMove("", people...)
		if who == "" {
			w.t.Fatalf("nobody is offered a move:\n%s", text(w.hand(people[0], "")))
		}
		w.mustSay(who, m)
	}
	w.t.Fatal("the match doesn't end")
}

func (w *world) handleAtOnce(inputs ...chat.Input) []chat.Answer {
	answers := make([]chat.Answer, len(inputs))
	var workers sync.WaitGroup
	start := make(chan struct{})
	for i, in := range inputs {
		workers.Go(func() {
			<-start
			answers[i] = w.input(in)
		})
	}
	close(start)
	workers.Wait()
	return answers
}

func countAccepted(answers []chat.Answer) (n int) {
	for _, a := range answers {
		if !a.Refused {
			n++
		}
	}
	return n
}

// countEffects handles all inputs at once and counts the effective ones. Equal inputs must get equal answers.
func (w *world) countEffects(inputs ...chat.Input) int {
	w.t.Helper()
	answers, first := w.handleAtOnce(inputs...), make(map[string]chat.Answer)
	for i, in := range inputs {
		before, again := first[in.ID]
		if first[in.ID] = answers[i]; again && before != answers[i] {
			w.t.Errorf("%q gets the answer %+v, and when repeated %+v", in.Line, before, answers[i])
		}
	}
	return countAccepted(slices.Collect(maps.Values(first)))
}

func (w *world) linkCode(who string) string {
	w.t.Helper()
	for _, l := range w.mustSay(who, "link").Screen.Text {
		if last := l[len(l)-1]; last.Style == chat.Code {
			return last.Text
		}
	}
	w.t.Fatal("the page has no code")
	return ""
}

func (w *world) link(from, to string) {
	w.t.Helper()
	w.mustSay(to, w.linkCode(from))
	w.awaitSettingsShown()
}

func (w *world) forget(who string) {
	w.t.Helper()
	w.mustSay(who, "forget yes")
	awaitForgotten(w)
}

func isOver(s chat.Screen) bool { return offeredLine(s, "rematch ") != "" }

func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
