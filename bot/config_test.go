package bot_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// server is a space of three channels.
const server = "fake:server"

// admin says the line in the server's channel, as somebody who may change its
// settings.
func (w *world) admin(line string) chat.Answer {
	w.t.Helper()
	return w.input(chat.Input{ID: w.newID(), User: user("root"), Name: "root", Lang: "en",
		Chat: w.chat, Space: w.space, Admin: true, Line: line})
}

// set chooses an option of the settings' page.
func (w *world) set(setting, value string) {
	w.t.Helper()
	page := w.admin("config").Screen
	for _, m := range page.Menus {
		if !strings.HasSuffix(m.Line, " "+setting) {
			continue
		}
		for _, o := range m.Options {
			if o.Value == value {
				if a := w.admin(m.After(o)); a.Refused {
					w.t.Fatalf("%s %s is refused: %s", setting, value, a.Alert)
				}
				return
			}
		}
	}
	w.t.Fatalf("the page doesn't offer %s %s: %+v", setting, value, page.Menus)
}

func newServer(t *testing.T, options ...func(*world)) *world {
	t.Helper()
	w := startWorld(t, memory.New(), options...)
	w.space = server
	for _, who := range []string{"bert", "carl"} {
		w.mustSay(who, "help")
	}
	return w
}

// TestConfigDefaults: what a challenge leaves open is as the server has it, and
// what it says counts more.
func TestConfigDefaults(t *testing.T) {
	t.Parallel()
	w := newServer(t)
	if page := *w.admin("config").Screen; !contains(said("config.lang") + ": " + said("config.unset"))(page) {
		t.Errorf("at first it says\n%s", text(page))
	}
	w.set("rules", "kosakeln/bamberger")
	w.set("option", "exchange=easy")
	w.set("option", "contra=on")
	w.set("length", "6")
	w.set("pace", "7d")
	w.set("lang", "de")
	type row struct{ line, rules, options, length, pace string }
	made := func(tt row) {
		t.Helper()
		w.mustSay("anna", tt.line)
		id := strings.Fields(line(w.wait(public, func(s chat.Screen) bool { return line(s, "accept ") != "" }), "accept "))[1]
		var got struct {
			Lang  string
			Setup struct {
				Rules   string
				Options map[string]string
				Length  int
				Pace    int
			}
		}
		w.read("table", id, &got)
		s := got.Setup
		if s.Rules != tt.rules || fmt.Sprint(s.Length) != tt.length || fmt.Sprint(s.Pace) != tt.pace || got.Lang != "de" ||
			tt.rules != "illustrated/loew" && fmt.Sprint(s.Options) != tt.options {
			t.Errorf("%q makes %+v, want %+v", tt.line, got, tt)
		}
		w.mustSay("anna", "decline "+id)
		w.wait(public, func(s chat.Screen) bool { return line(s, "accept "+id) == "" })
	}
	for _, tt := range []row{
		{"challenge @bert", "kosakeln/bamberger", "map[contra:on exchange:easy]", "6", "10080"},
		{"challenge @bert 2 tactical", "kosakeln/bamberger", "map[contra:on exchange:tactical]", "2", "10080"},
		{"challenge @bert spieleversum pace=live", "kosakeln/spieleversum", "map[]", "4", "2"},
		{"challenge @bert @carl", "illustrated/loew", "map[simple:play]", "0", "10080"},
	} {
		made(tt)
	}
	w.set("rules", "illustrated/loew")
	w.set("length", "6")
	made(row{"challenge @bert @carl", "illustrated/loew", "map[uhu:off]", "6", "10080"})
	made(row{"challenge @bert @carl bis 100", "illustrated/loew", "map[uhu:off]", "0", "10080"})
	made(row{line(*w.mustSay("anna", "setup @bert @carl bis 100").Screen, "challenge "), "illustrated/loew", "map[uhu:off]", "0", "10080"})
	w.set("rules", "usual")
	if page := text(*w.admin("config").Screen); strings.Contains(page, said("config.length")) {
		t.Errorf("the page still speaks of a length:\n%s", page)
	}
}

