package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	table "tarockbot/bot/match"
	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/web"
	"tarockbot/bot/screens"
	"tarockbot/bot/screens/guides"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render"
	"tarockbot/render/words"
)

// window has a size in CSS pixels and the minimum visible width of a covered card.
type window struct{ width, height, minCardWidth, textPercent int }

// windows are of phones in portrait and landscape, with and without browser bars, a tablet, desktops, a zoomed desktop,
// and a phone with large text.
var windows = []window{
	{390, 844, 44, 100}, {390, 664, 44, 100}, {360, 640, 40, 100}, {844, 390, 44, 100}, {844, 335, 44, 100},
	{768, 1024, 44, 100}, {1280, 800, 44, 100}, {640, 400, 44, 100}, {1920, 1080, 44, 100}, {390, 844, 44, 200},
}

func windowsToTest() []window {
	if *whole {
		return windows
	}
	return []window{windows[2], windows[4]}
}

type scene struct {
	name     string
	fullness int // grows with the number of choices and cards
	panel    screens.Panel
	lang     string
}

// scenes returns the fullest moments of each phase and rule set; without -whole, of one rule set of each game.
func scenes(t *testing.T, studio *render.Studio) []scene {
	t.Helper()
	files, err := filepath.Glob("../../engine/*/testdata/records/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	if !*whole {
		files = []string{"../../engine/" + kosakeln, "../../engine/" + strohmandeln, "../../engine/" + illustrated}
	}
	fullest, order := make(map[string]scene), []string(nil)
	for _, file := range files {
		records := recordsOf(t, file)
		for _, r := range records[:min(len(records), 12)] {
			for _, s := range scenesOf(t, studio, r) {
				old, known := fullest[s.name]
				if !known {
					order = append(order, s.name)
				}
				if !known || s.fullness > old.fullness {
					fullest[s.name] = s
				}
			}
		}
	}
	all := make([]scene, len(order))
	for i, name := range order {
		all[i] = fullest[name]
	}
	return all
}

func scenesOf(t *testing.T, studio *render.Studio, r engine.Record) (all []scene) {
	t.Helper()
	g, err := games.ByRules(r.Rules)
	if err != nil {
		t.Fatal(err)
	}
	for n := range r.Actions {
		partial := r
		partial.Actions, partial.Result = r.Actions[:n], nil
		deal, err := engine.ReplayWithResult(g, partial)
		if err != nil {
			t.Fatal(err)
		}
		for s := range engine.Seat(g.Seats) {
			all = append(all, newScene(g, partial, deal, s, studio))
			if n == 0 && r.Result != nil {
				all = append(all, resultScene(all[len(all)-1], r, g, t))
			}
		}
	}
	return all
}

func resultScene(start scene, r engine.Record, g engine.Game, t *testing.T) scene {
	t.Helper()
	deal, err := engine.ReplayWithResult(g, r)
	if err != nil {
		t.Fatal(err)
	}
	after := *start.panel.Table
	after.Match.Done = []engine.Result{*r.Result}
	if tricks := deal.PublicView().Tricks; len(tricks) > 0 {
		after.LastTrick = tricks[len(tricks)-1]
	}
	start.panel.Table, start.panel.Texts = &after, new(sync.Map)
	start.name, start.fullness = r.Rules+", the result", len(r.Result.Items)
	return start
}

var longNames = []string{"Maximiliane Huber-Otting", "Wolfgang Amadeus Gruber", "Computer"}

