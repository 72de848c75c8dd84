package bot_test

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/people"
	"tarockbot/bot/platform/bottest"
	"tarockbot/bot/platform/double"
	"tarockbot/bot/support/metrics"
	"tarockbot/bot/upkeep/bans"
	"tarockbot/engine/robot"
	"tarockbot/render"
	"tarockbot/render/words"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

const channel chat.ChatID = "fake:channel"

// world is a bot with a fake network and people who use it.
type world struct {
	t        testing.TB
	ctx      context.Context
	store    storage.Store
	net      *bottest.Network
	others   map[string]*bottest.Network // by name; served besides
	more     []chat.Platform             // served besides, too
	bot      *bot.Bot
	began    int64        // seconds; when the world's time begins, if that matters
	now      atomic.Int64 // seconds
	ticking  bool         // the clock goes on by itself; see ticking
	booted   time.Time
	ids      atomic.Int64
	log      *double.Log
	random   io.Reader // crypto/rand.Reader if nil
	limits   bot.Limits
	noStakes bool
	clocks   bot.Clocks
	bans     bans.List
	meter    *metrics.Metrics // nil unless a test looks at them
	chat     chat.ChatID      // where people speak; the channel unless a test says else
	space    chat.ChatID      // the server or group of the chat; "" if it is by itself
	taken    string           // the newest challenge that a test has seen
	end      func() error     // stops the bot and returns what Run did
	done     <-chan struct{}
	pictures *render.Studio  // nil: words alone
	removals people.Removals // nil unless a test looks at them
	players  func(robot.Level) robot.Player
}

func newWorld(t testing.TB) *world {
	t.Helper()
	return startWorld(t, memory.New())
}

// startWorld starts a bot over the store.
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

// withLimits sets the limits.
func withLimits(l bot.Limits) func(*world) { return func(w *world) { w.limits = l } }

// withHook lets the function see, and fail, every Show.
func withHook(hook func(chat.Place, chat.Ref, chat.Screen) error) func(*world) {
	return func(w *world) { w.net.BeforeShow = hook }
}

// withOthers lets the bot serve networks of those names, too.
func withOthers(names ...string) func(*world) {
	return func(w *world) {
		w.others = make(map[string]*bottest.Network)
		for _, name := range names {
			w.others[name] = bottest.New(name)
		}
	}
}

// restart ends the bot and starts another over the same store and network.
func (w *world) restart() {
	w.t.Helper()
	if err := w.end(); err != nil {
		w.t.Fatalf("the bot ended with %v", err)
	}
	w.boot()
}

// boot starts a bot over the store, for the network.
func (w *world) boot() {
	w.t.Helper()
	others := slices.Clone(w.more)
	for _, n := range w.others {
		others = append(others, n)
	}
	if !w.booted.IsZero() {
		w.now.Store(w.time().Unix())
	}
	w.booted = time.Now()
	running := bottest.Start(w.ctx, w.t, bot.Config{
		Store: w.store, Log: slog.New(slog.NewTextHandler(w.log, nil)), Random: w.random,
		Now: w.time, Limits: w.limits, Clocks: w.clocks, Bans: w.bans, NoStakes: w.noStakes, Metrics: w.meter,
		Pictures: w.pictures, Removals: w.removals, Named: namedInTests(), Players: w.players, Privacy: privacyInTests,
	}, func(*bot.Bot) chat.Platform { return w.net }, others...)
	w.bot, w.end, w.done = running.Bot, running.End, running.Done
	w.ready(w.net)
	for _, n := range w.others {
		w.ready(n)
	}
}

// time is what the bot's clock shows.
func (w *world) time() time.Time {
	now := time.Unix(w.now.Load(), 0)
	if w.ticking {
		now = now.Add(time.Since(w.booted))
	}
	return now
}

// ticking lets the bot's clock go on by itself, for tests in which time passes.
func ticking(w *world) { w.ticking = true }

// ready waits until the network is served.
func (w *world) ready(n *bottest.Network) {
	w.t.Helper()
	select {
	case <-n.Ready():
	case <-w.done:
		w.t.Fatalf("the bot ended at once: %v", w.end())
	}
}

// says hands in a line of a person in the channel.
func (w *world) says(who, line string) chat.Answer {
	w.t.Helper()
	return w.input(chat.Input{ID: w.newID(), User: user(who), Name: who, Lang: "en", Chat: w.chat, Space: w.space, Line: line})
}