// TestConfigLanguageEverywhere: in another language are all boards of the server as
// soon as it is set in one of its channels, also of tables that came there and that
// nobody has touched since the start; no others.
func TestConfigLanguageEverywhere(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newServer(t)
		w.net.AcceptsForeignRefs = true
		seat := func(at, space chat.ChatID) string {
			w.space = space
			w.now.Add(1)
			return w.seatIn(at, "anna", "bert", "bamberger 2")
		}
		seat("fake:one", server)
		seat("fake:two/3", server)
		away := seat("fake:three", "fake:else")
		w.chat, w.space = "fake:four", server
		w.mustSay("anna", "table "+away)
		synctest.Wait()
		shown := func(lang string, chats ...chat.ChatID) {
			t.Helper()
			synctest.Wait()
			for _, at := range chats {
				if s := w.last(chat.Place{Chat: at}); s.Lang != lang || !isBoard(s) {
					t.Errorf("%s shows in %q, want %q:\n%s", at, s.Lang, lang, text(s))
				}
			}
		}
		for _, lang := range []string{"de", "en"} {
			w.chat, w.space = "fake:five", server
			w.admin("config lang " + lang)
			shown(lang, "fake:one", "fake:two/3", "fake:four")
			shown("en", "fake:three")
			w.summariesOfVersion6()
		}
		w.admin("config lang de") // with data of before summaries told of servers
		shown("de", "fake:one", "fake:two/3", "fake:four")
		w.audited()
	})
}

// summariesOfVersion6 starts the bot anew over data whose summaries don't tell of servers.
func (w *world) summariesOfVersion6() {
	w.t.Helper()
	if err := w.end(); err != nil {
		w.t.Fatal(err)
	}
	version, err := w.store.Get(w.ctx, storage.Key{Kind: "meta", ID: "version"})
	if err != nil {
		w.t.Fatal(err)
	}
	version.Data = []byte("6")
	docs := []storage.Doc{version}
	for doc, err := range w.store.Scan(w.ctx, "brief", "", "") {
		if err != nil {
			w.t.Fatal(err)
		}
		var fields map[string]json.RawMessage
		w.decode(doc.Data, &fields)
		delete(fields, "spaces")
		if doc.Data, err = json.Marshal(fields); err != nil {
			w.t.Fatal(err)
		}
		docs = append(docs, doc)
	}
	if err := w.store.Commit(w.ctx, docs...); err != nil {
		w.t.Fatal(err)
	}
	w.boot()
}

// TestConfigTyped: a setting may be typed as a challenge says it; what can't be set
// is refused and says what can, and the setting of channels isn't there where there
// is one chat only.
func TestConfigTyped(t *testing.T) {
	t.Parallel()
	w := newServer(t)
	for typed, want := range map[string]string{"2 Wochen": "2 weeks", "5 days": "5 days", "5d": "5 days", "live": "Live", "ohne zeitlimit": "No time limit"} {
		page := w.admin("config pace " + typed)
		if page.Refused || !contains(said("config.pace")+": "+strings.Replace(want, "2 weeks", "14 days", 1))(*page.Screen) {
			t.Errorf("%q is answered %+v", typed, page)
		}
	}
	for _, typed := range []string{"30 days", "soon", "5 days 3"} {
		a := w.admin("config pace " + typed)
		if want := said("refuse.no-pace", "Typed", typed, "Most", 14); !a.Refused || a.Alert != want {
			t.Errorf("%q is answered %+v, want %q", typed, a, want)
		}
	}
	w.space = chat.ChatID(w.chat)
	for _, line := range []string{"config channels", "config channels fake:other"} {
		if a := w.admin(line); !a.Refused || a.Alert != said("refuse.config-channels") {
			t.Errorf("%q is answered %+v", line, a)
		}
	}
}

// TestConfigRefuses: what the space's rules don't have isn't said to be saved, and the
// refusal tells what they have.
func TestConfigRefuses(t *testing.T) {
	t.Parallel()
	w := newServer(t)
	refused := func(line, reason string, gaps ...any) {
		t.Helper()
		w.unchanged(line, func() {
			if a := w.admin(line); !a.Refused || a.Alert != said("refuse."+reason, gaps...) || len([]rune(a.Alert)) > 200 {
				t.Errorf("%q is answered %+v, want %q", line, a, said("refuse."+reason, gaps...))
			}
		})
	}
	for _, line := range []string{"config length 4", "config option exchange=easy"} { // of which rules?
		refused(line, "config-rules")
	}
	w.admin("config rules bamberger")
	lengths := "2 4 6 8 12 16 24"
	for _, n := range []string{"7", "0", "-1", "x", "4 6"} {
		refused("config length "+n, "no-length", "Lengths", lengths)
	}
	for _, option := range []string{"uhu=maybe", "exchange=x", "x", "contra easy"} {
		a := w.admin("config option " + option)
		if !a.Refused || !strings.Contains(a.Alert, option) || !strings.Contains(a.Alert, "easy · ") || len([]rune(a.Alert)) > 200 {
			t.Errorf("option %s is answered %+v", option, a)
		}
	}
	for line, want := range map[string]string{
		"config length 6": said("config.length") + ": 6 deals", "config length usual": said("config.length") + ": 4 deals",
		"config option exchange=easy": said("option.exchange.easy"), "config option tactical": said("option.exchange.tactical"),
	} {
		if a := w.admin(line); a.Alert != said("config.saved") || !contains(want)(*a.Screen) {
			t.Errorf("%q is answered %+v\n%s", line, a, text(*a.Screen))
		}
	}
	w.admin("config rules strohmandeln")
	refused("config option exchange=easy", "no-value", "Term", "exchange=easy", "Values", "simple games · throw in · without contra · contra against the taker · a draw doesn’t double · draw doubles")
	w.admin("config rules loew")
	refused("config length 4", "no-length-series", "Goal", 100, "Lengths", "3 6 9 12 24")
	refused("config tables 11", "no-value", "Term", "11", "Values", "0 · 1 · 2 · 3 · 4 · 5 · 6 · 7 · 8 · 9 · 10")
	refused("config who nobody", "no-value", "Term", "nobody", "Values", "all · admins")
	refused("config lang xx", "no-value", "Term", "xx", "Values", "en · de")
	refused("config rules tarot", "config-unclear", "Typed", "rules tarot")
	refused("config colour red", "config-unclear", "Typed", "colour red")
}