func newScene(g engine.Game, r engine.Record, deal *engine.Deal, s engine.Seat, studio *render.Studio) scene {
	setup := table.Setup{Setup: engine.Setup{Rules: r.Rules, Options: r.Options, Length: g.LengthsOf(r.Rules)[0]}, Pace: table.DefaultPace}
	t := &table.Table{ID: "x7k2p4qa", Stage: table.Playing, Rev: 9, Host: "p0", Setup: setup,
		Match: engine.Match{Game: g, Setup: setup.Setup, Deal: deal}}
	p := screens.Panel{Hand: screens.Hand{Table: t, Seat: s}, Felt: true, SharedTableData: screens.SharedTableData{Texts: new(sync.Map), Pictures: screens.Pictures{Studio: studio},
		Awaited: screens.AwaitedPlayers{ReaderMessage: table.Message{Seat: s}, Zone: time.UTC, ZoneName: speech.DefaultZone}}}
	for i, name := range longNames[:g.Seats] {
		user := chat.UserID("local:" + fmt.Sprint(i))
		t.Chairs = append(t.Chairs, table.Chair{Person: chat.PersonID(fmt.Sprint("p", i)), User: user, Name: name, Step: 3})
		p.Awaited.Clocks = append(p.Awaited.Clocks, screens.SeatClock{Until: time.Now().Add(time.Hour)})
	}
	public, prompt := deal.PublicView(), deal.Prompt(s)
	part := ""
	if public.Phase == engine.Playing {
		part = []string{" early", " late"}[min(1, len(public.Tricks)/5)]
	}
	if public.Phase == engine.Playing && public.CardsToPlay(s) == 2 {
		part = " at the end" // the panel announces that the last trick is played automatically
	}
	turn := map[bool]string{true: "in turn", false: "waiting"}[public.Waiting.Has(s)]
	return scene{
		name:     fmt.Sprintf("%s, %s%s, %s", r.Rules, public.Phase, part, turn),
		fullness: 10*len(prompt.Choices) + deal.View(s).Hand.Cards.Len() + int(public.Trick.N),
		panel:    p,
	}
}

const panelsAtOnce = 50