func (w *world) newID() string { return fmt.Sprint("in", w.ids.Add(1)) }

func (w *world) input(in chat.Input) chat.Answer {
	w.t.Helper()
	answer, err := w.bot.Handle(w.ctx, in)
	if err != nil {
		w.t.Fatalf("%s: %q: %v", in.User, in.Line, err)
	}
	return answer
}

// mustSay is says for a line that must not be refused.
func (w *world) mustSay(who, line string) chat.Answer {
	w.t.Helper()
	answer := w.says(who, line)
	if answer.Refused {
		w.t.Fatalf("%s: %q was refused: %s", who, line, answer.Alert)
	}
	return answer
}

func user(who string) chat.UserID { return chat.UserID("fake:" + who) }

func private(who string) chat.Place { return chat.Place{User: user(who)} }

var public = chat.Place{Chat: channel}

// panel waits for the person's panel to satisfy the condition.
func (w *world) panel(who string, condition func(chat.Screen) bool) chat.Screen {
	w.t.Helper()
	return w.wait(private(who), condition)
}

// netOf is the network that the place is at.
func (w *world) netOf(place chat.Place) *bottest.Network {
	name, _, _ := strings.Cut(string(place.User)+string(place.Chat), ":")
	if n, ok := w.others[name]; ok {
		return n
	}
	return w.net
}

// long is for a night.
var long = flag.Bool("long", false, "let days pass, matches be played and tables be looked at in larger numbers")

// usually returns the first number, but for a night the second.
func usually[T any](few, many T) T {
	if *long {
		return many
	}
	return few
}

// patience is how long one wait may take, in real time or in a bubble's.
const patience = 8 * time.Minute

// bounded returns the context of one wait.
func (w *world) bounded() (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(w.ctx, patience, storagetest.ErrTooSlow)
}

