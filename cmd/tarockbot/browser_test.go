package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render"
	"tarockbot/storage/bolt"
)

// TestBrowser lets people play whole matches in a browser each, by pressing what
// their pages offer, while a page is reloaded and the bot is killed.
func TestBrowser(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t, findBrowser(t))
	program := built(t)
	for _, c := range []struct {
		challenge string
		rules     string
		contra    bool
		chat      bool // all look at the page as a chat
	}{
		{"challenge bamberger classic 2", "kosakeln/bamberger", false, true},
		{"challenge spieleversum 2", "kosakeln/spieleversum", true, false},
		{"challenge strohmandeln forty 2", "strohmandeln/forty", false, false},
		{"challenge illustrated mayr-sedlaczek leaving=ends", "illustrated/mayr-sedlaczek", false, false},
	} {
		t.Run(c.rules, func(t *testing.T) {
			t.Parallel()
			m := newMatch(browser, t, program, c.rules)
			if c.chat {
				m.asChat()
			}
			m.sitDown(c.challenge)
			m.play(c.contra)
			for _, p := range m.people {
				m.hearsWords(p)
			}
			m.check(c.rules, c.contra)
		})
	}
}

// findBrowser is the path of a Chromium. Where there is none the test is
// skipped, but not on a machine that is there for testing.
func findBrowser(t testing.TB) string {
	t.Helper()
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("CI") == "true" {
		t.Fatal("no Chromium is installed")
	}
	t.Skip("no Chromium is installed: nobody played in a browser")
	return ""
}

// match is people, each with a browser, and the bot.
type match struct {
	testing.TB
	program, data string
	bot           *running
	address       string // host:port, the same after a restart
	people        []*person
	presses       int
}

// person is somebody with a browser.
type person struct {
	name    string
	page    context.Context
	doubled bool // said contra already
}

func newMatch(browser context.Context, t testing.TB, program, rules string) *match {
	t.Helper()
	game, err := games.ByRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	m := &match{TB: t, program: program, data: filepath.Join(t.TempDir(), "tarock.db")}
	m.startBot("127.0.0.1:0")
	t.Cleanup(func() { _ = m.bot.Process.Kill() })
	for _, name := range []string{"Anna", "Bert", "Carl"}[:game.Seats] {
		p := &person{name: name, page: openPage(t, browser)}
		m.people = append(m.people, p)
		m.does(p,
			chromedp.Navigate(m.bot.url),
			chromedp.SendKeys(chromedp.CSS("#name"), name),
			chromedp.Click(chromedp.CSS("form.enter button")),
			chromedp.WaitVisible(chromedp.CSS("#command")))
	}
	return m
}

func (m *match) startBot(address string) {
	m.Helper()
	m.bot = start(m.TB, m.program, m.data, "--local.listen", address, "--limits.inputs-per-person", "1000")
	u, err := url.Parse(m.bot.url)
	if err != nil {
		m.Fatal(err)
	}
	m.address = u.Host
}

// startBrowser starts a browser for everybody; see openPage.
func startBrowser(t testing.TB, path string) context.Context {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.UserDataDir(t.TempDir()),
		chromedp.WindowSize(1200, 900),
		chromedp.NoSandbox, // which a container's root can't have
		chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("disable-gpu", true), // nothing is drawn in vain
		chromedp.Flag("accept-lang", "en"),
	)
	allocator, closeAllocator := chromedp.NewExecAllocator(context.WithoutCancel(t.Context()), options...)
	t.Cleanup(closeAllocator)
	browser, closeBrowser := chromedp.NewContext(allocator)
	t.Cleanup(closeBrowser)
	if err := chromedp.Do(browser, chromedp.Navigate("about:blank")); err != nil {
		t.Fatalf("the browser doesn't start: %v", err)
	}
	return browser
}

// openPage opens a window that shares nothing with any other: no cookies and
// no cache.
func openPage(t testing.TB, browser context.Context) context.Context {
	t.Helper()
	page, closePage := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(closePage)
	if err := chromedp.Do(page, chromedp.Navigate("about:blank")); err != nil {
		t.Fatalf("the browser opens no page: %v", err)
	}
	return page
}

// does lets the person do something in the browser.
func (m *match) does(p *person, steps ...chromedp.Action[chromedp.Void]) {
	m.Helper()
	asks(m, p, chromedp.Steps(steps...))
}

// asks is does for what has an answer.
func asks[T any](m *match, p *person, action chromedp.Action[T]) T {
	m.Helper()
	ctx, cancel := context.WithTimeout(p.page, patience)
	defer cancel()
	answer, err := chromedp.Run(ctx, action)
	if err != nil {
		for _, other := range m.people {
			m.Logf("%s reads:\n%s", other.name, read(other, "body"))
		}
		m.Fatalf("%s, after %d presses: %v\nthe log:\n%s", p.name, m.presses, err, m.bot.log)
	}
	return answer
}

