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

var whole = flag.Bool("whole", false, "play matches in browsers to the end with all rule sets, and check all window sizes")

func firstUnlessWhole[T any](n int, all []T) []T {
	if *whole {
		return all
	}
	return all[:n]
}

// TestBrowser plays matches in browsers, reloads a page and kills the bot. With -whole, it plays all rule sets to the
// end.
func TestBrowser(t *testing.T) {
	t.Parallel()
	for _, c := range firstUnlessWhole(1, []struct {
		challenge string
		rules     string
		contra    bool
		chatView  bool
	}{
		{"challenge strohmandeln forty contra=undertaken draw=double stake=10c 2", "strohmandeln/forty", false, false},
		{"challenge bamberger classic 2", "kosakeln/bamberger", false, true},
		{"challenge spieleversum 2", "kosakeln/spieleversum", true, false},
		{"challenge illustrated mayr-sedlaczek leaving=ends", "illustrated/mayr-sedlaczek", false, false},
	}) {
		t.Run(c.rules, func(t *testing.T) {
			t.Parallel()
			m := newProcessMatch(t, c.rules)
			if c.chatView {
				m.useChatView()
			}
			m.sitDown(c.challenge)
			m.play(c.contra)
			for _, p := range m.people {
				m.checkSpokenTexts(p)
			}
			m.checkRecords(c.rules, c.contra)
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
	dataFile string
	url      string
	log      *double.Log
	people   []*person
	presses  int
	stop     func()
	restart  func()
}

type person struct {
	name       string
	page       context.Context
	saidContra bool
}

var playerNames = []string{"Anna", "Bert", "Carl"}

func newMatch(t testing.TB, people int) *match {
	t.Helper()
	m := &match{TB: t, dataFile: filepath.Join(t.TempDir(), "tarock.db"), log: new(double.Log)}
	m.startBotHere()
	for _, name := range playerNames[:people] {
		m.addPerson(name)
	}
	return m
}

func (m *match) addPerson(name string) {
	m.Helper()
	p := &person{name: name, page: openPage(m.TB)}
	m.people = append(m.people, p)
	signInRequest, err := http.NewRequestWithContext(p.page, http.MethodPost, m.url+"enter", strings.NewReader(url.Values{"name": {name}}.Encode()))
	if err != nil {
		m.Fatal(err)
	}
	signInRequest.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	signInRequest.Header.Set("Accept-Language", "en")
	signInResponse, err := http.DefaultTransport.RoundTrip(signInRequest)
	if err != nil {
		m.Fatal(err)
	}
	_ = signInResponse.Body.Close()
	for _, c := range signInResponse.Cookies() {
		if _, err := chromedp.Call(p.page, network.SetCookie, network.SetCookieParams{Name: c.Name, Value: c.Value, URL: m.url}); err != nil {
			m.Fatal(err)
		}
	}
	m.runSteps(p, chromedp.Navigate(m.url), chromedp.WaitVisible(chromedp.CSS("#home")))
}

const isLoaded = `document.readyState === "complete"`

func (m *match) addPersonByForm(name string) *person {
	m.Helper()
	p := &person{name: name, page: openPage(m.TB)}
	m.people = append(m.people, p)
	m.runSteps(p, chromedp.Navigate(m.url), signIn(name))
	m.waitFor(p, isLoaded)
	return p
}

func signIn(name string) chromedp.Action[chromedp.Void] {
	return chromedp.Steps(repeatIfReplaced(chromedp.SendKeys(chromedp.CSS("#name"), name)),
		repeatIfReplaced(chromedp.Click(chromedp.CSS("form.enter button"))), chromedp.WaitVisible(chromedp.CSS("#home")))
}

func newProcessMatch(t *testing.T, rules string) *match {
	t.Helper()
	game, err := games.ByRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	m := &match{TB: t, dataFile: filepath.Join(t.TempDir(), "tarock.db"), log: new(double.Log)}
	address := "127.0.0.1:0"
	if runtime.GOOS == "linux" { // an address of its own in 127/8 keeps the port free across restarts
		address = fmt.Sprintf("127.%d.%d.1:0", 1+os.Getpid()>>8&127, os.Getpid()&255)
	}
	startBot := func() *botProcess {
		bot := start(t, m.dataFile, "--local.listen", address, "--limits.inputs-per-person", "1000")
		m.url, address = bot.url, strings.TrimSuffix(strings.TrimPrefix(bot.url, "http://"), "/")
		return bot
	}
	endBot := func(bot *botProcess, signal syscall.Signal) outcome {
		ended := bot.end(t, signal)
		_, _ = m.log.Write([]byte(ended.err))
		return ended
	}
	bot := startBot()
	m.restart = func() {
		endBot(bot, syscall.SIGKILL)
		bot = startBot()
	}
	m.stop = func() {
		if ended := endBot(bot, syscall.SIGTERM); ended.code != 0 {
			t.Errorf("the bot ended with %d", ended.code)
		}
	}
	for _, name := range playerNames[:game.Seats] {
		m.addPersonByForm(name)
	}
	return m
}

type artwork struct {
	*render.Studio
	*words.Catalogue
}

var loadArtwork = sync.OnceValues(func() (a artwork, err error) {
	if a.Catalogue, err = words.Load(); err == nil {
		a.Studio, err = render.NewStudio()
	}
	return a, err
})

func studioAndWords(t testing.TB) (*render.Studio, *words.Catalogue) {
	t.Helper()
	d, err := loadArtwork()
	if err != nil {
		t.Fatal(err)
	}
	return d.Studio, d.Catalogue
}

// cardFaces draws the cards for -shots, otherwise a dot, because tests check only the cards' positions.
func cardFaces(ctx context.Context, lang string, twoColours bool, width int) ([]byte, error) {
	if *shots == "" {
		var dot bytes.Buffer
		err := png.Encode(&dot, image.NewGray(image.Rect(0, 0, 1, 1)))
		return dot.Bytes(), err
	}
	d, err := loadArtwork()
	if err != nil {
		return nil, err
	}
	return d.Faces(ctx, d.In(lang), twoColours, width)
}

func (m *match) startBotHere() {
	m.Helper()
	studio, _ := studioAndWords(m)
	const key = "local.listen"
	at, err := listen.Open([]listen.Address{{Key: key, HostPort: "127.0.0.1:0"}})
	if err != nil {
		m.Fatal(err)
	}
	m.Cleanup(at.Close)
	m.url = at.URL(key)
	store := memory.New()
	start := func() {
		running := bottest.Start(context.WithoutCancel(m.Context()), m, bot.Config{Store: store, Log: m.log.Logger(), Pictures: studio},
			func(b *bot.Bot) chat.Platform {
				page := web.Config{Listener: at.Lend(key), Vocabularies: bottest.Vocabularies(m), Language: "en", Now: b.Materials.Now,
					Notes: b.Materials.Notes("local"), Log: b.Materials.Log, AppIcon: b.Materials.AppIcon, Glossary: b.Materials.Glossary, Faces: cardFaces}
				page.Verify = func(g web.VerifyInput) web.VerifyResult { return proofs.Verify(g, nil) }
				p, err := web.New(page)
				if err != nil {
					m.Fatal(err)
				}
				return p
			})
		m.stop = func() {
			if err := running.End(); err != nil {
				m.Errorf("the bot ended with the error %v\nthe log:\n%s", err, m.log)
			}
		}
	}
	m.restart = func() {
		m.stop()
		start()
	}
	start()
}

var startBrowser = sync.OnceValues(func() (context.Context, error) {
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
	stopBrowser = func() { closeBrowser(); closeAllocator() }
	return browser, chromedp.Do(browser)
})

var stopBrowser = func() {}

// openPage opens a window with its own cookies and cache. waittest.Context limits its actions.
func openPage(t testing.TB) context.Context {
	t.Helper()
	findBrowser(t)
	browser, err := startBrowser()
	if err != nil {
		t.Fatalf("the browser doesn't start: %v", err)
	}
	window, closeWindow := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(closeWindow)
	if err := chromedp.Do(window); err != nil {
		t.Fatalf("the browser opens no page: %v", err)
	}
	limit := waittest.Context(t)
	window, end := context.WithCancelCause(window)
	context.AfterFunc(limit, func() { end(context.Cause(limit)) })
	return window
}

func devToolsCommand[P, R any](command cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, to *chromedp.Target) error {
		_, err := cdp.Call(ctx, to, command, params)
		return err
	})
}

func onNewPages(script string) chromedp.Action[chromedp.Void] {
	return devToolsCommand(page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
}

func setPreference(feature, value string) chromedp.Action[chromedp.Void] {
	return devToolsCommand(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-" + feature, Value: value}}})
}

var shots = flag.String("shots", "", "directory for screenshots")

func (m *match) saveScreenshot(p *person, name string) {
	m.Helper()
	if *shots != "" {
		writePrivate(m, filepath.Join(*shots, name+".png"), string(runAs(m, p, chromedp.CaptureScreenshot())))
	}
}

// repeatIfReplaced repeats an action if the page has just replaced its node.
func repeatIfReplaced(act chromedp.Action[chromedp.Void]) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, to *chromedp.Target) (none chromedp.Void, err error) {
		for {
			if none, err = act(ctx, to); err == nil || ctx.Err() != nil || !strings.Contains(err.Error(), "node with given id") {
				return none, err
			}
		}
	}
}

// pollOften polls without a time limit, but less often than the page is drawn.
var pollOften = combineOptions(chromedp.WithPollingTimeout(0), chromedp.WithPollingInterval(25*time.Millisecond))

func combineOptions[T any](one, other func(*T)) func(*T) {
	return func(task *T) {
		one(task)
		other(task)
	}
}

func (m *match) runSteps(p *person, steps ...chromedp.Action[chromedp.Void]) {
	m.Helper()
	runAs(m, p, chromedp.Steps(steps...))
}

func (m *match) waitFor(p *person, script string) {
	m.Helper()
	m.runSteps(p, chromedp.Poll[chromedp.Void](script, pollOften))
}

func runAs[T any](m *match, p *person, action chromedp.Action[T]) T {
	m.Helper()
	answer, err := chromedp.Run(p.page, action)
	if err != nil {
		for _, other := range m.people {
			m.Logf("%s reads:\n%s", other.name, textOf(context.WithoutCancel(other.page), "body"))
		}
		m.Fatalf("%s, after %d presses: %v, %v\nthe log:\n%s", p.name, m.presses, err, context.Cause(p.page), m.log)
	}
	return answer
}

func textOf(page context.Context, part string) string {
	text, err := chromedp.Run(page, chromedp.Evaluate[string](
		fmt.Sprintf("(document.querySelector(%q) || {}).textContent || ''", part)))
	if err != nil {
		return err.Error()
	}
	return text
}

func (m *match) useChatView() {
	m.Helper()
	for _, p := range m.people {
		m.typeCommand(p, "settings chat")
		m.waitForText(p, "#list-answers", "As a chat")
		m.runSteps(p, chromedp.Evaluate[chromedp.Void](`document.getElementById("whole-channel").click()`))
	}
}

var pressSlash = chromedp.Evaluate[chromedp.Void](`document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "/", bubbles: true}))`)

func (m *match) typeCommand(p *person, command string) {
	m.Helper()
	m.runSteps(p, pressSlash, repeatIfReplaced(chromedp.SendKeys(chromedp.CSS("#command"), command+kb.Enter)))
	m.waitFor(p, `document.getElementById("command").value === ""`)
}

func (m *match) waitForText(p *person, part string, words ...string) {
	m.Helper()
	m.runSteps(p, chromedp.PollFunction[chromedp.Void](`(part, words) => words.every((w) => document.querySelector(part).textContent.includes(w))`,
		chromedp.WithPollingArgs(part, words), pollOften))
}

func (m *match) sitDown(challenge string) {
	m.Helper()
	const accept = chromedp.CSS(`#list-channel button[value^="accept "]`)
	m.typeCommand(m.people[0], challenge)
	for i, p := range m.people[1:] {
		m.waitForText(p, "#list-channel", m.people[i].name) // otherwise the board would change during the press
		m.runSteps(p, chromedp.WaitVisible(accept), repeatIfReplaced(chromedp.Click(accept)))
	}
	for _, p := range m.people { // a late challenger must still enter the table
		m.runSteps(p, chromedp.WaitVisible(chromedp.CSS("#list-panels article")),
			chromedp.Evaluate[chromedp.Void](`document.querySelector(".open") || document.querySelector(".enter-table")?.click()`))
	}
}

// The numbers of presses before a reload and a kill, which must not disturb the match.
const (
	reloadAt   = 3
	killAt     = 5
	resignAt   = 8 // without -whole
	maxPresses = 500
)

const matchIsOver = "The match is over"

const panelOver = `document.querySelector("#list-panels .panel.ended") !== null`

const lastDeal = "deal 2"

func (m *match) play(contra bool) {
	m.Helper()
	for resigned := *whole; m.presses < maxPresses; {
		ended := 0
		for _, p := range m.people {
			switch {
			case runAs(m, p, chromedp.Evaluate[bool](panelOver)):
				ended++
				continue
			case strings.Contains(textOf(p.page, "#list-panels"), lastDeal) && (!*whole || len(m.people) > 2):
				m.leaveMatch(p)
				continue
			}
			if line := p.choose(m.offers(p), contra); line != "" {
				m.press(p, line)
			}
		}
		if !resigned && m.presses >= resignAt {
			m.typeCommand(m.people[0], "resign yes")
			resigned = true
		}
		if ended == len(m.people) {
			return
		}
	}
	for _, p := range m.people {
		m.Logf("%s reads\n%s", p.name, textOf(p.page, "main"))
	}
	m.Fatal("the match doesn't end")
}

func (m *match) checkSpokenTexts(p *person) {
	m.Helper()
	for _, words := range runAs(m, p, chromedp.Evaluate[[]string](`[...document.querySelectorAll("#announcements p")].map((p) => p.textContent)`)) {
		if runTogether.MatchString(codes.ReplaceAllString(words, "")) {
			m.Errorf("the screen reader's text for %s runs words together: %q", p.name, words)
		}
	}
}

var codes = regexp.MustCompile(`table \w+|#\w+`)

var runTogether = regexp.MustCompile(`\p{Ll}[\p{Lu}\d]|\d\pL|[.,:;!?]\pL`)

func (m *match) leaveMatch(p *person) {
	m.Helper()
	m.typeCommand(p, "leave yes")
	m.waitFor(p, panelOver)
}

type offer struct {
	Line    string
	Option  bool
	Pressed bool
	Enabled bool
}

func (m *match) offers(p *person) []offer {
	m.Helper()
	return runAs(m, p, chromedp.Evaluate[[]offer](`Array.from(document.querySelectorAll("#list-panels button[name=line]"), (b) => ({
		Line: b.value, Option: b.hasAttribute("aria-pressed"),
		Pressed: b.getAttribute("aria-pressed") === "true", Enabled: !b.disabled}))`))
}

// choose returns the line to press: a contra once if wanted, else a move, else cards until they can be confirmed.
func (p *person) choose(offers []offer, contra bool) string {
	confirm, option, pressed := offer{}, "", 0
	for _, o := range offers {
		isDoubling := o.Option && strings.Contains(o.Line, " contra.")
		switch {
		case strings.HasPrefix(o.Line, "queue "):
		case isDoubling && contra && !o.Pressed && !p.saidContra:
			p.saidContra = true
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

const panelsHTML = `document.getElementById("list-panels").innerHTML.replace(/<time.*?<\/time>/gs, "")`

const panelsChanged = `(before) => {
	const again = document.getElementById("toast-action");
	if (!again.hidden && again.textContent === document.body.dataset.retry) again.click();
	const now = ` + panelsHTML + `;
	return now !== "" && now !== before && !now.includes("aria-busy");
}`

// pressButton presses a button in one script, because the page may change at any moment. It closes messages and results
// that may cover the button.
const pressButton = `((line) => {
	document.getElementById("toast-close").click();
	document.querySelector(".open .bill:not(.dismissed) .continue")?.click();
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
	before := runAs(m, p, chromedp.Evaluate[string](panelsHTML))
	switch outcome := runAs(m, p, chromedp.Evaluate[string](fmt.Sprintf(pressButton, line))); outcome {
	case "pressed":
	case "gone": // a press before the reload took effect late
		return
	default:
		m.Fatalf("%s, after %d presses: the button of %q is %s", p.name, m.presses, line, outcome)
	}
	m.presses++
	switch m.presses {
	case reloadAt:
		m.runSteps(p, chromedp.Reload(), chromedp.WaitVisible(chromedp.CSS("#list-panels article")))
		return
	case killAt:
		m.restart()
	}
	m.runSteps(p, chromedp.PollFunction[chromedp.Void](panelsChanged, chromedp.WithPollingArgs(before), pollOften))
}

var scoreLine = regexp.MustCompile(`Score[^:]*: (① \S+ [+−]?\d+(?: · [②③] \S+ [+−]?\d+)+)`)

func (m *match) checkRecords(rules string, contra bool) {
	m.Helper()
	shown := make(map[string]string)
	for _, p := range m.people {
		m.waitForText(p, "#list-channel", matchIsOver)
		for _, part := range []string{"#list-panels", "#list-channel"} {
			shown[p.name+" in "+part] = ""
			if score := scoreLine.FindStringSubmatch(textOf(p.page, part)); score != nil {
				shown[p.name+" in "+part] = score[1]
			}
		}
	}
	secrets := m.sessionTokens()
	m.stop()
	var done []engine.Result
	doublings := 0
	for _, r := range m.records() {
		if got := r.Options["contra"]; r.Rules != rules || !contra && got == "on" {
			m.Errorf("the record has rules %s with contra %q", r.Rules, got)
		}
		done = append(done, recomputeResult(m.TB, r))
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
		m.Errorf("the records have %d contras, want some: %v", doublings, contra)
	}
	want := m.standings(rules, done)
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

func (m *match) standings(rules string, done []engine.Result) string {
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

func (m *match) sessionTokens() []string {
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
		m.Errorf("got %d cookies, want one per person", len(values))
	}
	return values
}

func (m *match) records() []engine.Record {
	m.Helper()
	var all []engine.Record
	withStore(m, m.dataFile, func(s *bolt.Store) error {
		for deal, err := range documents.DecodeAll[engine.Record](s.Scan(m.Context(), "deal", "", "")) {
			if err != nil {
				return err
			}
			all = append(all, deal.Value)
		}
		return nil
	})
	if n := len(all); n != 2 && (n != 1 || len(m.people) == 2) { // a match of three may end after one deal
		m.Errorf("%d deals are recorded, want 2", n)
	}
	return all
}

func recomputeResult(t testing.TB, r engine.Record) engine.Result {
	t.Helper()
	deal, err := games.Replay(r)
	if err != nil {
		t.Fatal(err)
	}
	got := deal.Result()
	if got == nil || r.Result == nil || !got.Matches(*r.Result) {
		t.Fatalf("got result %+v, want the recorded %+v", got, r.Result)
	}
	return *got
}

func TestSecondPersonInOneBrowser(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 0)
	anna := m.addPersonByForm("Anna")
	m.addPersonByForm("Bert")
	dora := &person{name: "Dora", page: anna.page}
	m.runSteps(dora, chromedp.Navigate(m.url+"?as=Dora"), chromedp.WaitVisible(chromedp.CSS("#home")))
	m.waitForText(dora, ".account", "Dora")
	m.runSteps(anna, chromedp.Navigate(m.url), chromedp.WaitVisible(chromedp.CSS("#home")))
	m.waitForText(anna, ".account", "Anna")
	m.runSteps(dora, chromedp.Navigate(m.url+"?as=bert"), chromedp.WaitVisible(chromedp.CSS("#problem")))
	m.waitForText(dora, "#problem", "Somebody has this name already")
}