func TestLayout(t *testing.T) {
	t.Parallel()
	findBrowser(t)
	studio, catalogue := studioAndWords(t)
	p, pages := startWebPlatform(t, ignoreInput), pagesOf(scenes(t, studio))
	for i, scenes := range pages {
		page := openPage(t)
		runOn(t, page, setPreference("reduced-motion", "reduce"))
		name := fmt.Sprintf("Anna%d", i)
		// On a blank page, a change of language can't reload the sign-in page.
		runOn(t, page, chromedp.Steps(chromedp.Navigate(p.URL()), signIn(name), chromedp.Navigate("about:blank")))
		refs := make([]chat.Ref, len(scenes))
		for n, s := range scenes {
			var err error
			user := chat.UserID("local:" + strings.ToLower(name))
			if refs[n], err = p.Show(t.Context(), chat.Place{User: user}, "", *s.panel.Screen(catalogue.In(scenes[0].lang))); err != nil {
				t.Fatal(err)
			}
		}
		runOn(t, page, chromedp.Navigate(p.URL()))
		runOn(t, page, chromedp.Poll[chromedp.Void](fmt.Sprintf(`document.querySelectorAll("#list-panels .laid-out").length === %d`, len(scenes)), pollOften))
		for _, size := range windowsToTest() {
			runOn(t, page, chromedp.EmulateViewport(int64(size.width), int64(size.height), chromedp.EmulateMobile))
			problems := runOn(t, page, chromedp.Evaluate[[][]string](fmt.Sprintf("%s; (%s)(%s, %d, %d, %d, %d)", measure, measureAll, jsonText(refs), size.minCardWidth, size.width, size.height, size.textPercent), chromedp.EvalAwaitPromise))
			for n, s := range scenes {
				for _, problem := range problems[n] {
					t.Errorf("%d×%d, text %d %%: %s: %s", size.width, size.height, size.textPercent, s.name, problem)
				}
				if *shots != "" {
					runOn(t, page, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.getElementById(%q).querySelector(".enter-table").click()`, refs[n])))
					file := fmt.Sprintf("layout-%d-%d-%dx%d-%d.png", i, n, size.width, size.height, size.textPercent)
					writePrivate(t, filepath.Join(*shots, file), string(runOn(t, page, chromedp.CaptureScreenshot())))
				}
			}
		}
		runOn(t, page, chromedp.Steps(chromedp.EmulateViewport(phoneWidth, phoneHeight, chromedp.EmulateMobile),
			chromedp.Evaluate[chromedp.Void](`document.documentElement.style.fontSize = ""; document.querySelector(".open .table-header > .home").click()`),
			chromedp.WaitVisible(chromedp.CSS("button.first-step"))))
		for _, word := range runOn(t, page, chromedp.Evaluate[[]string](findWordsBrokenAcrossLines)) {
			t.Errorf("on the start page, %q wraps inside the word", word)
		}
	}
}

func pagesOf(all []scene) (pages [][]scene) {
	langs := words.Languages()
	for i, lang := range langs {
		var own []scene
		for n := i; n < len(all); n += len(langs) {
			all[n].lang = lang
			own = append(own, all[n])
		}
		pages = slices.AppendSeq(pages, slices.Chunk(own, panelsAtOnce))
	}
	return pages
}

func ignoreInput(context.Context, chat.Input) (chat.Answer, error) { return chat.Answer{}, nil }

func startWebPlatform(t *testing.T, handle chat.Handler) *web.Platform {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, catalogue := studioAndWords(t)
	topics, err := guides.NewTopics(games.All(), catalogue)
	if err != nil {
		t.Fatal(err)
	}
	page, err := web.New(web.Config{Listener: listener, Notes: new(double.Notes), Log: slog.New(slog.DiscardHandler), Faces: cardFaces,
		Glossary: func(game, lang string) []chat.Term { return topics.Glossary(game, catalogue.In(lang)) }})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- page.Run(ctx, handle) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return page
}

func runOn[T any](t *testing.T, page context.Context, action chromedp.Action[T]) T {
	t.Helper()
	answer, err := chromedp.Run(page, action)
	if err != nil {
		t.Fatal(err, context.Cause(page))
	}
	return answer
}

const findWordsBrokenAcrossLines = `[...document.querySelectorAll("button.first-step b, .account bdi, .page-header h1")].flatMap((e) => {
	const text = document.createTreeWalker(e, NodeFilter.SHOW_TEXT), range = document.createRange(), words = [];
	for (let node = text.nextNode(); node; node = text.nextNode()) for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
		range.setStart(node, index);
		range.setEnd(node, index + word.length);
		if (new Set([...range.getClientRects()].map((r) => r.top)).size > 1) words.push(word);
	}
	return words;
})`

const measureAll = `async (refs, ...size) => {
	const problems = [];
	document.documentElement.style.fontSize = size.at(-1) + "%";
	for (const [i, ref] of refs.entries()) {
		const found = await (size.at(-1) > 100 ? measureLarge : measure)(ref, ...size);
		if (i % 8 === 0) found.push(...await measureDrawers(ref, ...size));
		problems.push(found);
	}
	return problems;
}`

const measure = `var box = (e) => e.getBoundingClientRect();
var sides = (r) => [r.left, r.top, r.right, r.bottom].map(Math.round);
var nameOf = (e) => e.getAttribute("aria-label") || e.textContent.trim();
var inside = (r) => r.left >= -0.5 && r.top >= -0.5 && r.right <= innerWidth + 0.5 && r.bottom <= innerHeight + 0.5;
var newTouchCheck = (problems) => (e, r) => {
	if (!inside(r)) return problems.push(nameOf(e) + " isn't in the window: " + sides(r));
	const hit = document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2);
	if (!hit || (hit !== e && !e.contains(hit))) problems.push(nameOf(e) + " is covered by " + (hit ? hit.className + " " + hit.textContent.slice(0, 30) : "nothing"));
};
var measureLarge = (ref) => { // other controls may need scrolling
	const problems = [], checkTouchable = newTouchCheck(problems), message = document.getElementById(ref);
	message.querySelector(".enter-table").click();
	document.getElementById("toast-text").textContent = "";
	document.getElementById("toast-close").hidden = true;
	const title = message.querySelector(".contract"), tabs = document.getElementById("tabs");
	if (title.scrollWidth > title.clientWidth) problems.push("the title is truncated: " + title.textContent);
	if (tabs.checkVisibility() && box(tabs).bottom > box(message).top + 1) problems.push("the tabs cover the table");
	if (message.querySelector(".bill")) return problems;
	const first = message.querySelector(".empty-middle .actions button");
	for (const b of [...message.querySelectorAll(".table-header > .home, .drawer summary"), ...(first ? [first] : [])]) checkTouchable(b, box(b));
	for (const b of message.querySelectorAll(".actions button, .hand .card-button")) {
		b.scrollIntoView({block: "nearest", behavior: "instant"});
		const r = box(b);
		checkTouchable(b, b.matches(".card-button") ? {left: r.left, right: r.left + 40, top: r.top, bottom: r.top + 44} : r);
	}
	return problems;
};
var measureDrawers = async (ref) => {
	const problems = [], checkTouchable = newTouchCheck(problems), toast = document.getElementById("toast");
	for (const drawer of document.getElementById(ref).querySelectorAll(".table:not(:has(.bill:not(.dismissed))) .drawer")) {
		drawer.open = true;
		document.getElementById("toast-text").textContent = "Taken back: it is your turn again, and the others are told.";
		for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame); // until the page has measured the lower bar
		const sheet = box(drawer.querySelector(".drawer-panel")), message = box(toast);
		if (!inside(sheet)) problems.push(drawer.className + " isn't in the window: " + sides(sheet));
		if (message.top < sheet.bottom && message.bottom > sheet.top && message.left < sheet.right && message.right > sheet.left) problems.push(drawer.className + " is covered by a message");
		const first = drawer.querySelector(".drawer-panel button");
		checkTouchable(first, box(first));
		drawer.open = false;
	}
	return problems;
};
var measure = async (ref, strip, width, height) => {
	const message = document.getElementById(ref), problems = [];
	message.querySelector(".enter-table").click();
	const toast = document.getElementById("toast"), toastText = document.getElementById("toast-text");
	toastText.textContent = "The suit led is hearts, and you have some. Follow suit: play hearts.";
	document.getElementById("toast-close").hidden = false;
	await Promise.all(message.getAnimations({subtree: true}).map((a) => a.finished.catch(() => 0)));
	const table = message.querySelector(".table");
	if (innerWidth !== width || document.documentElement.scrollWidth > width) problems.push("the page is wider than the window: " + innerWidth + ", " + document.documentElement.scrollWidth);
	const checkTouchable = newTouchCheck(problems);
	const bill = table.querySelector(".bill:not(.dismissed)");
	if (bill) {
		checkTouchable(bill.querySelector(".continue"), box(bill.querySelector(".continue")));
		if (!inside(box(bill.querySelector("h3")))) problems.push("the result's heading isn't in the window");
		return problems;
	}
	const hand = [...table.querySelectorAll(".hand .card-button")];
	hand.forEach((card, i) => {
		const r = box(card), next = hand[i + 1] && box(hand[i + 1]);
		const below = hand.slice(i + 1).map(box).filter((b) => b.top > r.top + 20 && b.left < r.right && b.right > r.left);
		const free = {
			left: r.left, top: r.top,
			right: next && Math.abs(next.top - r.top) < 20 ? Math.min(r.right, next.left) : r.right,
			bottom: Math.min(r.bottom, ...below.map((b) => b.top)),
		};
		if (free.right - free.left < strip - 0.5 || free.bottom - free.top < 48 - 0.5)
			problems.push(nameOf(card) + " is too small: " + Math.round(free.right - free.left) + "×" + Math.round(free.bottom - free.top));
		checkTouchable(card, free);
	});
	for (const b of table.querySelectorAll("button, summary")) {
		if (b.closest(".hand, .drawer-panel, .bill, .term") || !b.checkVisibility()) continue;
		checkTouchable(b, box(b));
	}
	const middle = box(table.querySelector(".middle"));
	for (const e of table.querySelectorAll(".middle .face, .middle .player-name, .middle .trick-value")) {
		const r = box(e);
		if (!e.checkVisibility() || !r.height) continue;
		if (r.top < middle.top - 1 || r.bottom > middle.bottom + 1 || !inside(r)) problems.push(nameOf(e) + " extends beyond the middle of the table: " + sides(r) + " of " + [middle.top, middle.bottom].map(Math.round));
	}
	for (const e of table.querySelectorAll(".seat .role")) if (e.scrollWidth > e.clientWidth) problems.push("a player's role is truncated: " + nameOf(e) + ", " + e.scrollWidth + " of " + e.clientWidth);
	for (const e of table.querySelectorAll(".todo, .contract, .seat, .seat-name, .figures")) if (!inside(box(e))) problems.push(e.className + " isn't in the window");
	return problems;
}`

func recordsOf(t *testing.T, name string) []engine.Record {
	t.Helper()
	all, err := engine.ParseRecords([]byte(readText(t, name)))
	if err != nil {
		t.Fatal(err)
	}
	return all
}