// read is what the person reads in a part of the page, or why that fails.
func read(p *person, part string) string {
	ctx, cancel := context.WithTimeout(p.page, patience)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](
		fmt.Sprintf("(document.querySelector(%q) || {}).textContent || ''", part)))
	if err != nil {
		return err.Error()
	}
	return text
}

// asChat lets all look at the page as a chat, not as a table.
func (m *match) asChat() {
	m.Helper()
	for _, p := range m.people {
		m.types(p, "settings chat")
		m.reads(p, "#list-answers", "As a chat")
	}
}

// slash is the key that opens the field for commands.
var slash = chromedp.Evaluate[chromedp.Void](`document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "/", bubbles: true}))`)

// types gives a command in words, once the one before has been taken. At a table the
// key for that is pressed first.
func (m *match) types(p *person, command string) {
	m.Helper()
	m.does(p,
		slash,
		chromedp.Poll[chromedp.Void](`document.getElementById("command").value === ""`, chromedp.WithPollingTimeout(patience)),
		chromedp.SendKeys(chromedp.CSS("#command"), command+kb.Enter))
}

// reads waits until a part of the page says all the words.
func (m *match) reads(p *person, part string, words ...string) {
	m.Helper()
	m.does(p, chromedp.PollFunction[chromedp.Void](`(part, words) => words.every((w) => document.querySelector(part).textContent.includes(w))`,
		chromedp.WithPollingArgs(part, words), chromedp.WithPollingTimeout(patience)))
}

// sitDown types a challenge, which the others accept with the button.
func (m *match) sitDown(challenge string) {
	m.Helper()
	const accept = chromedp.CSS(`#list-channel button[value^="accept "]`)
	m.types(m.people[0], challenge)
	for i, p := range m.people[1:] {
		m.reads(p, "#list-channel", m.people[i].name) // else the board changes under the press
		m.does(p, chromedp.WaitVisible(accept), chromedp.Click(accept))
	}
	for _, p := range m.people { // whose challenge was accepted late is called to the table, and goes there
		m.does(p, chromedp.WaitVisible(chromedp.CSS("#list-panels article")),
			chromedp.Evaluate[chromedp.Void](`document.querySelector(".open") || document.querySelector(".enter-table")?.click()`))
	}
}

// When, counted in presses, something happens that must not disturb the match.
const (
	reloadAt = 9
	killAt   = 24
	tooMany  = 500
)

// over is what both pages say in the end.
const over = "The match is over"

// lastDeal begins the heading of the match's last deal.
const lastDeal = "deal 2"

// wholeMatches is for who has the time: a browser is slow.
var wholeMatches = flag.Bool("whole", false, "play matches in browsers to the end, instead of leaving in the last deal")

// play lets all press what they are offered until the match is over.
func (m *match) play(contra bool) {
	m.Helper()
	deadline := time.Now().Add(4 * patience)
	for m.presses < tooMany && time.Now().Before(deadline) {
		ended := 0
		for _, p := range m.people {
			switch text := read(p, "#list-panels"); {
			case strings.Contains(text, over):
				ended++
				continue
			case strings.Contains(text, lastDeal) && (!*wholeMatches || len(m.people) > 2): // a series takes long
				m.leave(p)
				continue
			}
			if line := p.choose(m.offers(p), contra); line != "" {
				m.press(p, line)
			}
		}
		if ended == len(m.people) {
			return
		}
	}
	for _, p := range m.people {
		m.Logf("%s reads\n%s", p.name, read(p, "main"))
	}
	m.Fatal("the match doesn't end")
}

// hearsWords lets the test fail if something that was read out runs into what follows.
func (m *match) hearsWords(p *person) {
	m.Helper()
	for _, words := range asks(m, p, chromedp.Evaluate[[]string](`[...document.querySelectorAll("#heard p")].map((p) => p.textContent)`)) {
		if runTogether.MatchString(code.ReplaceAllString(words, "")) {
			m.Errorf("%s hears %q", p.name, words)
		}
	}
}

// code is that of a table or a person, which is made at random.
var code = regexp.MustCompile(`table \w+|#\w+`)

// runTogether is where a word, or a sentence, begins without a pause.
var runTogether = regexp.MustCompile(`\p{Ll}[\p{Lu}\d]|\d\pL|[.,:;!?]\pL`)

// leave types that the person gives up, and waits until the match is over.
func (m *match) leave(p *person) {
	m.Helper()
	m.types(p, "leave yes")
	m.reads(p, "#list-panels", over)
}