// TestConfigUnset: what nobody has set is told so, line by line, or with what counts
// then.
func TestConfigUnset(t *testing.T) {
	t.Parallel()
	w := newServer(t)
	want := []string{said("config.title", "Space", said("platform.space.fake")), said("config.lead"),
		said("config.lang") + ": " + said("config.unset"),
		said("config.rules") + ": " + said("config.rules.usual"),
		said("config.pace") + ": " + english().Count("pace.days", 3),
		said("config.channels") + ": " + said("config.unset"),
		said("config.tables", "Where", said("platform.chat.fake")) + ": " + said("config.tables.usual", "Number", 3),
		said("config.who") + ": " + said("config.who.all"),
	}
	if page := text(*w.admin("config").Screen); page != strings.Join(want, "\n")+"\n" {
		t.Errorf("the page says\n%s\nwant\n%s", page, strings.Join(want, "\n"))
	}
}

// TestConfigChannels: where challenges aren't made they are refused, and it is said
// where they are.
func TestConfigChannels(t *testing.T) {
	t.Parallel()
	w := newServer(t)
	w.set("channels", string(w.chat))
	w.mustSay("anna", "challenge bamberger")
	w.chat = "fake:other"
	for _, line := range []string{"challenge", "challenge bamberger", "challenge @carl"} {
		if s := w.mustSay("bert", line).Screen; s == nil || text(*s) != said("challenge.elsewhere")+"\nchannel\n" {
			t.Errorf("%q is answered %+v", line, s)
		}
	}
	w.mustSay("bert", "practice bamberger")
	w.set("channels", "fake:other")
	w.mustSay("bert", "challenge bamberger")
	w.admin("config channels") // only looks
	w.chat = "fake:third"
	if s := w.mustSay("carl", "challenge bamberger").Screen; s == nil || !strings.HasPrefix(text(*s), said("challenge.elsewhere")) {
		t.Errorf("after a look it is answered %+v", s)
	}
	for range 2 { // both are chosen; none is everywhere
		page := w.admin("config").Screen
		i := slices.IndexFunc(page.Menus, func(m chat.Menu) bool { return m.Chats })
		for _, o := range page.Menus[i].Options {
			if o.Chosen {
				w.admin(page.Menus[i].After(o))
				break
			}
		}
	}
	w.chat = "fake:third"
	w.mustSay("carl", "challenge bamberger")
	w.admin("config channels " + string(channel))
	w.admin("config channels usual")
	w.mustSay("dora", "challenge bamberger")
}

// TestConfigLimits: a server has its own number of matches at once, and may leave
// challenges to its administrators.
func TestConfigLimits(t *testing.T) {
	t.Parallel()
	w := newServer(t, withLimits(bot.Limits{TablesPerChat: 3, TablesPerPerson: 20, InputsPerPerson: 1000, InputsPerChat: 1000}))
	w.set("tables", "1")
	w.seat("anna", "bert", "bamberger")
	w.refuses("anna", "challenge @bert", "tables-chat", "Max", 1)
	w.set("tables", "2")
	w.mustSay("anna", "challenge @bert")
	w.mustSay("bert", "accept")
	w.set("tables", "9")
	w.set("who", "admins")
	w.refuses("carl", "challenge bamberger", "challenge-admins", "Space", said("platform.space.fake"))
	if a := w.admin("challenge bamberger"); a.Refused {
		t.Errorf("an administrator is refused: %s", a.Alert)
	}
	w.set("who", "all")
	w.mustSay("carl", "challenge spieleversum")
}

