package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/platform/bottest"
	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/web"
	"tarockbot/cmd/tarockbot/internal/listen"
	"tarockbot/cmd/tarockbot/internal/proofs"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render"
	"tarockbot/render/describe"
	"tarockbot/render/words"
	"tarockbot/storage/bolt"
	"tarockbot/storage/memory"
	"tarockbot/storage/waittest"
)

var whole = flag.Bool("whole", false, "play matches in browsers to the end, with all rule sets, and look at all windows")

func some[T any](n int, all []T) []T {
	if *whole {
		return all
	}
	return all[:n]
}

// TestBrowser plays matches in browsers while a page reloads and the bot is killed. With -whole, all rules to the end.
func TestBrowser(t *testing.T) {
	t.Parallel()
	for _, c := range some(1, []struct {
		challenge string
		rules     string
		contra    bool
		chat      bool
	}{
		{"challenge strohmandeln forty contra=undertaken draw=double stake=10c 2", "strohmandeln/forty", false, false},
		{"challenge bamberger classic 2", "kosakeln/bamberger", false, true},
		{"challenge spieleversum 2", "kosakeln/spieleversum", true, false},
		{"challenge illustrated mayr-sedlaczek leaving=ends", "illustrated/mayr-sedlaczek", false, false},
	}) {
		t.Run(c.rules, func(t *testing.T) {
			t.Parallel()
			m := launched(t, c.rules)
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

func browserPath() string {
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

func findBrowser(t testing.TB) {
	t.Helper()
	if browserPath() == "" {
		waittest.SkipWithout(t, "Chromium isn't installed: Debian's package chromium-headless-shell")
	}
}

type match struct {
	testing.TB
	data    string
	url     string
	log     *double.Log
	people  []*person
	presses int
	end     func()
	again   func()
}

type person struct {
	name    string
	page    context.Context
	doubled bool
}

var players = []string{"Anna", "Bert", "Carl"}

func newMatch(t testing.TB, people int) *match {
	t.Helper()
	m := &match{TB: t, data: filepath.Join(t.TempDir(), "tarock.db"), log: new(double.Log)}
	m.host()
	for _, name := range players[:people] {
		m.comes(name)
	}
	return m
}

func (m *match) comes(name string) {
	m.Helper()
	p := &person{name: name, page: openPage(m.TB)}
	m.people = append(m.people, p)
	enter, err := http.NewRequestWithContext(p.page, http.MethodPost, m.url+"enter", strings.NewReader(url.Values{"name": {name}}.Encode()))
	if err != nil {
		m.Fatal(err)
	}
	enter.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	enter.Header.Set("Accept-Language", "en")
	entered, err := http.DefaultTransport.RoundTrip(enter)
	if err != nil {
		m.Fatal(err)
	}
	_ = entered.Body.Close()
	for _, c := range entered.Cookies() {
		if _, err := chromedp.Call(p.page, network.SetCookie, network.SetCookieParams{Name: c.Name, Value: c.Value, URL: m.url}); err != nil {
			m.Fatal(err)
		}
	}
	m.does(p, chromedp.Navigate(m.url), chromedp.WaitVisible(chromedp.CSS("#command")))
}

const loaded = `document.readyState === "complete"`

func (m *match) enters(name string) *person {
	m.Helper()
	p := &person{name: name, page: openPage(m.TB)}
	m.people = append(m.people, p)
	m.does(p, chromedp.Navigate(m.url), signIn(name))
	m.until(p, loaded)
	return p
}

func signIn(name string) chromedp.Action[chromedp.Void] {
	return chromedp.Steps(steady(chromedp.SendKeys(chromedp.CSS("#name"), name)),
		steady(chromedp.Click(chromedp.CSS("form.enter button"))), chromedp.WaitVisible(chromedp.CSS("#command")))
}

func launched(t *testing.T, rules string) *match {
	t.Helper()
	game, err := games.ByRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	m := &match{TB: t, data: filepath.Join(t.TempDir(), "tarock.db"), log: new(double.Log)}
	address := "127.0.0.1:0"
	if runtime.GOOS == "linux" { // 127/8 needs no setup there; an address of this process keeps the port free across restarts
		address = fmt.Sprintf("127.%d.%d.1:0", 1+os.Getpid()>>8&127, os.Getpid()&255)
	}
	begin := func() *running {
		bot := start(t, m.data, "--local.listen", address, "--limits.inputs-per-person", "1000")
		m.url, address = bot.url, strings.TrimSuffix(strings.TrimPrefix(bot.url, "http://"), "/")
		return bot
	}
	ends := func(bot *running, signal syscall.Signal) outcome {
		ended := bot.end(t, signal)
		_, _ = m.log.Write([]byte(ended.err))
		return ended
	}
	bot := begin()
	m.again = func() {
		ends(bot, syscall.SIGKILL)
		bot = begin()
	}
	m.end = func() {
		if ended := ends(bot, syscall.SIGTERM); ended.code != 0 {
			t.Errorf("the bot ended with %d", ended.code)
		}
	}
	for _, name := range players[:game.Seats] {
		m.enters(name)
	}
	return m
}

type artwork struct {
	*render.Studio
	*words.Catalogue
}

var drawing = sync.OnceValues(func() (a artwork, err error) {
	if a.Catalogue, err = words.Load(); err == nil {
		a.Studio, err = render.NewStudio()
	}
	return a, err
})

func studioAndWords(t testing.TB) (*render.Studio, *words.Catalogue) {
	t.Helper()
	d, err := drawing()
	if err != nil {
		t.Fatal(err)
	}
	return d.Studio, d.Catalogue
}

// faces draws the sheet of cards only for -shots, and else a dot, because only the cards' places are tested.
func faces(ctx context.Context, lang string, twoColours bool, width int) ([]byte, error) {
	if *shots == "" {
		var dot bytes.Buffer
		err := png.Encode(&dot, image.NewGray(image.Rect(0, 0, 1, 1)))
		return dot.Bytes(), err
	}
	d, err := drawing()
	if err != nil {
		return nil, err
	}
	return d.Faces(ctx, d.In(lang), twoColours, width)
}

func (m *match) host() {
	m.Helper()
	studio, _ := studioAndWords(m)
	const key = "local.listen"
	at, err := listen.Open([]listen.Address{{Key: key, At: "127.0.0.1:0"}})
	if err != nil {
		m.Fatal(err)
	}
	m.Cleanup(at.Close)
	m.url = at.URL(key)
	store := memory.New()
	begin := func() {
		running := bottest.Start(context.WithoutCancel(m.Context()), m, bot.Config{Store: store, Log: m.log.Logger(), Pictures: studio},
			func(b *bot.Bot) chat.Platform {
				page := web.Config{Listener: at.Lend(key), Vocabularies: bottest.Vocabularies(m), Language: "en", Now: b.Materials.Now,
					Notes: b.Materials.Notes("local"), Log: b.Materials.Log, AppIcon: b.Materials.AppIcon, Glossary: b.Materials.Glossary, Faces: faces}
				page.Verify = func(g web.Given) web.Checked { return proofs.Check(g, nil) }
				p, err := web.New(page)
				if err != nil {
					m.Fatal(err)
				}
				return p
			})
		m.end = func() {
			if err := running.End(); err != nil {
				m.Errorf("the bot: %v\nthe log:\n%s", err, m.log)
			}
		}
	}
	m.again = func() {
		m.end()
		begin()
	}
	begin()
}

var theBrowser = sync.OnceValues(func() (context.Context, error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(browserPath()),
		chromedp.WSURLReadTimeout(time.Hour),
		chromedp.WindowSize(1200, 900),
		chromedp.NoSandbox, // a container's root can't use the sandbox
		chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("disable-gpu", true),
		chromedp.Flag("in-process-gpu", true),
		chromedp.Flag("accept-lang", "en"),
	)
	allocator, closeAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	browser, closeBrowser := chromedp.NewContext(allocator)
	endBrowser = func() { closeBrowser(); closeAllocator() }
	return browser, chromedp.Do(browser)
})

var endBrowser = func() {}

// openPage opens a window with cookies and a cache of its own. Actions there end with waittest.Context.
func openPage(t testing.TB) context.Context {
	t.Helper()
	findBrowser(t)
	browser, err := theBrowser()
	if err != nil {
		t.Fatalf("the browser doesn't start: %v", err)
	}
	window, closeWindow := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(closeWindow)
	if err := chromedp.Do(window); err != nil {
		t.Fatalf("the browser opens no page: %v", err)
	}
	bound := waittest.Context(t)
	window, end := context.WithCancelCause(window)
	context.AfterFunc(bound, func() { end(context.Cause(bound)) })
	return window
}

func tell[P, R any](command cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, to *chromedp.Target) error {
		_, err := cdp.Call(ctx, to, command, params)
		return err
	})
}

func onNewPages(script string) chromedp.Action[chromedp.Void] {
	return tell(page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
}

func prefers(feature, value string) chromedp.Action[chromedp.Void] {
	return tell(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-" + feature, Value: value}}})
}

var shots = flag.String("shots", "", "directory for screenshots")

func (m *match) keeps(p *person, name string) {
	m.Helper()
	if *shots != "" {
		writePrivate(m, filepath.Join(*shots, name+".png"), string(asks(m, p, chromedp.CaptureScreenshot())))
	}
}

// steady repeats an action whose node the page has just replaced.
func steady(act chromedp.Action[chromedp.Void]) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, to *chromedp.Target) (none chromedp.Void, err error) {
		for {
			if none, err = act(ctx, to); err == nil || ctx.Err() != nil || !strings.Contains(err.Error(), "node with given id") {
				return none, err
			}
		}
	}
}

// always polls without a time limit, but less often than the page draws itself.
var always = both(chromedp.WithPollingTimeout(0), chromedp.WithPollingInterval(25*time.Millisecond))

func both[T any](one, other func(*T)) func(*T) {
	return func(task *T) {
		one(task)
		other(task)
	}
}

func (m *match) does(p *person, steps ...chromedp.Action[chromedp.Void]) {
	m.Helper()
	asks(m, p, chromedp.Steps(steps...))
}

func (m *match) until(p *person, script string) {
	m.Helper()
	m.does(p, chromedp.Poll[chromedp.Void](script, always))
}

func asks[T any](m *match, p *person, action chromedp.Action[T]) T {
	m.Helper()
	answer, err := chromedp.Run(p.page, action)
	if err != nil {
		for _, other := range m.people {
			m.Logf("%s reads:\n%s", other.name, read(context.WithoutCancel(other.page), "body"))
		}
		m.Fatalf("%s, after %d presses: %v, %v\nthe log:\n%s", p.name, m.presses, err, context.Cause(p.page), m.log)
	}
	return answer
}

func read(page context.Context, part string) string {
	text, err := chromedp.Run(page, chromedp.Evaluate[string](
		fmt.Sprintf("(document.querySelector(%q) || {}).textContent || ''", part)))
	if err != nil {
		return err.Error()
	}
	return text
}

func (m *match) asChat() {
	m.Helper()
	for _, p := range m.people {
		m.types(p, "settings chat")
		m.reads(p, "#list-answers", "As a chat")
	}
}

var slash = chromedp.Evaluate[chromedp.Void](`document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "/", bubbles: true}))`)

func (m *match) types(p *person, command string) {
	m.Helper()
	m.does(p, slash, steady(chromedp.SendKeys(chromedp.CSS("#command"), command+kb.Enter)))
	m.until(p, `document.getElementById("command").value === ""`)
}

func (m *match) reads(p *person, part string, words ...string) {
	m.Helper()
	m.does(p, chromedp.PollFunction[chromedp.Void](`(part, words) => words.every((w) => document.querySelector(part).textContent.includes(w))`,
		chromedp.WithPollingArgs(part, words), always))
}

func (m *match) sitDown(challenge string) {
	m.Helper()
	const accept = chromedp.CSS(`#list-channel button[value^="accept "]`)
	m.types(m.people[0], challenge)
	for i, p := range m.people[1:] {
		m.reads(p, "#list-channel", m.people[i].name) // else the board changes under the press
		m.does(p, chromedp.WaitVisible(accept), steady(chromedp.Click(accept)))
	}
	for _, p := range m.people { // a late challenger must still enter the table
		m.does(p, chromedp.WaitVisible(chromedp.CSS("#list-panels article")),
			chromedp.Evaluate[chromedp.Void](`document.querySelector(".open") || document.querySelector(".enter-table")?.click()`))
	}
}

// Numbers of presses at which something happens that must not disturb the match.
const (
	reloadAt = 3
	killAt   = 5
	enough   = 8 // then they resign, unless they play to the end
	tooMany  = 500
)

const over = "The match is over"

const lastDeal = "deal 2"

func (m *match) play(contra bool) {
	m.Helper()
	for resigned := *whole; m.presses < tooMany; {
		ended := 0
		for _, p := range m.people {
			switch text := read(p.page, "#list-panels"); {
			case strings.Contains(text, over):
				ended++
				continue
			case strings.Contains(text, lastDeal) && (!*whole || len(m.people) > 2):
				m.leave(p)
				continue
			}
			if line := p.choose(m.offers(p), contra); line != "" {
				m.press(p, line)
			}
		}
		if !resigned && m.presses >= enough {
			m.types(m.people[0], "resign yes")
			resigned = true
		}
		if ended == len(m.people) {
			return
		}
	}
	for _, p := range m.people {
		m.Logf("%s reads\n%s", p.name, read(p.page, "main"))
	}
	m.Fatal("the match doesn't end")
}

func (m *match) hearsWords(p *person) {
	m.Helper()
	for _, words := range asks(m, p, chromedp.Evaluate[[]string](`[...document.querySelectorAll("#heard p")].map((p) => p.textContent)`)) {
		if runTogether.MatchString(code.ReplaceAllString(words, "")) {
			m.Errorf("%s hears %q", p.name, words)
		}
	}
}

var code = regexp.MustCompile(`table \w+|#\w+`)

var runTogether = regexp.MustCompile(`\p{Ll}[\p{Lu}\d]|\d\pL|[.,:;!?]\pL`)

func (m *match) leave(p *person) {
	m.Helper()
	m.types(p, "leave yes")
	m.reads(p, "#list-panels", over)
}

type offer struct {
	Line    string
	Option  bool
	Pressed bool
	Enabled bool
}

func (m *match) offers(p *person) []offer {
	m.Helper()
	return asks(m, p, chromedp.Evaluate[[]offer](`Array.from(document.querySelectorAll("#list-panels button[name=line]"), (b) => ({
		Line: b.value, Option: b.hasAttribute("aria-pressed"),
		Pressed: b.getAttribute("aria-pressed") === "true", Enabled: !b.disabled}))`))
}

// choose returns the line to press: contra once if wanted, one card less than needed, else the first offer.
func (p *person) choose(offers []offer, contra bool) string {
	confirm, option, pressed := offer{}, "", 0
	for _, o := range offers {
		isDoubling := o.Option && strings.Contains(o.Line, " contra.")
		switch {
		case strings.HasPrefix(o.Line, "queue "):
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

const panels = `document.getElementById("list-panels").innerHTML.replace(/<time.*?<\/time>/gs, "")`

const changed = `(before) => {
	const again = document.getElementById("toast-act");
	if (!again.hidden && again.textContent === document.body.dataset.again) again.click();
	const now = ` + panels + `;
	return now !== "" && now !== before && !now.includes("aria-busy");
}`

// pressing presses a button at once, because the page may change at any moment. It closes what may cover the button.
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

func (m *match) press(p *person, line string) {
	m.Helper()
	before := asks(m, p, chromedp.Evaluate[string](panels))
	switch came := asks(m, p, chromedp.Evaluate[string](fmt.Sprintf(pressing, line))); came {
	case "pressed":
	case "gone": // a press before the reload has taken effect only now
		return
	default:
		m.Fatalf("%s, after %d presses: the button of %q is %s", p.name, m.presses, line, came)
	}
	m.presses++
	switch m.presses {
	case reloadAt:
		m.does(p, chromedp.Reload(), chromedp.WaitVisible(chromedp.CSS("#list-panels article")))
		return
	case killAt:
		m.again()
	}
	m.does(p, chromedp.PollFunction[chromedp.Void](changed, chromedp.WithPollingArgs(before), always))
}

var totals = regexp.MustCompile(`Score[^:]*: (① \S+ [+−]?\d+(?: · [②③] \S+ [+−]?\d+)+)`)

func (m *match) check(rules string, contra bool) {
	m.Helper()
	shown := make(map[string]string)
	for _, p := range m.people {
		m.reads(p, "#list-channel", over)
		for _, part := range []string{"#list-panels", "#list-channel"} {
			shown[p.name+" in "+part] = ""
			if score := totals.FindStringSubmatch(read(p.page, part)); score != nil {
				shown[p.name+" in "+part] = score[1]
			}
		}
	}
	secrets := m.tokens()
	m.end()
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
		if strings.Contains(m.log.String(), secret) {
			m.Errorf("%q is in the log", secret)
		}
	}
	m.Logf("%d presses, %s", m.presses, want)
}

func (m *match) standing(rules string, done []engine.Result) string {
	m.Helper()
	game, err := games.ByRules(rules)
	if err != nil {
		m.Fatal(err)
	}
	var each []string
	for seat, total := range game.Next(engine.Setup{Rules: rules, Length: len(done)}, done).Totals {
		each = append(each, []string{"①", "②", "③"}[seat]+" "+m.people[seat].name+" "+describe.Signed(total))
	}
	return strings.Join(each, " · ")
}

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

func (m *match) records() []engine.Record {
	m.Helper()
	var all []engine.Record
	withStore(m, m.data, func(s *bolt.Store) error {
		for deal, err := range documents.Read[engine.Record](s.Scan(m.Context(), "deal", "", "")) {
			if err != nil {
				return err
			}
			all = append(all, deal.Value)
		}
		return nil
	})
	if n := len(all); n != 2 && (n != 1 || len(m.people) == 2) { // a series may end at once
		m.Errorf("%d deals are recorded, want 2", n)
	}
	return all
}

func recomputed(t testing.TB, r engine.Record) engine.Result {
	t.Helper()
	deal, err := games.Replay(r)
	if err != nil {
		t.Fatal(err)
	}
	got := deal.Result()
	if got == nil || r.Result == nil || !got.Matches(*r.Result) {
		t.Fatalf("the record's result is %+v, recomputed %+v", r.Result, got)
	}
	return *got
}

func TestSecondPerson(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 0)
	anna := m.enters("Anna")
	m.enters("Bert")
	dora := &person{name: "Dora", page: anna.page}
	m.does(dora, chromedp.Navigate(m.url+"?as=Dora"), chromedp.WaitVisible(chromedp.CSS("#command")))
	m.reads(dora, ".me", "Dora")
	m.does(anna, chromedp.Navigate(m.url), chromedp.WaitVisible(chromedp.CSS("#command")))
	m.reads(anna, ".me", "Anna")
	m.does(dora, chromedp.Navigate(m.url+"?as=bert"), chromedp.WaitVisible(chromedp.CSS("#problem")))
	m.reads(dora, "#problem", "Somebody has this name already")
}