// offer is a button of a panel.
type offer struct {
	Line    string
	Option  bool // may be chosen together with others
	Pressed bool
	Enabled bool
}

// offers are the buttons of the person's panel.
func (m *match) offers(p *person) []offer {
	m.Helper()
	return asks(m, p, chromedp.Evaluate[[]offer](`Array.from(document.querySelectorAll("#list-panels button[name=line]"), (b) => ({
		Line: b.value, Option: b.hasAttribute("aria-pressed"),
		Pressed: b.getAttribute("aria-pressed") === "true", Enabled: !b.disabled}))`))
}

// choose decides what to press: contra the first time if it is wanted, of
// cards as many as are needed but one, and else what is offered first.
func (p *person) choose(offers []offer, contra bool) string {
	confirm, option, pressed := offer{}, "", 0
	for _, o := range offers {
		isDoubling := o.Option && strings.Contains(o.Line, " contra.")
		switch {
		case strings.HasPrefix(o.Line, "queue "): // cards can be set ahead
		case isDoubling && contra && !o.Pressed && !p.doubled:
			p.doubled = true
			return o.Line
		case strings.HasPrefix(o.Line, "confirm "):
			confirm = o
		case o.Option && o.Pressed:
			pressed++
		case o.Option && o.Enabled && !strings.Contains(o.Line, "."):
			option = o.Line
		case strings.HasPrefix(o.Line, "do ") && o.Enabled:
			return o.Line
		}
	}
	if option != "" && (pressed == 0 || !confirm.Enabled) {
		return option
	}
	if confirm.Enabled {
		return confirm.Line
	}
	return ""
}

// panels is what the person's panels show, but for clocks, which tick. A button that waits for the
// answer to its press is marked busy.
const panels = `document.getElementById("list-panels").innerHTML.replace(/<time.*?<\/time>/gs, "")`

// changed says whether the panels show something new, at rest. What got lost
// on the way to the bot is sent again with the button that the page offers.
const changed = `(before) => {
	const again = document.getElementById("toast-act");
	if (!again.hidden && again.textContent === document.body.dataset.again) again.click();
	const now = ` + panels + `;
	return now !== "" && now !== before && !now.includes("aria-busy");
}`

// pressing presses a button of the panels in one go, for the page may change at any
// moment, and says what came of that. A word from the bot may lie over the button, or
// how a deal ended: they are put away first. Cards that move are where they are going.
const pressing = `((line) => {
	document.getElementById("toast-close").click();
	document.querySelector(".open .bill:not(.seen) .on")?.click();
	const b = [...document.querySelectorAll("#list-panels button[name=line]")].find((b) => b.value === line);
	if (!b) return "gone";
	b.scrollIntoView({block: "center", behavior: "instant"});
	for (const moving of document.getAnimations()) moving.finish();
	const r = b.getBoundingClientRect(), part = b.closest(".hand") ? 0.2 : 0.5; // other cards lie over the rest
	const there = document.elementFromPoint(r.x + r.width * part, r.y + r.height * part);
	if (!b.contains(there)) return "covered by " + (there ? there.outerHTML.slice(0, 200) : "nothing");
	b.click();
	return "pressed";
})(%q)`

// press presses a button, if it is still there, and waits until the page shows what
// came of it.
func (m *match) press(p *person, line string) {
	m.Helper()
	before := asks(m, p, chromedp.Evaluate[string](panels))
	switch came := asks(m, p, chromedp.Evaluate[string](fmt.Sprintf(pressing, line))); came {
	case "pressed":
	case "gone": // what was pressed before the page was loaded anew has had its effect only now
		return
	default:
		m.Fatalf("%s, after %d presses: the button of %q is %s", p.name, m.presses, line, came)
	}
	m.presses++
	switch m.presses {
	case reloadAt:
		m.does(p, chromedp.Reload(), chromedp.WaitVisible(chromedp.CSS("#list-panels article")))
		return // with the press done or not, the page says how it stands
	case killAt:
		m.bot.end(m.TB, syscall.SIGKILL)
		m.startBot(m.address)
	}
	m.does(p, chromedp.PollFunction[chromedp.Void](changed, chromedp.WithPollingArgs(before),
		chromedp.WithPollingInterval(10*time.Millisecond), chromedp.WithPollingTimeout(patience)))
}

// totals are the seats' points as a heading shows them.
var totals = regexp.MustCompile(`Score[^:]*: (① \S+ [+−]?\d+(?: · [②③] \S+ [+−]?\d+)+)`)