// TestConfigThreads: the server's word about threads goes with the board, where there
// are threads; elsewhere there is no such setting.
func TestConfigThreads(t *testing.T) {
	t.Parallel()
	net := bottest.New("sewn")
	net.Threads = true
	w := newServer(t, func(w *world) { w.more = []chat.Platform{net} })
	if page := w.admin("config").Screen; slices.ContainsFunc(page.Menus, func(m chat.Menu) bool { return strings.HasSuffix(m.Line, " threads") }) {
		t.Error("threads are offered where there are none")
	}
	w.unchanged("a thread where there are none", func() {
		if a := w.admin("config threads on"); !a.Refused || a.Alert != said("refuse.config-unclear", "Typed", "threads on") {
			t.Errorf("threads are set where there are none: %+v", a)
		}
	})
	say := func(who, line string) chat.Answer {
		a := w.input(chat.Input{ID: w.newID(), User: chat.UserID("sewn:" + who), Name: who, Lang: "en", Chat: "sewn:hall", Space: "sewn:server", Admin: true, Line: line})
		if a.Refused {
			t.Fatalf("%q is refused: %s", line, a.Alert)
		}
		return a
	}
	if page := say("anna", "config threads on").Screen; !contains(said("config.threads") + ": " + said("settings.on"))(*page) {
		t.Errorf("the page says\n%s", text(*page))
	}
	say("anna", "challenge bamberger")
	say("bert", "accept")
	err := net.Wait(w.ctx, func() bool {
		p, ok := net.Last(chat.Place{Chat: "sewn:hall"})
		return ok && p.Screen.Playing && p.Screen.Thread != nil && *p.Screen.Thread
	})
	if err != nil {
		t.Errorf("the board says nothing of a thread: %v", err)
	}
}

// TestConfigAdmins: others change nothing, whatever they say, and hear who may; it
// is looked up at every press.
func TestConfigAdmins(t *testing.T) {
	t.Parallel()
	w := newServer(t)
	page := w.admin("config").Screen
	w.unchanged("others' words", func() {
		w.refuses("anna", "config", "config-admins", "Space", said("platform.space.fake"))
		for _, m := range page.Menus {
			w.refuses("anna", m.After(m.Options[len(m.Options)-1]), "config-admins", "Space", said("platform.space.fake"))
		}
		w.refuses("anna", "config fake:another fake:x lang de", "config-admins", "Space", said("platform.space.fake"))
		w.chat, w.space = "fake:own", "fake:own server" // where somebody else is administrator
		if a := w.admin(page.Menus[0].After(page.Menus[0].Options[0])); !a.Refused {
			t.Errorf("an administrator of another server changes this one: %+v", a)
		}
		w.chat, w.space = "", ""
		w.refuses("anna", "config", "config-where")
	})
	w.chat, w.space = channel, server
	for _, line := range []string{"config lang xx", "config rules tarot", "config option x", "config length -1", "config pace soon",
		"config tables 11", "config who nobody", "config threads maybe", "config colour red", "config channels discord:1"} {
		if a := w.admin(line); !a.Refused {
			t.Errorf("%q: %+v", line, a)
		}
	}
}

// chaired is a platform that is asked who administers.
type chaired struct {
	*bottest.Network
	admins map[chat.UserID]bool
}

func (a chaired) Administers(_ context.Context, space chat.ChatID, user chat.UserID) (bool, error) {
	if space == "asked:broken" {
		return false, context.DeadlineExceeded
	}
	return space == "asked:group" && a.admins[user], nil
}

// TestConfigAsksPlatform: from a private chat the page of a group is changed by
// whom the platform calls its administrator now.
func TestConfigAsksPlatform(t *testing.T) {
	t.Parallel()
	admins := map[chat.UserID]bool{"asked:anna": true}
	w := startWorld(t, memory.New(), func(w *world) { w.more = []chat.Platform{chaired{bottest.New("asked"), admins}} })
	say := func(who chat.UserID, at chat.ChatID, line string) chat.Answer {
		return w.input(chat.Input{ID: w.newID(), User: who, Name: "x", Lang: "en", Chat: at, Line: line})
	}
	page := say("asked:anna", "asked:group", "config").Screen
	press := page.Menus[0].After(page.Menus[0].Options[0])
	if a := say("asked:anna", "", press); a.Refused {
		t.Errorf("refused: %s", a.Alert)
	}
	admins["asked:anna"] = false
	if a := say("asked:anna", "", press); a.Alert != said("refuse.config-admins", "Space", said("platform.space.asked")) {
		t.Errorf("who isn't any more is told %q", a.Alert)
	}
	if a := say("asked:anna", "asked:broken", "config"); a.Alert != said("refuse.config-unknown") {
		t.Errorf("when nobody knows: %q", a.Alert)
	}
}