func (w *world) wait(place chat.Place, condition func(chat.Screen) bool) chat.Screen {
	w.t.Helper()
	net := w.netOf(place)
	ctx, cancel := w.bounded()
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

func text(s chat.Screen) string {
	var b strings.Builder
	for _, l := range s.Text {
		b.WriteString(l.String() + "\n")
	}
	return b.String()
}

// said is the English text with that id, its gaps filled.
func said(id string, gaps ...any) string { return english().Say(id, gaps...) }

var english = tongue("en")

// tongue is how the language is spoken.
func tongue(lang string) func() *words.Tongue {
	return sync.OnceValue(func() *words.Tongue {
		catalogue, err := words.Load()
		if err != nil {
			panic(err)
		}
		return catalogue.In(lang)
	})
}

// refuses hands in a line that must be refused for that reason.
func (w *world) refuses(who, line, reason string, gaps ...any) {
	w.t.Helper()
	w.refusesInput(chat.Input{ID: w.newID(), User: user(who), Name: who, Lang: "en", Chat: w.chat, Space: w.space, Line: line}, reason, gaps...)
}

func (w *world) refusesInput(in chat.Input, reason string, gaps ...any) {
	w.t.Helper()
	answer := w.input(in)
	if want := said("refuse."+reason, gaps...); !answer.Refused || answer.Alert != want {
		w.t.Errorf("%s: %q: got %+v, want a refusal: %s", in.User, in.Line, answer, want)
	}
}

// state is all that the game is, as stored: not which messages show it.
func (w *world) state() string {
	w.t.Helper()
	var b strings.Builder
	for _, kind := range []string{"table", "deal", "standing", "history", "draft", "space"} {
		for doc, err := range w.store.Scan(w.ctx, kind, "", "") {
			if err != nil {
				w.t.Fatal(err)
			}
			var v any
			if err := json.Unmarshal(doc.Data, &v); err != nil {
				w.t.Fatal(err)
			}
			if fields, ok := v.(map[string]any); ok {
				delete(fields, "messages")
			}
			fmt.Fprintln(&b, kind, doc.Key.ID, v)
		}
	}
	return b.String()
}

// unchanged checks that what is done changes nothing that is stored of games.
func (w *world) unchanged(what string, do func()) {
	w.t.Helper()
	w.amended()
	before := w.state()
	do()
	if after := w.state(); after != before {
		was, is := strings.Split(before, "\n"), strings.Split(after, "\n")
		same := func(s string) bool { return slices.Contains(was, s) && slices.Contains(is, s) }
		w.t.Fatalf("%s changed\n%s\nto\n%s", what,
			strings.Join(slices.DeleteFunc(was, same), "\n"), strings.Join(slices.DeleteFunc(is, same), "\n"))
	}
}

// amended waits until tables are as what people have changed of themselves wants them: that
// happens a little later.
func (w *world) amended() {
	w.t.Helper()
	w.eventually("tables' being amended", func() bool {
		waits := false
		for doc, err := range w.store.Scan(w.ctx, "alarm", "", "") {
			if err != nil {
				w.t.Fatal(err)
			}
			waits = waits || strings.Contains(doc.Key.ID, "|show|")
		}
		return !waits
	})
}

func contains(part string) func(chat.Screen) bool {
	return func(s chat.Screen) bool { return strings.Contains(text(s), part) }
}

// lines are what the screen's buttons hand in.
func lines(s chat.Screen) []string {
	var all []string
	for _, row := range s.Buttons {
		for _, b := range row {
			all = append(all, b.Line)
		}
	}
	for _, m := range s.Menus {
		for _, o := range m.Options {
			all = append(all, m.After(o))
		}
	}
	return all
}

// line is the first button's line with the prefix, or "".
func line(s chat.Screen, prefix string) string {
	for _, l := range lines(s) {
		if strings.HasPrefix(l, prefix) {
			return l
		}
	}
	return ""
}

// seat lets two people sit down at a table by the rules and returns its code.
func (w *world) seat(host, guest, rules string) string {
	w.t.Helper()
	w.mustSay(guest, "help")
	w.mustSay(host, "challenge @"+guest+" "+rules)
	id := w.challenge()
	w.mustSay(guest, "accept "+id)
	return id
}

// challenge is the code of the newest challenge in the channel.
func (w *world) challenge() string {
	w.t.Helper()
	accept := ""
	w.wait(public, func(s chat.Screen) bool {
		accept = line(s, "accept ")
		return accept != "" && accept != w.taken
	})
	w.taken = accept
	return strings.TrimPrefix(accept, "accept ")
}

// move is one thing a panel offers: a line to hand in.
func move(s chat.Screen) string {
	if s.Choice != nil {
		return strings.Join(append([]string{s.Choice.Line}, bottest.Fewest(s.Choice)...), " ")
	}
	return line(s, "do ")
}

// freeOf is the first option that may be left out.
func freeOf(c *chat.Choice) chat.Option {
	return c.Options[slices.IndexFunc(c.Options, isFree)]
}

func isFree(o chat.Option) bool { return !o.Fixed }

// play lets the people press the first thing they are offered until the match
// is over.
func (w *world) play(people ...string) {
	w.t.Helper()
	for range 5000 {
		moved := false
		for _, who := range people {
			s := w.mustSay(who, "hand").Screen
			if s == nil {
				w.t.Fatalf("%s has no panel", who)
			}
			if m := move(*s); m != "" {
				w.mustSay(who, m)
				moved = true
			}
			if w.over(people[0]) {
				return
			}
		}
		if !moved {
			w.t.Fatalf("nobody is offered anything:\n%s", text(*w.says(people[0], "hand").Screen))
		}
	}
	w.t.Fatal("the match doesn't end")
}

func (w *world) over(who string) bool {
	return line(*w.says(who, "games").Screen, "hand ") == ""
}

// isOver: the screen offers another match.
func isOver(s chat.Screen) bool { return line(s, "rematch ") != "" }

func TestMatchOfTwo(t *testing.T) {
	t.Parallel()
	for _, rules := range []string{"bamberger 2", "spieleversum 2", "bamberger tactical contra 2", "bamberger easy 2", "bamberger medium 2"} {
		t.Run(rules, func(t *testing.T) {
			w := newWorld(t)
			w.seat("anna", "bert", rules)
			w.play("anna", "bert")
			w.wait(public, isOver)
			w.panel("anna", isOver)
			if s := text(*w.mustSay("anna", "leaderboard").Screen); !strings.Contains(s, "anna") {
				t.Errorf("the match isn't on the leaderboard:\n%s", s)
			}
		})
	}
}