// check compares what both pages say with the records of the deals, and looks
// for what must be in no log.
func (m *match) check(rules string, contra bool) {
	m.Helper()
	shown := make(map[string]string)
	for _, p := range m.people {
		for _, part := range []string{"#list-panels", "#list-channel"} {
			shown[p.name+" in "+part] = ""
			if score := totals.FindStringSubmatch(read(p, part)); score != nil {
				shown[p.name+" in "+part] = score[1]
			}
		}
	}
	secrets := m.tokens()
	stopped := m.bot.end(m.TB, syscall.SIGTERM)
	if stopped.code != 0 {
		m.Errorf("the bot ended with %d", stopped.code)
	}
	var done []engine.Result
	doublings := 0
	for _, r := range m.records() {
		if got := r.Options["contra"]; r.Rules != rules || !contra && got == "on" {
			m.Errorf("played by %s with contra %q", r.Rules, got)
		}
		done = append(done, recomputed(m.TB, r))
		for _, move := range r.Actions {
			switch move.Action.Verb {
			case engine.Contra:
				doublings++
			case engine.PlayCard:
				secrets = append(secrets, move.Action.String())
			}
		}
	}
	if contra && doublings == 0 || !contra && strings.HasPrefix(rules, "kosakeln/") && doublings > 0 {
		m.Errorf("contra was said %d times", doublings)
	}
	want := m.standing(rules, done)
	for where, got := range shown {
		if got != want {
			m.Errorf("%s reads %q, the records say %q", where, got, want)
		}
	}
	for _, secret := range secrets {
		if strings.Contains(stopped.err, secret) {
			m.Errorf("%q is in the log", secret)
		}
	}
	m.Logf("%d presses, %s", m.presses, want)
}

// standing is the seats' totals after the deals, as a heading shows them.
func (m *match) standing(rules string, done []engine.Result) string {
	m.Helper()
	game, err := games.ByRules(rules)
	if err != nil {
		m.Fatal(err)
	}
	var each []string
	for seat, total := range game.Next(engine.Setup{Rules: rules, Length: len(done)}, done).Totals {
		each = append(each, []string{"①", "②", "③"}[seat]+" "+m.people[seat].name+" "+render.Signed(total))
	}
	return strings.Join(each, " · ")
}

// tokens are what makes the browsers their people's.
func (m *match) tokens() []string {
	m.Helper()
	var values []string
	for _, p := range m.people {
		cookies, err := chromedp.Call(p.page, network.GetCookies, network.GetCookiesParams{})
		if err != nil {
			m.Fatal(err)
		}
		for _, c := range cookies.Cookies {
			token, _, _ := strings.Cut(c.Value, ".")
			values = append(values, token)
		}
	}
	if len(values) != len(m.people) {
		m.Errorf("%d cookies, want one a person", len(values))
	}
	return values
}

// records are the deals in the data file.
func (m *match) records() []engine.Record {
	m.Helper()
	store, err := bolt.Open(m.data, bolt.Options{})
	if err != nil {
		m.Fatal(err)
	}
	defer func() {
		if err := store.Close(); err != nil {
			m.Error(err)
		}
	}()
	var all []engine.Record
	for doc, err := range store.Scan(m.Context(), "deal", "", "") {
		if err != nil {
			m.Fatal(err)
		}
		var r engine.Record
		if err := json.Unmarshal(doc.Data, &r); err != nil {
			m.Fatal(err)
		}
		all = append(all, r)
	}
	if n := len(all); n != 2 && (n != 1 || len(m.people) == 2) { // a series may end at once
		m.Errorf("%d deals are recorded, want 2", n)
	}
	return all
}

// recomputed is the record's result, which must be the recorded one.
func recomputed(t testing.TB, r engine.Record) engine.Result {
	t.Helper()
	deal, err := games.Replay(r)
	if err != nil {
		t.Fatal(err)
	}
	got := deal.Result()
	if got == nil || r.Result == nil || !got.Same(*r.Result) {
		t.Fatalf("the record's result is %+v, recomputed %+v", r.Result, got)
	}
	return *got
}

// TestSecondPerson: ?as=Dora is another person in the same browser, at once; a name that
// another browser has is none.
func TestSecondPerson(t *testing.T) {
	t.Parallel()
	m := newMatch(startBrowser(t, findBrowser(t)), t, built(t), "kosakeln/spieleversum")
	anna := m.people[0]
	dora := &person{name: "Dora", page: anna.page}
	m.does(dora, chromedp.Navigate(m.bot.url+"?as=Dora"), chromedp.WaitVisible(chromedp.CSS("#command")))
	m.reads(dora, ".me", "Dora")
	m.does(anna, chromedp.Navigate(m.bot.url), chromedp.WaitVisible(chromedp.CSS("#command")))
	m.reads(anna, ".me", "Anna")
	m.does(dora, chromedp.Navigate(m.bot.url+"?as=bert"), chromedp.WaitVisible(chromedp.CSS("#problem")))
	m.reads(dora, "#problem", "Somebody has this name already")
}
